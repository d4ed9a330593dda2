import type { SkillPermissions } from './npm/permissions.ts';

export type { SkillPermissions } from './npm/permissions.ts';

/** What a pnpm-workspace.yaml permits the skills of packages. The parser is loaded when this is first called. */
export async function pnpmSkillPermissions(text: string): Promise<SkillPermissions> {
  const { skillPermissions } = await import('./npm/permissions.ts');
  return skillPermissions(text);
}

/** Skills that the `+skill:` comments of a go.mod choose, by module path; modules without such a comment are absent. */
export async function goSkillChoices(text: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const { readModFile } = await import('./golang/mod-file.ts');
  const chosen = readModFile(text, 'go.mod').requirements.filter(({ skills }) => skills.length > 0);
  return new Map(chosen.map(({ path, skills }) => [path, skills]));
}
