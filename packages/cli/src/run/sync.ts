import { realpathSync } from 'node:fs';
import { sync } from '../commands/sync.ts';
import { EXIT } from '../exit-codes.ts';
import { standingIndex } from '../hook/index-text.ts';
import type { Run } from '../main.ts';
import { printSync } from '../print/sync.ts';
import { repositoryRoot } from './setup.ts';
import { withLookup } from './with-lookup.ts';

export interface SyncFlags {
  readonly check?: boolean;
  readonly maxBytes?: number;
}

/** Gives the exit code: `nothing` when a file is left as it is, and with `--check` when one is out of date. */
export async function runSync(run: Run, { check = false, maxBytes }: SyncFlags): Promise<number> {
  const { request } = run;
  const projectDirectory = realpathSync(request.explicit ? request.start : repositoryRoot(request.start));
  const index = await withLookup(run, ({ scan }) => standingIndex(scan, maxBytes), { start: projectDirectory });
  const answer = await sync({ projectDirectory, index, check });
  run.answer(answer, printSync);
  const isFine = answer.files.every(({ action }) => action === 'unchanged' || (action === 'change' && !check));
  return isFine ? EXIT.answered : EXIT.nothing;
}
