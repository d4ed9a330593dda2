import type { Dependency, Skill } from '@skillscope/core';
import type { ImportRequest } from '../ecosystem.ts';
import { type CodeToken, codeTokens, type Spelling } from '../formats/code-tokens.ts';
import { normalName } from './names.ts';

const SPELLING: Spelling = { lineComment: '#', quotes: { "'": 'line', '"': 'line' }, tripled: `'"` };

/** Dotted names that a module imports, without relative ones. `from a import b` gives `a.b`, since `b` may be a module. */
export function read(text: string): readonly string[] {
  const tokens = codeTokens(text, SPELLING);
  const names = new Set<string>();
  tokens.forEach(({ kind, text: word }, at) => {
    if (kind !== 'word') return;
    if (word === 'import_module' && tokens[at + 1]?.text === '(' && tokens[at + 2]?.kind === 'string') {
      const name = tokens[at + 2]?.text ?? '';
      if (DOTTED.test(name)) names.add(name);
    } else if (opensStatement(tokens, at)) {
      const found = word === 'import' ? imported(tokens, at + 1) : word === 'from' ? importedFrom(tokens, at + 1) : [];
      for (const name of found) names.add(name);
    }
  });
  return [...names];
}

/**
 * By the name that the scan learned from the distribution's own list of files, else by the folder that its skills lie in,
 * else by the distribution's name with `_` for `-` or, for a namespace package, for `.`: `google-cloud-storage` is
 * `google.cloud.storage`.
 */
export function match<L extends Dependency>({ names, shipping }: ImportRequest<L>): readonly L[] {
  const spellings = new Set(names.flatMap(prefixes));
  return shipping.filter((library) => [...importNames(library)].some((name) => spellings.has(name)));
}

const DOTTED = /^[A-Za-z_][\w.]{0,255}$/;

function opensStatement(tokens: readonly CodeToken[], at: number): boolean {
  const before = tokens[at - 1];
  return tokens[at]?.opensLine === true || (before?.kind === 'mark' && (before.text === ';' || before.text === ':'));
}

/** `a.b as c, d` up to the end of the line. */
function imported(tokens: readonly CodeToken[], from: number): readonly string[] {
  const names: string[] = [];
  for (let at = from; at < tokens.length; ) {
    const { name, end } = dottedAt(tokens, at);
    if (name === '') break;
    names.push(name);
    at = tokens[end]?.text === 'as' ? end + 2 : end;
    if (tokens[at]?.text !== ',' || tokens[at]?.opensLine) break;
    at += 1;
  }
  return names;
}

/** `a.b import c, d` or `a.b import (c, d)`. */
function importedFrom(tokens: readonly CodeToken[], from: number): readonly string[] {
  const { name, end } = dottedAt(tokens, from);
  if (name === '' || tokens[end]?.text !== 'import') return [];
  const isOpen = tokens[end + 1]?.text === '(';
  const names: string[] = [];
  for (let at = end + (isOpen ? 2 : 1); at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token || (token.opensLine && !isOpen) || token.text === ')') break;
    if (token.kind === 'word' && tokens[at - 1]?.text !== 'as' && token.text !== 'as')
      names.push(`${name}.${token.text}`);
  }
  return names.length > 0 ? names : [name];
}

function dottedAt(tokens: readonly CodeToken[], from: number): { readonly name: string; readonly end: number } {
  const parts: string[] = [];
  let at = from;
  while (tokens[at]?.kind === 'word') {
    parts.push(tokens[at]?.text ?? '');
    at += 1;
    if (tokens[at]?.text !== '.') break;
    at += 1;
  }
  return { name: parts.join('.'), end: at };
}

/** `a.b.c` gives `a`, `a_b` and `a_b_c`, in lower case. */
function prefixes(name: string): readonly string[] {
  const parts = name.toLowerCase().split('.').slice(0, PARTS);
  return parts.map((_, index) => parts.slice(0, index + 1).join('_'));
}

/** Parts of a dotted name looked at; namespace packages have two to four. */
const PARTS = 8;

function importNames(library: Dependency & { readonly skills?: readonly Skill[] }): ReadonlySet<string> {
  const { alias, name, skills = [] } = library;
  if (alias !== undefined) return new Set([alias.toLowerCase()]);
  const own = normalName(name).replaceAll('-', '_');
  const folders = skills
    .map(({ path }) => (path.split('/')[0] ?? '').toLowerCase())
    .filter((folder) => FOLDER.test(folder));
  // The folder of a namespace is shared with other distributions.
  return new Set([own, ...folders.filter((folder) => !own.startsWith(`${folder}_`))]);
}

const FOLDER = /^[a-z_]\w{0,127}$/;
