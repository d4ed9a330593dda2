import type { Dependency } from '@skillscope/core';
import type { ImportRequest } from '../ecosystem.ts';
import { type CodeToken, codeTokens, type Spelling } from '../formats/code-tokens.ts';

const SPELLING: Spelling = {
  lineComment: '//',
  blockComments: 'plain',
  quotes: { '"': 'line', "'": 'line', '`': 'raw' },
};

/** Paths of the packages that a file imports. A part of a file may be the inside of an import block. */
export function read(text: string): readonly string[] {
  const tokens = codeTokens(text, SPELLING);
  const paths = new Set<string>();
  let inBlock = false;
  tokens.forEach((token, at) => {
    if (token.kind === 'word' && token.text === 'import' && token.opensLine) inBlock = tokens[at + 1]?.text === '(';
    else if (token.kind === 'mark' && token.text === ')') inBlock = false;
    else if (token.kind === 'string' && PATH.test(token.text) && (inBlock || isImported(tokens, at)))
      paths.add(token.text);
  });
  return [...paths];
}

/** A package is of the module whose path is the longest beginning of its own; versions such as `/v2` are part of it. */
export function match<L extends Dependency>({ names, shipping, all }: ImportRequest<L>): readonly L[] {
  const fitting = shipping.filter((library) => names.some((name) => isWithin(name, pathOf(library))));
  if (fitting.length === 0) return [];
  const modules = all().map(pathOf);
  return fitting.filter((library) => {
    const own = pathOf(library);
    const longer = modules.filter((path) => path.length > own.length && isWithin(path, own));
    return names.some((name) => isWithin(name, own) && !longer.some((path) => isWithin(name, path)));
  });
}

/** The standard library has no dot in the first segment. */
const PATH = /^[\w~-]{1,100}\.[\w.~-]{1,100}\/[^\s"`]{1,400}$/;

/** After `import`, or alone on its line, in both cases with at most a name before it. */
function isImported(tokens: readonly CodeToken[], at: number): boolean {
  const first = tokens[at]?.opensLine || tokens[at - 1]?.text === 'import' ? at : at - 1;
  if (tokens[first - 1]?.text === 'import') return true;
  if (!tokens[first]?.opensLine || tokens[at + 1]?.opensLine === false) return false;
  const name = tokens[first];
  return first === at || name?.kind === 'word' || name?.text === '.';
}

/** What a `replace` stands for is imported by the path that it replaces. */
function pathOf({ alias, name }: Dependency): string {
  return alias ?? name;
}

function isWithin(path: string, module: string): boolean {
  return path.startsWith(module) && (path.length === module.length || path[module.length] === '/');
}
