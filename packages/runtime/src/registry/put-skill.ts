import { call, json, text } from './call.ts';
import type { Registry } from './registry.ts';
import { type SkillSource, skillSpec } from './skill-source.ts';

export interface PutSkillOptions {
  /** Default: the name in the frontmatter, else that of the directory. */
  readonly name?: string;
  readonly category?: string | null;
  readonly tags?: readonly string[];
  /** Tool servers that an agent needs to carry it; default: `requires_tools` of the frontmatter. */
  readonly requires?: readonly string[];
  /** The version that is written over; 0 for a skill that must be new. Another one is a `version-conflict`. */
  readonly expectedVersion?: number;
}

export interface PutSkill {
  readonly name: string;
  readonly version: number;
  readonly digest: string;
  readonly status: 'created' | 'updated' | 'unchanged';
  /** Something about the text was noticed: it is handed out only once its digest is approved. */
  readonly withheld: boolean;
}

/** Writes a skill as its author wrote it. A new version is made only where a text changed. */
export async function putSkill(
  registry: Registry,
  source: SkillSource,
  options: PutSkillOptions = {},
): Promise<PutSkill> {
  const spec = skillSpecWith(source, options);
  return registry.write((database) => call<PutSkill>(database, 'upsert_skill', [json(spec)]));
}

/** Removes a skill with all versions. Refused while an agent carries it (`skill-in-use`) or a run used it. */
export function removeSkill(registry: Registry, name: string): Promise<void> {
  return registry.write(async (database) => {
    await call(database, 'remove_skill', [text(name)]);
  });
}

export function skillSpecWith(source: SkillSource, options: PutSkillOptions): Readonly<Record<string, unknown>> {
  const { name, category, tags, requires, expectedVersion } = options;
  return {
    ...skillSpec(source, name),
    ...(category === undefined ? {} : { category }),
    ...(tags === undefined ? {} : { tags }),
    ...(requires === undefined ? {} : { requires }),
    ...(expectedVersion === undefined ? {} : { expected_version: expectedVersion }),
  };
}
