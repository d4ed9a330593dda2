import { LIMITS } from '../limits.ts';
import { codePointBoundary } from './cut-text.ts';

/** Shortens to at most `maxCharacters` UTF-16 units by leaving out the middle, so that how a sentence ends stays readable. */
export function shortenMiddle(text: string, maxCharacters: number = LIMITS.errorCharacters): string {
  if (text.length <= maxCharacters) return text;
  const tail = Math.floor((maxCharacters - 1) / 3);
  const head = codePointBoundary(text, maxCharacters - 1 - tail);
  const rest = text.length - tail;
  return `${text.slice(0, head)}…${text.slice(codePointBoundary(text, rest) === rest ? rest : rest + 1)}`;
}
