import { ENVELOPE_PATTERNS } from './envelope-patterns.ts';
import { findMentions, type Mentions } from './mentions.ts';
import { OVERRIDE_PATTERNS } from './override-patterns.ts';
import { matchPhrase, type Step } from './phrase.ts';
import { phraseBeginnings } from './phrase-beginnings.ts';
import { readWords, type Word } from './read-words.ts';
import { eachRoleTag } from './role-tags.ts';
import { type Passage, suspectPassages } from './suspect-passages.ts';
import type { TextPattern } from './text-pattern.ts';

export interface FoundPhrase {
  readonly code: 'instruction-override' | 'mentions-override' | 'imitates-envelope';
  readonly start: number;
  readonly end: number;
  readonly does: string;
}

/** Words behind which a verb is a command although no sentence starts there. */
const LEADS = words(
  'and then now please you must should will shall always just immediately instead also so therefore first',
);
const NEGATIONS = words('not never dont cannot cant wont shouldnt mustnt doesnt');
const PERMISSIONS = words('can may could might safely');
const ADVERBS = words('to ever just simply safely also');
const REPORTS = words(
  'say says saying said like as contain contains containing try tries trying attempt attempts attempting tell tells telling told ask asks asking instruct instructs instructing trick tricks tricking',
);
const ATTACKS = words(
  'attack attacks attacker attackers malicious untrusted injection injections injected adversarial adversary jailbreak jailbreaks hostile',
);
/** How far in front of a phrase a report of it may stand, and the word that calls it an attack. */
const REPORT_WORDS = 5;
const ATTACK_WORDS = 16;

type Phrase = { readonly pattern: TextPattern; readonly steps: readonly Step[] };

const OVERRIDES = byFirstWord(OVERRIDE_PATTERNS);
const ENVELOPES = byFirstWord(ENVELOPE_PATTERNS);
const BEGINNINGS = phraseBeginnings([...OVERRIDE_PATTERNS, ...ENVELOPE_PATTERNS].flatMap(({ phrases }) => phrases));

/**
 * Phrases and marks that override instructions or imitate the envelope, in the order of the text. Phrases are looked
 * for in the passages only, which must end where blocks end.
 */
export function findPhrases(
  text: string,
  passages: readonly Passage[] = suspectPassages(text, BEGINNINGS),
): readonly FoundPhrase[] {
  const found: FoundPhrase[] = [];
  let known: Mentions | undefined;
  const mentions: Mentions = (start, end, inAnyFence) => {
    known ??= findMentions(text);
    return known(start, end, inAnyFence);
  };

  for (const [from, to] of passages) {
    const read = readWords(text.slice(from, to));
    const placeOf = (first: number, end: number) => ({
      start: from + (read[first]?.start ?? 0),
      end: from + (read[end - 1]?.end ?? 0),
    });
    eachMatch(read, ENVELOPES, (pattern, first, end) => {
      found.push({ code: 'imitates-envelope', does: pattern.does, ...placeOf(first, end) });
    });
    eachMatch(read, OVERRIDES, (pattern, first, end) => {
      if (isHarmless(read, first, pattern)) return;
      const place = placeOf(first, end);
      const mentioned = isReported(read, first) || mentions(place.start, place.end, false);
      found.push({ code: mentioned ? 'mentions-override' : 'instruction-override', does: pattern.does, ...place });
    });
  }
  eachRoleTag(text, (start, end) => {
    const code = mentions(start, end, true) ? 'mentions-override' : 'instruction-override';
    found.push({ code, start, end, does: "contains a mark that begins or ends somebody else's turn" });
  });
  return found.sort((a, b) => a.start - b.start);
}

/** True when some passage has to be read: without one, a text holds no phrase, in whatever it is quoted or fenced. */
export function mayHoldPhrases(text: string): boolean {
  return suspectPassages(text, BEGINNINGS).length > 0;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

function byFirstWord(patterns: readonly TextPattern[]): ReadonlyMap<string, readonly Phrase[]> {
  const phrases = new Map<string, Phrase[]>();
  for (const pattern of patterns) {
    for (const steps of pattern.phrases) {
      for (const word of steps[0]?.words ?? []) {
        const known = phrases.get(word);
        if (known) known.push({ pattern, steps });
        else phrases.set(word, [{ pattern, steps }]);
      }
    }
  }
  return phrases;
}

function eachMatch(
  read: readonly Word[],
  phrases: ReadonlyMap<string, readonly Phrase[]>,
  visit: (pattern: TextPattern, first: number, end: number) => void,
): void {
  read.forEach((word, first) => {
    for (const { pattern, steps } of phrases.get(word.text) ?? []) {
      const end = matchPhrase(read, first, steps);
      if (end === undefined) continue;
      visit(pattern, first, end);
      return;
    }
  });
}

/** No command, or one that is forbidden rather than given. */
function isHarmless(read: readonly Word[], first: number, pattern: TextPattern): boolean {
  const opens = read[first]?.opens ?? true;
  const [before, earlier] = precedingWords(read, first, 2);
  if (pattern.command && !opens && !LEADS.has(before ?? '')) return true;
  if (pattern.negated || opens) return false;
  return isBehind(NEGATIONS, before, earlier);
}

/** Allowed rather than ordered, or told of as an attack. */
function isReported(read: readonly Word[], first: number): boolean {
  const before = precedingWords(read, first, ATTACK_WORDS);
  if (!read[first]?.opens && isBehind(PERMISSIONS, before[0], before[1])) return true;
  return before.slice(0, REPORT_WORDS).some((word) => REPORTS.has(word)) && before.some((word) => ATTACKS.has(word));
}

function isBehind(wanted: ReadonlySet<string>, before: string | undefined, earlier: string | undefined): boolean {
  return wanted.has(before ?? '') || (ADVERBS.has(before ?? '') && wanted.has(earlier ?? ''));
}

/** Up to `count` words in front of `first` in its block, nearest first. */
function precedingWords(read: readonly Word[], first: number, count: number): readonly string[] {
  const block = read[first]?.block;
  const found: string[] = [];
  for (let at = first - 1; at >= 0 && at >= first - count && read[at]?.block === block; at -= 1) {
    found.push(read[at]?.text ?? '');
  }
  return found;
}
