import { LISTING_COLUMNS, type ListingRow, listingOf, type SkillListing } from './list-skills.ts';
import type { Registry } from './registry.ts';

/** A skill at its newest version, and who carries it; no body. */
export interface SkillCard extends SkillListing {
  /** What was noticed in its texts. */
  readonly findings: readonly unknown[];
  /** Agents that carry it, by code point of the name. */
  readonly agents: readonly string[];
}

/** Throws `unknown-skill`. */
export function readSkillCard(registry: Registry, name: string): Promise<SkillCard> {
  return registry.read(async (database) => {
    const [row] = await database.query<
      ListingRow & { readonly findings: readonly unknown[]; readonly agents: readonly string[] }
    >(
      `select ${LISTING_COLUMNS}, i.findings, array(select a.agent::text from skillscope.attachments a
         where a.tenant = i.tenant and a.skill = i.name order by a.agent) as agents
       from skillscope.skill_index i where i.name = $1`,
      [name],
    );
    if (row !== undefined) return { ...listingOf(row), findings: row.findings, agents: row.agents };
    // Refuses, with the names that exist.
    await database.query('select skillscope.read_body($1, null, null)', [name]);
    throw new Error('The database gave no listing.');
  });
}
