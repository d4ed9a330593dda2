import { LIMITS } from '../limits.ts';
import { cutText } from './cut-text.ts';
import { sequenceEnds, startsSequence } from './escape-sequence.ts';
import { eachInvisible, isTag, tagFlagLength } from './invisible.ts';
import { lazyPattern } from './lazy-pattern.ts';
import { characterAt, characterBefore } from './neighbours.ts';
import { redactCredentials } from './redact-credentials.ts';
import { joins } from './spelled.ts';

/** One code point each, so a search with it is linear. */
const SPECIAL = lazyPattern(String.raw`[\s\p{Cc}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]`, 'gu');

/**
 * Makes a foreign one-line string (a name, description, version, path or error fragment) safe for a terminal, a log,
 * an MCP answer or a page. Terminal sequences, control characters and characters that draw nothing are removed, save
 * joiners and selectors that emoji and joined scripts are spelled with; a lone surrogate becomes U+FFFD; every run of
 * white space, line breaks too, becomes one space and the ends are trimmed; credentials in a URL become `***`.
 * The result has at most `maxCharacters` UTF-16 units, `…` included, and no character or emoji is cut in two.
 * Cleaning twice changes nothing. Linear time. Default: `LIMITS.listingCharacters`.
 */
export function cleanLine(text: string, maxCharacters: number = LIMITS.listingCharacters): string {
  if (!NOT_PLAIN.test(text)) return cutText(redactCredentials(text), maxCharacters);
  let line = text;
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = cutText(redactCredentials(withoutHidden(foldLine(line))), maxCharacters);
    if (next === line) return line;
    line = next;
  }
  return line.replace(INVISIBLE.made(), '').replace(/\s+/g, ' ').trim();
}

/** Printable ASCII with single spaces between words is clean as it is. */
const NOT_PLAIN = /[^ -~]| {2}|^ | $/;
/** What is removed may leave something that is now too much or out of place; more rounds than two are an attack. */
const ROUNDS = 4;
const INVISIBLE = lazyPattern(
  String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`,
  'gu',
);

function withoutHidden(line: string): string {
  const parts: string[] = [];
  let last = 0;
  eachInvisible(line, ({ start, end, kind }) => {
    if (kind === 'joiner') return;
    parts.push(line.slice(last, start));
    last = end;
  });
  return last === 0 ? line : parts.join('') + line.slice(last);
}

function foldLine(text: string): string {
  const special = new RegExp(SPECIAL.made());
  const sequenceEnd = sequenceEnds(text);
  const parts: string[] = [];
  /** The last characters kept: reading them off a growing string would cost its length each time. */
  let tail = '';
  let spaced = false;
  let last = 0;

  function append(part: string): void {
    if (part === '') return;
    if (spaced && parts.length > 0) parts.push(' ');
    parts.push(part);
    tail = (tail + part.slice(-4)).slice(-4);
    spaced = false;
  }

  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    const start = match.index;
    append(text.slice(last, start));
    const character = match[0];
    const code = character.codePointAt(0) ?? 0;
    last = start + character.length;
    if (isSpace(character, code)) {
      spaced = true;
    } else if (startsSequence(code)) {
      last = sequenceEnd(start);
    } else if (code >= 0xd800 && code <= 0xdfff) {
      append('\ufffd');
    } else if (isTag(code)) {
      const length = spaced ? 0 : tagFlagLength(text, start);
      append(text.slice(start, start + length));
      last = start + Math.max(length, character.length);
    } else if (!spaced && isSpelling(code, tail, characterAt(text, last))) {
      append(character);
    }
    special.lastIndex = last;
  }
  append(text.slice(last));
  return parts.join('');
}

function isSpace(character: string, code: number): boolean {
  return code === 0x85 || (code !== 0xfeff && /^[\s\p{Z}]/u.test(character));
}

/** Judged by what is already kept, so that removing one character cannot bring two others together. */
function isSpelling(code: number, kept: string, after: string): boolean {
  const before = characterBefore(kept, kept.length);
  if (code === 0xfe0e || code === 0xfe0f) return before !== '' && before !== '\ufe0e' && before !== '\ufe0f';
  if (code !== 0x200c && code !== 0x200d) return false;
  return joins(code, before === '\ufe0f' ? characterBefore(kept, kept.length - 1) : before, after);
}
