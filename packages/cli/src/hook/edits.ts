import { isAbsolute, resolve } from 'node:path';
import { HOOK_LIMITS } from './limits.ts';

/** One file that a tool writes. */
export interface Edit {
  /** Absolute. */
  readonly path: string;
  /** What will be in it: the whole, or parts. */
  readonly texts: readonly string[];
}

/** What a tool of a host is about to write; nothing for a tool that writes no file. */
export function editsOf(tool: string, input: unknown, directory: string | undefined): readonly Edit[] {
  if (typeof input !== 'object' || input === null) return [];
  const fields = input as Readonly<Record<string, unknown>>;
  const edits = tool === 'apply_patch' ? patched(fields['command']) : EDITORS.has(tool) ? written(fields) : [];
  return edits.slice(0, HOOK_LIMITS.files).flatMap(({ path, texts }) => {
    if (isAbsolute(path)) return [{ path, texts }];
    return directory !== undefined && isAbsolute(directory) ? [{ path: resolve(directory, path), texts }] : [];
  });
}

/** Claude Code's and Cursor's tools, then Gemini CLI's. */
const EDITORS: ReadonlySet<string> = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit', 'write_file', 'replace']);

const PATH_FIELDS = ['file_path', 'notebook_path', 'path'];
const TEXT_FIELDS = ['content', 'contents', 'new_string', 'new_source'];

function written(fields: Readonly<Record<string, unknown>>): readonly Edit[] {
  const path = PATH_FIELDS.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '');
  if (typeof path !== 'string') return [];
  const parts = Array.isArray(fields['edits']) ? fields['edits'] : [];
  const values = [...TEXT_FIELDS.map((name) => fields[name]), ...parts.map((part: unknown) => newString(part))];
  return [{ path, texts: values.filter((value) => typeof value === 'string') }];
}

function newString(part: unknown): unknown {
  return typeof part === 'object' && part !== null && 'new_string' in part ? part.new_string : undefined;
}

/** Codex's patch: files by header lines, in them lines that stay, go (`-`) and come (`+`). */
function patched(patch: unknown): readonly Edit[] {
  if (typeof patch !== 'string') return [];
  const edits: { path: string; lines: string[] }[] = [];
  for (const line of patch.split('\n')) {
    const header = HEADERS.find((start) => line.startsWith(start));
    if (header !== undefined) edits.push({ path: line.slice(header.length).trim(), lines: [] });
    else if (line.startsWith('+') || line.startsWith(' ')) edits.at(-1)?.lines.push(line.slice(1));
  }
  return edits.filter(({ path }) => path !== '').map(({ path, lines }) => ({ path, texts: [lines.join('\n')] }));
}

const HEADERS = ['*** Add File: ', '*** Update File: '];
