import { isVersion } from './names.ts';

type Triple = readonly [number, number, number];

/**
 * True when a version meets a cargo requirement such as `1.2`, `^0.3`, `~1.4`, `=1.0.0`, `>=1, <2` or `1.*`.
 * Tells apart the versions a lockfile already holds, so pre-release rules are left out. Anything else is false.
 */
export function satisfies(requirement: string, version: string): boolean {
  if (!isVersion(version)) return false;
  const triple = tripleOf(version.split(/[-+]/, 1)[0] ?? '');
  return requirement.split(',').every((part) => meets(part.trim(), version, triple));
}

/**
 * True when a version surely does not meet a requirement. Pre-releases, and what is written in another way than cargo
 * would take, are never sure.
 */
export function misses(requirement: string, version: string): boolean {
  if (requirement.length > REQUIREMENT_CHARACTERS || !RELEASE.test(version)) return false;
  return requirement.split(',').every((part) => PLAIN.test(part.trim())) && !satisfies(requirement, version);
}

/** Longest requirement looked at; real ones stay below 50 characters. */
const REQUIREMENT_CHARACTERS = 500;

const RELEASE = /^\d{1,15}\.\d{1,15}\.\d{1,15}(?:\+[\w.-]*)?$/;

/** A comparison of up to three numbers, or with a wildcard in the place of the last. */
const PLAIN = /^(?:\^|~|=|[<>]=?)?\s*(?:\*|\d{1,15}(?:\.\d{1,15}){0,2}|\d{1,15}(?:\.\d{1,15})?\.\*)$/;

/** Orders versions by their numbers, then as text. */
export function compareVersions(a: string, b: string): number {
  return (
    compare(tripleOf(a.split(/[-+]/, 1)[0] ?? ''), tripleOf(b.split(/[-+]/, 1)[0] ?? '')) ||
    (a < b ? -1 : a > b ? 1 : 0)
  );
}

function meets(part: string, version: string, triple: Triple): boolean {
  const operator = ['>=', '<=', '>', '<', '=', '~', '^'].find((candidate) => part.startsWith(candidate));
  const operand = part.slice(operator?.length ?? 0).trim();
  if (operator === '=' && isVersion(operand)) return operand === version || operand === version.split('+', 1)[0];

  const numbers = (operand.split(/[-+]/, 1)[0] ?? '').split('.');
  const wildcard = numbers.findIndex((number) => number === '*' || number === 'x' || number === 'X');
  const given = wildcard < 0 ? numbers : numbers.slice(0, wildcard);
  if (given.some((number) => !/^\d{1,15}$/.test(number)) || numbers.length > 3) return false;
  if (given.length === 0) return true;

  const low = tripleOf(given.join('.'));
  const next = successor(low, given.length - 1);
  switch (operator) {
    case '>':
      return given.length === 3 ? compare(triple, low) > 0 : compare(triple, next) >= 0;
    case '>=':
      return compare(triple, low) >= 0;
    case '<':
      return compare(triple, low) < 0;
    case '<=':
      return given.length === 3 ? compare(triple, low) <= 0 : compare(triple, next) < 0;
    case '=':
      return within(triple, low, next);
    case '~':
      return within(triple, low, successor(low, Math.min(given.length - 1, 1)));
    default:
      return within(triple, low, wildcard < 0 ? successor(low, leading(low, given.length)) : next);
  }
}

/** Index of the number that a caret requirement holds fixed: the first that is not zero, among those given. */
function leading(low: Triple, given: number): number {
  const index = low.slice(0, given).findIndex((number) => number > 0);
  return index < 0 ? given - 1 : index;
}

function successor([major, minor, patch]: Triple, index: number): Triple {
  if (index === 0) return [major + 1, 0, 0];
  if (index === 1) return [major, minor + 1, 0];
  return [major, minor, patch + 1];
}

function within(triple: Triple, low: Triple, high: Triple): boolean {
  return compare(triple, low) >= 0 && compare(triple, high) < 0;
}

function compare(a: Triple, b: Triple): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function tripleOf(text: string): Triple {
  const [major = 0, minor = 0, patch = 0] = text.split('.').map(Number);
  return [major, minor, patch];
}
