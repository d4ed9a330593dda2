import type { Note } from '@skillscope/core';
import { matchesLibrary, matchesSkill, type Named, type Pattern, provesName } from './pattern.ts';

/** One list of one policy. `allow` lets through only what it names, `deny` everything else. */
export interface Rule {
  readonly kind: 'allow' | 'deny';
  readonly patterns: readonly Pattern[];
  /** Only libraries of this ecosystem are judged by it. Default: all. */
  readonly ecosystem?: string;
  /** For people: which list of which file, e.g. `"deny" in skillscope.json`. */
  readonly source: string;
}

/** Everything that files of a project say of what may be handed out. All rules count; none takes back another. */
export interface Policy {
  readonly rules: readonly Rule[];
  /** For people: who asks for approval, e.g. `"trust" in skillscope.json`. Default: nobody. */
  readonly approval?: string;
  /** What could not be read of it. */
  readonly notes: readonly Note[];
}

export const NO_POLICY: Policy = { rules: [], notes: [] };

/** What several files say, together: the strictest counts. */
export function joinPolicies(policies: readonly Policy[]): Policy {
  const approval = policies.find((policy) => policy.approval !== undefined)?.approval;
  return {
    rules: policies.flatMap(({ rules }) => rules),
    ...(approval === undefined ? {} : { approval }),
    notes: policies.flatMap(({ notes }) => notes),
  };
}

/** The first rule that leaves out a whole library; its own description is not searched then either. */
export function ruleAgainstLibrary({ rules }: Policy, library: Named): Rule | undefined {
  return rules.find((rule) => {
    if (!judges(rule, library)) return false;
    const matching = rule.patterns.filter((pattern) => speaksOf(rule, pattern, library));
    return rule.kind === 'allow' ? matching.length === 0 : matching.some(({ skill }) => skill === undefined);
  });
}

/** The first rule that leaves out a skill. */
export function ruleAgainstSkill(
  { rules }: Policy,
  library: Named,
  skill: { readonly path: string; readonly name: string },
): Rule | undefined {
  return rules.find((rule) => {
    if (!judges(rule, library)) return false;
    const isNamed = rule.patterns.some((pattern) => speaksOf(rule, pattern, library) && matchesSkill(pattern, skill));
    return rule.kind === 'allow' ? !isNamed : isNamed;
  });
}

/** What is denied is denied whoever gave it its name. */
function speaksOf({ kind }: Rule, pattern: Pattern, library: Named): boolean {
  return matchesLibrary(pattern, library) && (kind === 'deny' || provesName(pattern, library));
}

function judges({ ecosystem }: Rule, library: Named): boolean {
  return ecosystem === undefined || ecosystem === library.ecosystem;
}
