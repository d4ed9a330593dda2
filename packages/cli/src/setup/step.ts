import { createTwoFilesPatch } from 'diff';
import type { Agent } from './agents.ts';
import type { Edit, Receipt } from './receipts.ts';
import type { Target } from './target.ts';

export type FileAction = 'create' | 'change' | 'remove' | 'unchanged' | 'refused';

/** One file as `init` and `uninstall` report it. */
export interface SetupFile {
  /** Absolute. */
  readonly path: string;
  readonly purpose: 'mcp' | 'skill' | 'hooks' | 'index';
  readonly action: FileAction;
  /** Unified diff; empty when nothing is to be written. */
  readonly diff: string;
  /** Why a file is refused or left as it is, one sentence. Not cleaned: it can quote the file. */
  readonly reason?: string;
  /** 1-based line that a refusal is about. */
  readonly line?: number;
}

/** A reported file with what has to happen for it. Several agents can share one file. */
export interface Step {
  readonly agent: Agent;
  readonly file: SetupFile;
  readonly write?: {
    readonly realPath: string;
    /** `undefined` means no file. */
    readonly before: string | undefined;
    readonly after: string | undefined;
    /** Directories that the step makes, to be removed again when it fails. */
    readonly directories: readonly string[];
  };
  readonly save?: Receipt;
  readonly drop?: Receipt;
}

/** Where a file is reported to be, and as what. */
interface Reported {
  readonly path: string;
  readonly purpose: SetupFile['purpose'];
}

/** What `init` writes to a file that was looked at, and how it reports that. */
export function writing(
  { path, purpose }: Reported,
  { text, realPath, missingDirectories }: Pick<Target, 'text' | 'realPath' | 'missingDirectories'>,
  after: string,
): { readonly file: SetupFile; readonly write: NonNullable<Step['write']> } {
  return {
    file: { path, purpose, action: text === undefined ? 'create' : 'change', diff: unifiedDiff(path, text, after) },
    write: { realPath, before: text, after, directories: missingDirectories },
  };
}

/** Lines around a change in a diff: settings files often hold secrets, so no more than it takes to see the place. */
const CONTEXT_LINES = 1;

export function unifiedDiff(path: string, before: string | undefined, after: string | undefined): string {
  const from = before === undefined ? '/dev/null' : path;
  const to = after === undefined ? '/dev/null' : path;
  const patch = createTwoFilesPatch(from, to, before ?? '', after ?? '', '', '', { context: CONTEXT_LINES });
  return patch.slice(patch.indexOf('--- '));
}

/** The one stretch that differs. */
export function editBetween(before: string, after: string): Edit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return {
    offset: start,
    removed: before.slice(start, before.length - end),
    inserted: after.slice(start, after.length - end),
  };
}

export function undoEdit(text: string, { offset, removed, inserted }: Edit): string {
  return text.slice(0, offset) + removed + text.slice(offset + inserted.length);
}
