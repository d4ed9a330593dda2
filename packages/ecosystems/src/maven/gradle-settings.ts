/**
 * Folders of the projects that a settings script includes, as far as it names them in plain words:
 * `include ':app', 'lib:core'` and the same with brackets. A script is a program, and it is not run: names that it
 * works out are not seen. What the build itself reports goes before this.
 */
export function readIncludes(script: string): readonly string[] {
  const text = withoutComments(script);
  const found: string[] = [];
  for (let at = text.indexOf(INCLUDE); at >= 0; at = text.indexOf(INCLUDE, at + INCLUDE.length)) {
    if (/[\w.$]/.test(text.charAt(at - 1)) || /[\w$]/.test(text.charAt(at + INCLUDE.length))) continue;
    for (const literal of literalsFrom(text, at + INCLUDE.length)) found.push(literal);
  }
  return [...new Set(found.map(folderOf).filter((path) => path !== undefined))];
}

const INCLUDE = 'include';

/** The string literals that follow, separated by commas, up to anything else. */
function literalsFrom(text: string, start: number): readonly string[] {
  const found: string[] = [];
  const gap = /[\s,([]*/y;
  for (let at = start; ; ) {
    gap.lastIndex = at;
    at += gap.exec(text)?.[0].length ?? 0;
    const quote = text.charAt(at);
    const end = quote === '"' || quote === "'" ? text.indexOf(quote, at + 1) : -1;
    if (end < 0) return found;
    found.push(text.slice(at + 1, end));
    at = end + 1;
  }
}

function folderOf(name: string): string | undefined {
  const segments = name.split(/[:/]/).filter((segment) => segment !== '');
  const isPlain = segments.every((segment) => /^[\w.-]+$/.test(segment) && !/^\.+$/.test(segment));
  return isPlain && segments.length > 0 ? segments.join('/') : undefined;
}

/** Comments become spaces; what stands in a string is no comment. */
function withoutComments(script: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < script.length; at++) {
    const character = script.charAt(at);
    if (character === '"' || character === "'") {
      const end = script.indexOf(character, at + 1);
      if (end < 0) break;
      at = end;
    } else if (character === '/' && (script.charAt(at + 1) === '/' || script.charAt(at + 1) === '*')) {
      const isLine = script.charAt(at + 1) === '/';
      const end = script.indexOf(isLine ? '\n' : '*/', at + 2);
      parts.push(script.slice(from, at), ' ');
      if (end < 0) return parts.join('');
      from = isLine ? end : end + 2;
      at = from - 1;
    }
  }
  parts.push(script.slice(from));
  return parts.join('');
}
