import { revoke } from '../commands/revoke.ts';
import { EXIT } from '../exit-codes.ts';
import type { Run } from '../main.ts';
import { printRevoked } from '../print/approve.ts';
import { withLookup } from './with-lookup.ts';

export interface RevokeFlags {
  readonly all?: boolean;
  readonly dryRun?: boolean;
}

export async function runRevoke(run: Run, libraries: readonly string[], flags: RevokeFlags): Promise<number> {
  return withLookup(run, async (lookup) => {
    run.answer(
      await revoke(lookup, { libraries, all: flags.all ?? false, dryRun: flags.dryRun ?? false }),
      printRevoked,
    );
    return EXIT.answered;
  });
}
