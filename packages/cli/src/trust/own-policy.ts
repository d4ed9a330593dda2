import { cleanLine, LIMITS, type Note } from '@skillscope/core';
import { ECOSYSTEM_IDS } from '@skillscope/ecosystems';
import { type Pattern, parsePattern } from './pattern.ts';
import type { Policy, Rule } from './policy.ts';

const KEYS: ReadonlySet<string> = new Set(['$schema', 'trust', 'allow', 'deny']);

/**
 * Reads the value of a `skillscope.json`, or of the `skillscope` key of a package.json. `place` names it for people.
 * What is not understood is noted, and the policy then asks for approval of everything: a policy that was meant to
 * narrow never widens.
 */
export function ownPolicy(value: unknown, place: string): Policy {
  const faults: string[] = [];
  const rules: Rule[] = [];
  let approval: string | undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) faults.push('it is no object');
  else {
    const fields = value as Readonly<Record<string, unknown>>;
    for (const key of Object.keys(fields)
      .filter((name) => !KEYS.has(name))
      .slice(0, LIMITS.findingsPerCode))
      faults.push(`there is no key ${JSON.stringify(key)}`);
    const { trust } = fields;
    if (trust === 'approved') approval = `"trust" in ${place}`;
    else if (trust !== undefined && trust !== 'scope') faults.push('"trust" is neither "scope" nor "approved"');
    for (const kind of ['allow', 'deny'] as const) {
      if (fields[kind] === undefined) continue;
      rules.push({ kind, patterns: patternsOf(fields[kind], kind, faults), source: `"${kind}" in ${place}` });
    }
  }
  if (faults.length > 0) approval ??= unreadable(place);
  return {
    rules,
    ...(approval === undefined ? {} : { approval }),
    notes: faults.slice(0, LIMITS.findingsPerCode).map((fault) => policyNote(place, fault)),
  };
}

/** A policy that cannot be read at all. */
export function unreadablePolicy(place: string, fault: string): Policy {
  return { rules: [], approval: unreadable(place), notes: [policyNote(place, fault)] };
}

export function policyNote(place: string, fault: string): Note {
  return {
    code: 'policy-unreadable',
    message: cleanLine(
      `${place} is not understood: ${fault}. Until that is mended, only approved skills are handed out.`,
    ),
  };
}

function unreadable(place: string): string {
  return `${place}, which is not understood,`;
}

function patternsOf(value: unknown, kind: string, faults: string[]): readonly Pattern[] {
  if (!Array.isArray(value)) {
    faults.push(`"${kind}" is no list`);
    return [];
  }
  if (value.length > LIMITS.policyPatterns) faults.push(`"${kind}" has more than ${LIMITS.policyPatterns} patterns`);
  return value.slice(0, LIMITS.policyPatterns).flatMap((item: unknown) => {
    const pattern = typeof item === 'string' ? parsePattern(item, ECOSYSTEM_IDS) : { reason: 'it is no text' };
    if (!('reason' in pattern)) return [pattern];
    const shown = cleanLine(JSON.stringify(item) ?? '', 80);
    faults.push(`${shown} in "${kind}" is no pattern: ${pattern.reason}`);
    return [];
  });
}
