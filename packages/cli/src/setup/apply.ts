import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { deleteReceipt, type Receipt, writeReceipt } from './receipts.ts';
import type { SetupFile, Step } from './step.ts';
import { decode, errorCode } from './target.ts';
import { removeEmptyDirectories, writeWhole } from './write.ts';

/**
 * Does what the steps say, one after the other, and gives the files as they were then dealt with. One file that
 * cannot be written never stops the others. A receipt is there before the file it is about, so that whatever
 * interrupts this, `uninstall` knows of every file that was written.
 */
export async function applySteps(
  steps: readonly Step[],
  receiptsDirectory: string,
  earlier: readonly Receipt[],
): Promise<readonly SetupFile[]> {
  const files: SetupFile[] = [];
  const emptied: string[] = [];
  for (const step of steps) {
    const file = await applyStep(step, receiptsDirectory, earlier);
    files.push(file);
    if (file.action === 'refused') continue;
    if (step.drop) emptied.push(...step.drop.directories, ...receiptParents(step.drop, receiptsDirectory));
  }
  await removeEmptyDirectories(emptied);
  return files;
}

async function applyStep(step: Step, receiptsDirectory: string, earlier: readonly Receipt[]): Promise<SetupFile> {
  const { file, write, save, drop } = step;
  try {
    if (save) await writeReceipt(receiptsDirectory, save);
    if (write) await applyWrite(write);
    if (drop) await deleteReceipt(receiptsDirectory, drop);
    return file;
  } catch (error) {
    const before = save && earlier.find((receipt) => isSameReceipt(receipt, save));
    await (before ? writeReceipt(receiptsDirectory, before) : save && deleteReceipt(receiptsDirectory, save))?.catch(
      () => undefined,
    );
    const made = write && write.after !== undefined ? write.directories : [];
    await removeEmptyDirectories(save ? [...made, ...receiptParents(save, receiptsDirectory)] : made);
    const reason = error instanceof Changed ? error.message : `It could not be written (${errorCode(error)}).`;
    return { ...file, action: 'refused', diff: '', reason };
  }
}

function isSameReceipt(one: Receipt, other: Receipt): boolean {
  return one.agent === other.agent && one.path === other.path && one.purpose === other.purpose;
}

class Changed extends Error {
  override readonly message = 'It was changed by something else in the meantime; run the command again.';
}

async function applyWrite({ realPath, before, after }: NonNullable<Step['write']>): Promise<void> {
  const now = await readNow(realPath);
  // Agents that share a file, and a second run at the same time, meet a file that is as it should be.
  if (now === after) return;
  if (now !== before) throw new Changed();
  if (after === undefined) await rm(realPath);
  else await writeWhole(realPath, after);
}

async function readNow(file: string): Promise<string | undefined> {
  try {
    return decode(await readFile(file)) ?? '';
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Only what `init` makes to keep receipts in, and our own two directories there. */
function receiptParents({ receiptDirectories }: Receipt, directory: string): string[] {
  return [directory, path.dirname(directory), ...receiptDirectories];
}
