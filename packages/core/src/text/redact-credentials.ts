const REDACTED = '***';
/** Longest scheme looked for in front of `://`, e.g. `git+https`. */
const SCHEME_CHARACTERS = 32;

/**
 * Replaces the user part of every `scheme://user:token@host` by `***`. The user name `git` alone is no secret and stays.
 * Scans forward once instead of matching an expression: an authority of any length costs linear time.
 */
export function redactCredentials(text: string): string {
  let result = '';
  let last = 0;
  for (let colon = text.indexOf('://'); colon !== -1; colon = text.indexOf('://', Math.max(last, colon + 3))) {
    const authority = colon + 3;
    if (!hasScheme(text, colon)) continue;
    const at = userEnd(text, authority);
    if (at === undefined) continue;
    const user = text.slice(authority, at);
    result += text.slice(last, authority) + (user === '' || user === 'git' ? user : REDACTED);
    last = at;
  }
  return result + text.slice(last);
}

function hasScheme(text: string, colon: number): boolean {
  for (let index = colon - 1; index >= Math.max(0, colon - SCHEME_CHARACTERS); index -= 1) {
    const character = text[index] ?? '';
    if (/[a-z]/i.test(character)) return true;
    if (!/[\d+.-]/.test(character)) return false;
  }
  return false;
}

/** Index of the last `@` in the authority that starts at `start`. */
function userEnd(text: string, start: number): number | undefined {
  let at: number | undefined;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (character === '@') at = index;
    else if (/[\s/?#\\"'`<>|]/.test(character)) break;
  }
  return at;
}
