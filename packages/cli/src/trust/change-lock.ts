import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { SkillscopeError } from '@skillscope/core';
import { writeWhole } from '../setup/write.ts';
import { type Approval, type Lock, renderLock } from './lock.ts';

/** How long a holder of the guard may take, ms; it does no more than read and write one file. */
const STALE_AFTER = 10_000;
/** How long to wait for others, ms: longer than a guard that somebody left behind lasts. */
const PATIENCE = 15_000;
const PAUSE = 20;

/**
 * Changes a lock while nobody else does: `change` is given what is in it at that moment, so that approvals that were
 * written meanwhile stay. A guard file beside the lock keeps others out; one whose owner died counts for ten seconds.
 *
 * @param read gives the lock as it is, and throws where that cannot be read
 * @throws SkillscopeError `unreadable` when others hold the guard for too long
 */
export async function changeLock(
  file: string,
  read: (file: string) => Lock,
  change: (approvals: readonly Approval[]) => readonly Approval[],
): Promise<void> {
  const guard = `${file}.guard`;
  const token = randomUUID();
  await take(guard, token);
  try {
    const { approvals } = read(file);
    const text = renderLock(change(approvals));
    if (text !== renderLock(approvals)) await writeWhole(file, text);
  } finally {
    if ((await readFile(guard, 'utf8').catch(() => '')) === token) await rm(guard, { force: true });
  }
}

async function take(guard: string, token: string): Promise<void> {
  for (const until = Date.now() + PATIENCE; ; await pause(PAUSE)) {
    try {
      const handle = await open(guard, 'wx');
      await handle.writeFile(token).finally(() => handle.close());
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (await isStale(guard)) await setAside(guard);
    else if (Date.now() > until)
      throw new SkillscopeError('unreadable', `"${guard}" is held by somebody who writes the lock.`, {
        hint: 'Try again; where nobody does, remove that file.',
      });
  }
}

async function isStale(guard: string): Promise<boolean> {
  const found = await stat(guard).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > STALE_AFTER;
}

/** Renamed before it is removed, so that of several who find it stale only one takes it away. */
async function setAside(guard: string): Promise<void> {
  const aside = `${guard}.${randomUUID()}`;
  await rename(guard, aside).catch(() => undefined);
  await rm(aside, { force: true });
}
