import { compare, satisfies, valid } from '@renovatebot/pep440';

/** Longest text taken for a version: expressions cost more than linear time on longer ones. */
const CHARACTERS = 128;

/** Few different comparisons are made, each many times, and one costs a tenth of a millisecond. */
const known = new Map<string, boolean | undefined>();
const KNOWN = 10_000;

/** Whether a version meets one comparison, pre-releases included; `undefined` when either side is no version. */
export function meets(version: string, operator: string, operand: string): boolean | undefined {
  if (version.length + operand.length > CHARACTERS) return undefined;
  const key = `${version} ${operator} ${operand}`;
  if (known.has(key)) return known.get(key);
  const comparable = valid(version) !== null && valid(operand.replace(/\.\*$/, '')) !== null;
  const result = comparable ? satisfies(version, `${operator}${operand}`, { prereleases: true }) : undefined;
  if (known.size < KNOWN) known.set(key, result);
  return result;
}

/** Orders versions as the index does; what is no version comes first, by code unit. */
export function compareVersions(a: string, b: string): number {
  const [known, other] = [a, b].map((version) => version.length <= CHARACTERS && valid(version) !== null);
  if (known && other) return compare(a, b);
  return known ? 1 : other ? -1 : a < b ? -1 : a > b ? 1 : 0;
}
