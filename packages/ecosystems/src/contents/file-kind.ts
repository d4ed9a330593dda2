import type { SkillFileKind } from '@skillscope/core';
import { decodeText } from '../files.ts';
import { nameOf } from '../trees/paths.ts';

/**
 * What may be done with a file of a skill, by its path inside the skill and its bytes.
 * Anything below a `scripts` or `bin` folder, with a `#!` line, or of a shell is a script wherever it lies. Source that an
 * interpreter takes as it is (`.py`, `.js` …) is a script too, except below the folders for reading matter,
 * where it is example code. Any other source is text.
 */
export function fileKind(path: string, bytes: Uint8Array): Exclude<SkillFileKind, 'too-large'> {
  const folders = path.split('/').slice(0, -1);
  const extension = extensionOf(path);
  if (folders.some((folder) => SCRIPT_FOLDERS.has(folder)) || SHELL.has(extension)) return 'script';
  if (bytes[0] === HASH && bytes[1] === BANG) return 'script';
  if (INTERPRETED.has(extension) && !folders.some((folder) => READING.has(folder))) return 'script';
  return decodeText(bytes) === undefined ? 'binary' : 'text';
}

const HASH = 0x23;
const BANG = 0x21;

const SCRIPT_FOLDERS: ReadonlySet<string> = new Set(['bin', 'scripts']);

const READING: ReadonlySet<string> = new Set([
  'assets',
  'docs',
  'examples',
  'reference',
  'references',
  'resources',
  'templates',
]);

const SHELL: ReadonlySet<string> = new Set([
  'applescript',
  'bash',
  'bat',
  'cmd',
  'command',
  'csh',
  'fish',
  'ksh',
  'ps1',
  'psm1',
  'sh',
  'vbs',
  'zsh',
]);

const INTERPRETED: ReadonlySet<string> = new Set([
  'cjs',
  'cts',
  'js',
  'lua',
  'mjs',
  'mts',
  'php',
  'pl',
  'py',
  'r',
  'rb',
  'ts',
]);

function extensionOf(path: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}
