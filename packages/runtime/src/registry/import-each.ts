import type { PutSkill } from './put-skill.ts';
import { RegistryError } from './registry-error.ts';
import { type SkillSource, skillSpec } from './skill-source.ts';

export interface ImportedSkill {
  /** Directory of the skill, relative to what was imported; `.` for itself. */
  readonly path: string;
  readonly put?: PutSkill;
  /** Why it was left out; the others are imported all the same. */
  readonly refusal?: RegistryError;
}

export interface FoundSkill {
  readonly path: string;
  /** May throw a RegistryError. */
  read(): SkillSource | Promise<SkillSource>;
}

/** Puts skills in the order given. Of two with one name the first is put and the other is refused (`duplicate-skill`). */
export async function importEach(
  skills: readonly FoundSkill[],
  put: (source: SkillSource) => Promise<PutSkill>,
): Promise<readonly ImportedSkill[]> {
  const imported: ImportedSkill[] = [];
  const taken = new Map<string, string>();
  for (const { path, read } of skills) {
    try {
      const source = await read();
      const { name } = skillSpec(source);
      const first = taken.get(name);
      if (first !== undefined)
        throw new RegistryError('duplicate-skill', `"${name}" is in ${first} already.`, {
          ways: ['Give one of the two another name.'],
          facts: { name, path: first },
        });
      const done = await put(source);
      taken.set(done.name, path);
      imported.push({ path, put: done });
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      imported.push({ path, refusal: error });
    }
  }
  return imported;
}
