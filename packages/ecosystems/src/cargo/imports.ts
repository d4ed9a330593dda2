import type { Dependency } from '@skillscope/core';
import type { ImportRequest } from '../ecosystem.ts';
import { byImportName } from '../formats/by-import-name.ts';
import { type CodeToken, codeTokens, type Spelling } from '../formats/code-tokens.ts';

const SPELLING: Spelling = {
  lineComment: '//',
  blockComments: 'nested',
  quotes: { '"': 'lines', "'": 'line' },
  rust: true,
};

/** Names that paths begin with, in `use`, `extern crate` and anywhere else: crates, and modules of the project too. */
export function read(text: string): readonly string[] {
  const tokens = codeTokens(text, SPELLING);
  const names = new Set<string>();
  tokens.forEach(({ kind, text: word }, at) => {
    if (kind === 'word' && NAME.test(word) && !OWN.has(word) && beginsPath(tokens, at)) names.add(word);
  });
  return [...names];
}

/** A crate is imported by its own name, or the one that the manifest gives it, with `_` for `-`. */
export function match<L extends Dependency>(request: ImportRequest<L>): readonly L[] {
  return byImportName(request, ({ alias, name }) => (alias ?? name).replaceAll('-', '_'));
}

const NAME = /^[A-Za-z_]\w{0,127}$/;

/** Path roots that are no crate, or come with the compiler. */
const OWN: ReadonlySet<string> = new Set(['crate', 'self', 'super', 'Self', 'std', 'core', 'alloc', 'use', 'as']);

function beginsPath(tokens: readonly CodeToken[], at: number): boolean {
  const isRooted = isPathMark(tokens, at - 2);
  const first = isRooted ? at - 2 : at;
  const before = tokens[first - 1];
  if (isRooted && (before?.kind === 'word' ? before.text !== 'use' : before?.text === '>')) return false;
  if (isPathMark(tokens, at + 1) || before?.text === 'use') return true;
  if (before?.text === '{') return tokens[first - 2]?.text === 'use';
  return before?.text === 'crate' && tokens[first - 2]?.text === 'extern';
}

function isPathMark(tokens: readonly CodeToken[], at: number): boolean {
  return tokens[at]?.text === ':' && tokens[at + 1]?.text === ':';
}
