import type { Dependency } from '@skillscope/core';
import type { ImportRequest } from '../ecosystem.ts';
import { byImportName } from '../formats/by-import-name.ts';
import { type CodeToken, codeTokens, type Spelling } from '../formats/code-tokens.ts';

const SPELLING: Spelling = {
  lineComment: '//',
  blockComments: 'plain',
  quotes: { "'": 'line', '"': 'line', '`': 'lines' },
  patterns: true,
};

/** Names of the packages that a module imports, statically or by a call with a plain text. */
export function read(text: string, extension: string): readonly string[] {
  const names = new Set<string>();
  for (const code of codeOf(text, extension)) {
    const tokens = codeTokens(code, SPELLING);
    tokens.forEach((_, at) => {
      const name = packageName(specifierAt(tokens, at)?.text ?? '');
      if (name) names.add(name);
    });
  }
  return [...names];
}

export function match<L extends Dependency>(request: ImportRequest<L>): readonly L[] {
  return byImportName(request, ({ alias, name }) => alias ?? name);
}

/** What stands in quotes after the word at a place, where that word imports something. */
function specifierAt(tokens: readonly CodeToken[], at: number): CodeToken | undefined {
  const token = tokens[at];
  if (token?.kind !== 'word' || tokens[at - 1]?.text === '.') return undefined;
  switch (token.text) {
    case 'from':
      return stringAt(tokens, at + 1);
    case 'import':
      return stringAt(tokens, at + 1) ?? calledWith(tokens, at + 1);
    case 'require':
      return calledWith(tokens, marks(tokens, at + 1, '.') && tokens[at + 2]?.text === 'resolve' ? at + 3 : at + 1);
    default:
      return undefined;
  }
}

function calledWith(tokens: readonly CodeToken[], at: number): CodeToken | undefined {
  return marks(tokens, at, '(') ? stringAt(tokens, at + 1) : undefined;
}

function stringAt(tokens: readonly CodeToken[], at: number): CodeToken | undefined {
  const token = tokens[at];
  return token?.kind === 'string' ? token : undefined;
}

function marks(tokens: readonly CodeToken[], at: number, mark: string): boolean {
  const token = tokens[at];
  return token?.kind === 'mark' && token.text === mark;
}

/** Nothing for relative paths, `#internal`, addresses with a scheme such as `node:fs`, and what Node has built in. */
function packageName(specifier: string): string | undefined {
  const [first = '', second] = specifier.split('/', 2);
  const name = first.startsWith('@') && second ? `${first}/${second}` : first;
  return NAME.test(name) && !BUILT_IN.has(name) ? name : undefined;
}

const NAME = /^(?:@[\w.~-]{1,214}\/)?[\w~-][\w.~-]{0,213}$/;

/** Modules of Node that are packages of the registry as well: the bare name means Node's. */
const BUILT_IN: ReadonlySet<string> = new Set(
  'assert buffer console constants crypto domain events fs http https module net os path process punycode querystring stream string_decoder sys timers tls tty url util vm zlib'.split(
    ' ',
  ),
);

/** The code in a component file; a part of such a file without its tags is taken for code. */
function codeOf(text: string, extension: string): readonly string[] {
  if (extension !== '.vue' && extension !== '.svelte') return [text];
  const parts: string[] = [];
  for (let open = text.indexOf('<script'); open >= 0; ) {
    const start = text.indexOf('>', open);
    if (start < 0) break;
    const end = text.indexOf('</script', start);
    parts.push(text.slice(start + 1, end < 0 ? undefined : end));
    open = end < 0 ? -1 : text.indexOf('<script', end);
  }
  return parts.length > 0 ? parts : [text];
}
