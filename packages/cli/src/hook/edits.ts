import { isAbsolute, resolve } from 'node:path';
import { HOOK_LIMITS } from './limits.ts';

/** One file that a tool writes. */
export interface Edit {
  /** Absolute. */
  readonly path: string;
  /** What will be in it: the whole, or parts. */
  readonly texts: readonly string[];
}

/** What a tool of a host is about to write, or has written; nothing for a tool that writes no file. */
export function editsOf(tool: string, input: unknown, directory: string | undefined): readonly Edit[] {
  const edits = tool === 'apply_patch' ? patched(patchIn(input)) : EDITORS.has(tool) ? written(input) : [];
  return edits.slice(0, HOOK_LIMITS.files).flatMap(({ path, texts }) => {
    if (isAbsolute(path)) return [{ path, texts }];
    return directory !== undefined && isAbsolute(directory) ? [{ path: resolve(directory, path), texts }] : [];
  });
}

/** Claude Code's, Cursor's and Copilot CLI's tools, Gemini CLI's, Qwen Code's, VS Code's. */
const EDITORS: ReadonlySet<string> = new Set([
  'Edit',
  'Write',
  'MultiEdit',
  'NotebookEdit',
  'write_file',
  'replace',
  'edit',
  'create',
  'notebook_edit',
  'create_file',
  'replace_string_in_file',
  'multi_replace_string_in_file',
  'insert_edit_into_file',
  'edit_notebook_file',
]);

const PATH_FIELDS = ['file_path', 'notebook_path', 'path', 'filePath'];
const TEXT_FIELDS = [
  'content',
  'contents',
  'new_string',
  'new_source',
  'file_text',
  'new_str',
  'newString',
  'newCode',
  'code',
];
/** Parts of one edit; VS Code names the file in each of them. */
const PART_FIELDS = ['edits', 'replacements'];

function written(input: unknown): readonly Edit[] {
  const fields = fieldsOf(input);
  const parts = PART_FIELDS.flatMap((name) => (Array.isArray(fields[name]) ? fields[name] : [])).map(fieldsOf);
  const whole = pathIn(fields);
  const edits = new Map<string, string[]>(whole === undefined ? [] : [[whole, []]]);
  for (const part of [fields, ...parts]) {
    const path = pathIn(part) ?? whole;
    if (path !== undefined) edits.set(path, [...(edits.get(path) ?? []), ...textsIn(part)]);
  }
  return [...edits].map(([path, texts]) => ({ path, texts }));
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function pathIn(fields: Readonly<Record<string, unknown>>): string | undefined {
  return PATH_FIELDS.map((name) => fields[name]).find(isText);
}

function textsIn(fields: Readonly<Record<string, unknown>>): readonly string[] {
  return TEXT_FIELDS.map((name) => fields[name]).filter((value) => typeof value === 'string');
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Codex calls it `command`, VS Code `input`; to Copilot CLI it is the whole input. */
function patchIn(input: unknown): unknown {
  return isText(input) ? input : (fieldsOf(input)['command'] ?? fieldsOf(input)['input']);
}

/** A patch: files by header lines, in them lines that stay, go (`-`) and come (`+`). */
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
