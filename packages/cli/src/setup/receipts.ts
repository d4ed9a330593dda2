import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { LIMITS } from '@skillscope/core';
import type { Entry, Scope, Surroundings } from './agents.ts';
import { type ContainerBefore, isRecord } from './entry-format.ts';
import type { HookElements } from './plan-hooks-json.ts';
import { isWithin } from './target.ts';
import { writeWhole } from './write.ts';

/** The one stretch of a text that an edit replaced. Offsets count UTF-16 units. */
export interface Edit {
  readonly offset: number;
  readonly removed: string;
  readonly inserted: string;
}

/**
 * What `init` wrote into one file for one agent: enough for `uninstall` to give the old bytes back, and no more of
 * the file than the edit itself, since settings files hold secrets.
 */
export interface Receipt {
  readonly version: 1;
  readonly agent: string;
  readonly scope: Scope;
  /** Real path of the project, or of the home. */
  readonly root: string;
  readonly path: string;
  readonly purpose: 'mcp' | 'skill' | 'hooks' | 'index';
  /** Digest of the file after the edit. */
  readonly after: string;
  /** `null` when the file was made by `init`. */
  readonly edit: Edit | null;
  /** Directories made for this file. */
  readonly directories: readonly string[];
  /** Directories made to keep receipts in. */
  readonly receiptDirectories: readonly string[];
  /** For `mcp`: the entry, and what stood in its container's place. */
  readonly entry?: Entry;
  readonly containerBefore?: ContainerBefore;
  /** For `hooks`: the element of each event's list, and the members that were made for them. */
  readonly hooks?: HookElements;
  readonly made?: readonly string[];
}

export function digestOf(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** Where receipts are kept: state of the person on the machine, which no cache cleaning touches. */
export function receiptsDirectory({ platform, home, environment }: Surroundings): string {
  const own = (variable: string, ...usual: string[]) => {
    const directory = environment[variable];
    return directory && path.isAbsolute(directory) ? directory : path.join(home, ...usual);
  };
  if (platform === 'win32') return path.join(own('LOCALAPPDATA', 'AppData', 'Local'), 'skillscope', 'init');
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'skillscope', 'init');
  return path.join(own('XDG_STATE_HOME', '.local', 'state'), 'skillscope', 'init');
}

/** All receipts that can be read; others are ignored, and what they are about is then treated as not ours. */
export async function readReceipts(directory: string): Promise<readonly Receipt[]> {
  const names = await readdir(directory).catch(() => []);
  const receipts: Receipt[] = [];
  for (const name of names.filter((candidate) => candidate.endsWith('.json')).sort()) {
    const receipt = await readReceipt(path.join(directory, name));
    if (receipt && receiptFile(directory, receipt) === path.join(directory, name)) receipts.push(receipt);
  }
  return receipts;
}

/**
 * Keeps a receipt. Directories that any receipt for the same file names are kept with it: another run, at the same
 * time or earlier, may have made them, and its receipt may be gone before this one.
 */
export async function writeReceipt(directory: string, receipt: Receipt): Promise<void> {
  const others = (await readReceipts(directory)).filter((other) => other.path === receipt.path);
  const all = [receipt, ...others];
  const joined: Receipt = {
    ...receipt,
    directories: [...new Set(all.flatMap(({ directories }) => directories))],
    receiptDirectories: [...new Set(all.flatMap(({ receiptDirectories }) => receiptDirectories))],
  };
  await writeWhole(receiptFile(directory, receipt), `${JSON.stringify(joined, null, 2)}\n`);
}

export async function deleteReceipt(directory: string, receipt: Receipt): Promise<void> {
  await rm(receiptFile(directory, receipt), { force: true });
}

/** An agent can keep its servers and its hooks in one file. */
function receiptFile(directory: string, { agent, path: file, purpose }: Receipt): string {
  const shared = purpose === 'mcp' || purpose === 'skill' ? '' : `\n${purpose}`;
  const name = createHash('sha256').update(`${agent}\n${file}${shared}`).digest('hex').slice(0, 32);
  return path.join(directory, `${name}.json`);
}

async function readReceipt(file: string): Promise<Receipt | undefined> {
  try {
    if ((await stat(file)).size > LIMITS.manifestBytes) return undefined;
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isReceipt(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isReceipt(value: unknown): value is Receipt {
  if (!isRecord(value) || value['version'] !== 1) return false;
  const { agent, scope, root, path: file, after, edit } = value;
  return (
    typeof agent === 'string' &&
    (scope === 'project' || scope === 'user') &&
    typeof root === 'string' &&
    typeof file === 'string' &&
    path.isAbsolute(file) &&
    holdsPurpose(value) &&
    typeof after === 'string' &&
    (edit === null || isEdit(edit)) &&
    areDirectoriesAbove(file, value['directories']) &&
    Array.isArray(value['receiptDirectories'])
  );
}

function holdsPurpose({ purpose, entry, containerBefore, hooks, made }: Record<string, unknown>): boolean {
  if (purpose === 'mcp') return isRecord(entry) && isContainerBefore(containerBefore);
  if (purpose === 'hooks') return isRecord(hooks) && Array.isArray(made);
  return purpose === 'skill' || purpose === 'index';
}

function areDirectoriesAbove(file: string, value: unknown): boolean {
  return Array.isArray(value) && value.every((directory) => typeof directory === 'string' && isWithin(directory, file));
}

function isContainerBefore(value: unknown): value is ContainerBefore {
  return value === 'absent' || value === 'null' || value === 'present';
}

function isEdit(value: unknown): value is Edit {
  if (!isRecord(value)) return false;
  const { offset, removed, inserted } = value;
  return Number.isInteger(offset) && typeof removed === 'string' && typeof inserted === 'string';
}
