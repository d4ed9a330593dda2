import { artifactsOf, type Dependency } from '@skillscope/core';
import type { ImportRequest } from '../ecosystem.ts';
import { type CodeToken, codeTokens, type Spelling } from '../formats/code-tokens.ts';
import type { Tree } from '../tree.ts';

const SPELLING: Spelling = {
  lineComment: '//',
  blockComments: 'plain',
  quotes: { '"': 'line', "'": 'line', '`': 'line' },
  tripled: `"'`,
};

/** Only Java and Groovy end a comment at its first end. */
const NESTED: Spelling = { ...SPELLING, blockComments: 'nested' };

/** Full names that a file imports, `a.b.*` for all of a package. */
export function read(text: string, extension: string): readonly string[] {
  const tokens = codeTokens(text, extension === '.java' || extension === '.groovy' ? SPELLING : NESTED);
  const names = new Set<string>();
  tokens.forEach((token, at) => {
    if (token.kind !== 'word' || token.text !== 'import') return;
    if (!token.opensLine && tokens[at - 1]?.text !== ';') return;
    for (const name of importedAt(tokens, at + 1)) names.add(name);
  });
  return [...names];
}

/** By the classes in a library's own archives: the file of the class, or any class of the package for what is no class. */
export async function match<L extends Dependency>({ names, shipping, open }: ImportRequest<L>): Promise<readonly L[]> {
  const wanted = names.filter((name) => !PLATFORM.test(name));
  if (wanted.length === 0) return [];
  const fitting: L[] = [];
  for (const library of shipping) if (await holdsAny(wanted, library, open)) fitting.push(library);
  return fitting;
}

/** What the JVM brings itself. `javax` is not all of it. */
const PLATFORM = /^java\./;

/** One statement: a name, several with commas, or a package with names in braces, up to the end of the line. */
function importedAt(tokens: readonly CodeToken[], from: number): readonly string[] {
  const names: string[] = [];
  let start = tokens[from]?.text === 'static' ? from + 1 : from;
  for (;;) {
    const { parts, end } = dottedAt(tokens, start);
    const prefix = parts[0] === '_root_' ? parts.slice(1) : parts;
    const braced = tokens[end]?.text === '{' ? bracedAt(tokens, end + 1) : undefined;
    if (braced) names.push(...braced.names.map((name) => [...prefix, name].join('.')));
    else if (prefix.length > 1) names.push(prefix.join('.'));
    const next = braced?.end ?? end;
    if (tokens[next]?.text !== ',' || tokens[next]?.opensLine) return names;
    start = next + 1;
  }
}

function dottedAt(tokens: readonly CodeToken[], from: number) {
  const parts: string[] = [];
  let at = from;
  for (;;) {
    const token = tokens[at];
    if (!token || token.opensLine) break;
    const isName = token.kind !== 'mark' && NAME.test(token.text);
    if (!isName && token.text !== '*') break;
    parts.push(token.text === '_' || token.text === '*' ? '*' : token.text);
    at += 1;
    if (tokens[at]?.text !== '.') break;
    at += 1;
  }
  return { parts, end: at };
}

/** `C, D => E, *}`. */
function bracedAt(tokens: readonly CodeToken[], from: number) {
  const names: string[] = [];
  let at = from;
  for (; at < tokens.length && tokens[at]?.text !== '}'; at += 1) {
    const before = tokens[at - 1]?.text;
    const token = tokens[at];
    if (token && (before === '{' || before === ',')) names.push(token.text === '_' ? '*' : token.text);
  }
  return { names, end: at + 1 };
}

const NAME = /^[\p{L}_$][\p{L}\p{N}_$]{0,255}$/u;

async function holdsAny(
  names: readonly string[],
  library: Dependency,
  open: ImportRequest<Dependency>['open'],
): Promise<boolean> {
  for (const artifact of artifactsOf(library)) {
    const tree = await open(artifact);
    if (!tree) continue;
    try {
      if (names.some((name) => holds(tree, name.split('.').slice(0, PARTS)))) return true;
    } finally {
      tree.close();
    }
  }
  return false;
}

/** Parts of a name looked at; the longest packages have some ten. */
const PARTS = 16;

/** Where packages begin: in a jar, and in the sources of a multiplatform library. */
const ROOTS = ['', 'commonMain/', 'jvmMain/'];

function holds(tree: Tree, parts: readonly string[]): boolean {
  const last = parts.at(-1) ?? '';
  const folders = ROOTS.map((root) => (depth: number) => root + parts.slice(0, depth).join('/'));
  if (last !== '*') {
    for (let depth = parts.length - 1; depth > 0; depth -= 1) {
      const name = parts[depth] ?? '';
      const files = new Set([`${name}.class`, `${name}Kt.class`, `${name}.java`, `${name}.kt`]);
      if (folders.some((folder) => tree.list(folder(depth))?.some((entry) => files.has(entry.name)))) return true;
    }
  }
  // A function or property of a package is in a file of any name.
  const isPackageWide = last === '*' || /^\p{Ll}/u.test(last);
  return isPackageWide && folders.some((folder) => tree.list(folder(parts.length - 1))?.some(isCode) === true);
}

function isCode({ name }: { readonly name: string }): boolean {
  return CODE.some((extension) => name.endsWith(extension));
}

const CODE = ['.class', '.java', '.kt'];
