/**
 * True for a text that is nothing but one bracketed instruction to whoever was to write it, such as `[describe it here]`,
 * `<description>` or `{{summary}}`: a template that nobody filled. Emphasis around it does not count. A text that begins
 * so and goes on is somebody's own words, and so is one with a comma, which may be a list.
 */
export function isUnfilled(text: string): boolean {
  const plain = text.replace(EMPHASIS, '').trim();
  const closing = CLOSING[plain[0] ?? ''];
  if (closing === undefined || !plain.endsWith(closing)) return false;
  const inner = plain.slice(1, -1);
  // One pair around all of it, doubled or not.
  return inner.replace(BRACKETS_AT_ENDS, '').search(BRACKET) < 0;
}

const EMPHASIS = /[*_`"]/g;
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '<': '>', '{': '}' };
const BRACKETS_AT_ENDS = /^[[<{]|[\]>}]$/g;
const BRACKET = /[[\]<>{},]/;
