import { LIMITS } from '../limits.ts';
import { cleanLine } from './clean-line.ts';
import { findHidden } from './find-hidden.ts';
import { findPhrases, mayHoldPhrases } from './find-phrases.ts';
import { eachImitation } from './imitations.ts';
import { lineNumbers } from './line-numbers.ts';

/**
 * What is done about a finding. `withhold`: the text is not handed out until its digest is approved. `note`: it is
 * handed out with the remark.
 */
export const FINDING_ACTIONS = {
  'hidden-unicode': 'withhold',
  'imitates-envelope': 'withhold',
  'instruction-override': 'withhold',
  'mentions-override': 'note',
  'control-characters': 'note',
} as const satisfies Record<string, 'withhold' | 'note'>;

export type FindingCode = keyof typeof FINDING_ACTIONS;

/** Something about a foreign text that its reader should know. */
export interface Finding {
  readonly code: FindingCode;
  /** One sentence for people. Clean. */
  readonly message: string;
  /** 1-based. */
  readonly line: number;
  /** The few words or characters it is about, clean; hidden characters are shown by their code points. */
  readonly excerpt: string;
}

const EXCERPT_CHARACTERS = 80;

/**
 * Looks for what a foreign text may use against its reader: characters that cannot be seen, an imitation of the
 * envelope, and words that override an agent's instructions. Such words are only noted where the text mentions them:
 * in inline code, between quotation marks on one line, in a fence that names a programming or data language, as
 * something that is allowed ("you can ignore …"), or as a reported attack ("a malicious page may say: ignore …").
 * A negation in front ("never ignore …") is no finding. Give it a whole file or a description alone.
 * One finding a line and code, at most `LIMITS.findingsPerCode` of each code, by line. Linear time.
 */
export function inspectText(text: string): readonly Finding[] {
  const lineOf = lineNumbers(text);
  const findings: Finding[] = [];
  const counts = new Map<FindingCode, number>();

  function add(code: FindingCode, start: number, message: string, excerpt: string): void {
    const line = lineOf(start);
    const count = counts.get(code) ?? 0;
    if (count >= LIMITS.findingsPerCode || findings.some((known) => known.code === code && known.line === line)) return;
    counts.set(code, count + 1);
    findings.push({ code, message, line, excerpt: cleanLine(excerpt, EXCERPT_CHARACTERS) });
  }

  for (const { code, start, message, excerpt } of findHidden(text, LIMITS.findingsPerCode)) {
    add(code, start, message, excerpt);
  }
  for (const { code, start, end, does } of findPhrases(text)) {
    if ((counts.get(code) ?? 0) >= LIMITS.findingsPerCode) continue;
    const subject = code === 'mentions-override' ? 'Mentioned here, not said: a text that' : 'The text';
    add(code, start, `${subject} ${does}.`, text.slice(start, end));
  }
  eachImitation(text, ({ start, end, does }) => {
    if ((counts.get('imitates-envelope') ?? 0) < LIMITS.findingsPerCode)
      add('imitates-envelope', start, `The text ${does}.`, text.slice(start, end));
  });
  return findings.sort((a, b) => a.line - b.line || (a.code < b.code ? -1 : 1));
}

/** True when one of these findings withholds the text. */
export function withholds(findings: readonly Finding[]): boolean {
  return findings.some(({ code }) => FINDING_ACTIONS[code] === 'withhold');
}

/**
 * True when a foreign one-line string (a name, path, version or description) may not be shown: it holds what
 * `inspectText` withholds, as it stands or once it is cleaned.
 */
export function steers(text: string): boolean {
  if (withholds(inspectText(text))) return true;
  const cleaned = cleanLine(text, text.length);
  return cleaned !== text && withholds(inspectText(cleaned));
}

/** True when a text that is shown behind a name would steer together with it, whatever each says alone. */
export function steersBehind(name: string, text: string): boolean {
  return steers(`${name} ${text.slice(0, SENTENCE_CHARACTERS)}`);
}

/** A phrase that begins in a name ends well before. */
const SENTENCE_CHARACTERS = 160;

/**
 * False when `inspectText` has nothing to say of any of these one-line texts; true when each has to be asked. A fraction
 * of the time that asking each takes.
 */
export function maySteer(texts: readonly string[]): boolean {
  // What is read as it is looked through hides nothing in plain characters, and a blank line ends whatever it begins.
  const joined = texts.join('\n\n');
  if (NOT_PLAIN.test(joined) || texts.some((text) => cleanLine(text, text.length) !== text)) return true;
  if (mayHoldPhrases(joined) || findPhrases(joined, []).length > 0) return true;
  let isImitated = false;
  eachImitation(joined, () => {
    isImitated = true;
  });
  return isImitated;
}

const NOT_PLAIN = /[^\n -~]/;
