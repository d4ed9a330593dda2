import { type Registry, type SkillMatch, searchSkills } from '@skillscope/runtime';

export interface RegistrySearchFlags {
  /** Only what this agent carries. */
  readonly agent?: string;
  /** Names that such a skill might hold, beside the need. */
  readonly term?: readonly string[];
  /** Bodies count too. */
  readonly bodies?: boolean;
  /** Default 10. */
  readonly limit?: number;
}

export interface RegistrySearchAnswer {
  readonly need: string;
  readonly terms: readonly string[];
  /** Best first. */
  readonly skills: readonly SkillMatch[];
}

/** A listing says what a skill is for; a body holds many words beside. */
const WITH_BODIES = { listing: 0.7, body: 0.3 };

/** Ranks the skills of the tenant by the words of a need. Throws `unknown-agent`. */
export async function searchRegistry(
  registry: Registry,
  need: string,
  { agent, term = [], bodies = false, limit }: RegistrySearchFlags,
): Promise<RegistrySearchAnswer> {
  const skills = await searchSkills(registry, [need, ...term].join(' '), {
    ...(agent === undefined ? {} : { agent }),
    ...(limit === undefined ? {} : { limit }),
    ...(bodies ? { fields: WITH_BODIES } : {}),
  });
  return { need, terms: term, skills };
}
