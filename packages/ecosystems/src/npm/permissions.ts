import { cleanLine } from '@skillscope/core';
import { parseFullYaml } from './full-yaml.ts';

/** What pnpm was told of the skills of packages: the `skills` of `permissions` in pnpm-workspace.yaml. */
export type SkillPermissions =
  | {
      readonly ok: true;
      /** By package, as pnpm names it: true and false for all its skills, a list for those by name. */
      readonly decisions: ReadonlyMap<string, boolean | readonly string[]>;
    }
  | { readonly ok: false; readonly message: string };

/** Reads a pnpm-workspace.yaml. Packages about whose skills nothing was decided are absent. Never throws. */
export function skillPermissions(text: string): SkillPermissions {
  const parsed = parseFullYaml(text);
  if (!parsed.ok) return { ok: false, message: cleanLine(`its YAML cannot be read: ${parsed.message}`) };
  const permissions = tableIn(parsed.value, 'permissions');
  const decisions = new Map<string, boolean | readonly string[]>();
  if (permissions === undefined || permissions === '') return { ok: true, decisions };
  if (!isTable(permissions)) return { ok: false, message: '"permissions" is no table of packages' };
  for (const [name, capabilities] of Object.entries(permissions)) {
    const skills = tableIn(capabilities, 'skills');
    if (skills === undefined) continue;
    const decision = decisionOf(skills);
    if (decision === undefined)
      return { ok: false, message: cleanLine(`what it permits the skills of ${name} is neither a boolean nor a list`) };
    decisions.set(name, decision);
  }
  return { ok: true, decisions };
}

function decisionOf(value: unknown): boolean | readonly string[] | undefined {
  if (value === 'true') return true;
  if (value === 'false') return false;
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
}

function tableIn(value: unknown, key: string): unknown {
  return isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
