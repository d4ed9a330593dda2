import { goSkillChoices, pnpmSkillPermissions } from '@skillscope/ecosystems';
import { unreadablePolicy } from './own-policy.ts';
import type { Pattern } from './pattern.ts';
import { NO_POLICY, type Policy, type Rule } from './policy.ts';

/**
 * What pnpm's `permissions` leave out. Once a package's skills are granted, pnpm hands out granted ones alone, and so
 * do we; a package that was denied is left out in any case. Only npm packages are judged.
 */
export async function pnpmPolicy(text: string, place: string): Promise<Policy> {
  const permissions = await pnpmSkillPermissions(text);
  if (!permissions.ok) return unreadablePolicy(place, permissions.message);
  const granted: Pattern[] = [];
  const denied: Pattern[] = [];
  for (const [name, decision] of permissions.decisions) {
    if (decision === true) granted.push({ name });
    else if (decision === false) denied.push({ name });
    else granted.push(...decision.map((skill) => ({ name, skill })));
  }
  const isAllowList = [...permissions.decisions.values()].some((decision) => decision !== false);
  const source = `"permissions" in ${place}`;
  const rules: readonly Rule[] = [
    ...(denied.length > 0 ? [{ kind: 'deny', patterns: denied, ecosystem: 'npm', source } as const] : []),
    ...(isAllowList ? [{ kind: 'allow', patterns: granted, ecosystem: 'npm', source } as const] : []),
  ];
  return { rules, notes: [] };
}

/** Once a `+skill:` comment chooses a skill, only chosen ones of Go modules are handed out. */
export async function goPolicy(files: readonly { readonly text: string; readonly place: string }[]): Promise<Policy> {
  const patterns: Pattern[] = [];
  const places: string[] = [];
  for (const { text, place } of files) {
    const choices = await goSkillChoices(text);
    if (choices.size > 0) places.push(place);
    for (const [name, skills] of choices)
      patterns.push(...skills.map((skill) => ({ name, skill, believes: 'anyone' as const })));
  }
  if (patterns.length === 0) return NO_POLICY;
  const source = `"+skill" comments in ${places.join(', ')}`;
  return { rules: [{ kind: 'allow', patterns, ecosystem: 'golang', source }], notes: [] };
}
