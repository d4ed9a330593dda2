import { cleanLine, LIMITS } from '@skillscope/core';
import { unreadablePolicy } from './own-policy.ts';
import type { Pattern } from './pattern.ts';
import { joinPolicies, NO_POLICY, type Policy } from './policy.ts';

/** The `intent` of one package.json, as parsed. */
interface Manifest {
  readonly value: unknown;
  readonly place: string;
}

/**
 * What TanStack Intent's keys in package.json leave out. `manifests` go from the project's directory up to its root:
 * the nearest `intent.skills` is the allow-list, as Intent has it, and every `intent.exclude` counts. Only npm packages
 * are judged.
 */
export function intentPolicy(manifests: readonly Manifest[]): Policy {
  const declared = manifests.find(({ value }) => listIn(value, 'skills') !== undefined);
  return joinPolicies([
    declared ? allowed(declared) : NO_POLICY,
    ...manifests.filter(({ value }) => listIn(value, 'exclude') !== undefined).map(excluded),
  ]);
}

function allowed({ value, place }: Manifest): Policy {
  const entries = entriesOf(listIn(value, 'skills'));
  if (!entries) return unreadablePolicy(place, '"intent.skills" is no list of names');
  const bad = entries.find((entry) => /^(?!workspace:)[a-z]+:/.test(entry) || /\s/.test(entry) || entry === '');
  if (bad !== undefined)
    return unreadablePolicy(place, `${cleanLine(JSON.stringify(bad), 80)} in "intent.skills" is no package`);
  const patterns = entries.map((entry): Pattern => {
    if (entry === '*') return { name: '*' };
    const workspace = entry.startsWith('workspace:');
    return { ...named(workspace ? entry.slice('workspace:'.length) : entry), workspace, believes: 'manifest' };
  });
  const source = `"intent.skills" in ${place}`;
  return { rules: [{ kind: 'allow', patterns, ecosystem: 'npm', source }], notes: [] };
}

function excluded({ value, place }: Manifest): Policy {
  const entries = entriesOf(listIn(value, 'exclude'));
  if (!entries) return unreadablePolicy(place, '"intent.exclude" is no list of patterns');
  const source = `"intent.exclude" in ${place}`;
  return { rules: [{ kind: 'deny', patterns: entries.map(named), ecosystem: 'npm', source }], notes: [] };
}

function named(entry: string): Pattern {
  const hash = entry.indexOf('#');
  const skill = hash < 0 ? '*' : entry.slice(hash + 1);
  const name = hash < 0 ? entry : entry.slice(0, hash);
  return skill === '*' ? { name } : { name, skill };
}

function entriesOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.length <= LIMITS.policyPatterns && value.every(isShortText) ? value : undefined;
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LIMITS.patternCharacters;
}

/** Null counts as absent, as it does for Intent. */
function listIn(value: unknown, key: string): unknown {
  const isTable = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return isTable ? ((value as Readonly<Record<string, unknown>>)[key] ?? undefined) : undefined;
}
