import path from 'node:path';
import { EDITED, INSTRUCTION_FILES } from '../setup/plan-index.ts';
import { findBlock, withBlock } from '../setup/plan-index-block.ts';
import { unifiedDiff } from '../setup/step.ts';
import { errorCode, lookAt } from '../setup/target.ts';
import { writeWhole } from '../setup/write.ts';

export interface SyncOptions {
  /** Absolute real path: where the instruction files lie. */
  readonly projectDirectory: string;
  /** What an index is to hold; see `standingIndex`. */
  readonly index: string;
  /** Only say what is out of date. */
  readonly check: boolean;
}

export interface SyncAnswer {
  /** Files that hold an index. */
  readonly files: readonly SyncedFile[];
  /** True when nothing was to be written. */
  readonly check: boolean;
}

export interface SyncedFile {
  /** Absolute. */
  readonly path: string;
  /** `change`: it was out of date. `refused`: it is left as it is. */
  readonly action: 'unchanged' | 'change' | 'refused';
  /** Unified diff; empty when nothing is out of date. */
  readonly diff: string;
  readonly reason?: string;
}

/** Brings every index in the project's instruction files up to date; writes only what changes. */
export async function sync(options: SyncOptions): Promise<SyncAnswer> {
  const files: SyncedFile[] = [];
  for (const name of INSTRUCTION_FILES) {
    const file = await syncFile(path.join(options.projectDirectory, name), options);
    if (file) files.push(file);
  }
  return { files, check: options.check };
}

async function syncFile(
  file: string,
  { projectDirectory, index, check }: SyncOptions,
): Promise<SyncedFile | undefined> {
  const target = await lookAt({ root: projectDirectory, path: file });
  if (!target.ok || target.text === undefined) return undefined;
  const block = findBlock(target.text);
  if (!block) return undefined;
  if (!block.isOurs) return { path: file, action: 'refused', diff: '', reason: EDITED };
  const after = withBlock(target.text, index);
  if (after === target.text) return { path: file, action: 'unchanged', diff: '' };
  try {
    if (!check) await writeWhole(target.realPath, after);
  } catch (error) {
    return { path: file, action: 'refused', diff: '', reason: `It could not be written (${errorCode(error)}).` };
  }
  return { path: file, action: 'change', diff: unifiedDiff(file, target.text, after) };
}
