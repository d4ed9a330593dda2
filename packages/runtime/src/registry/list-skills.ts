import type { Registry } from './registry.ts';
import { RegistryError } from './registry-error.ts';

/** What an index shows of a skill; there is no way from here to a body. */
export interface SkillListing {
  readonly name: string;
  readonly version: number;
  /** Empty while `withheld`. */
  readonly description: string;
  readonly whenToUse?: string;
  readonly license?: string;
  readonly digest: string;
  /** Characters of the body, for budgets. */
  readonly bodyCharacters: number;
  readonly origin: Readonly<Record<string, unknown>>;
  readonly category?: string;
  readonly tags: readonly string[];
  readonly requires: readonly string[];
  readonly plugin?: string;
  readonly withheld: boolean;
}

export interface ListSkillsOptions {
  /** Only what this agent carries, in its order. */
  readonly agent?: string;
  /** Only what this plugin owns. */
  readonly plugin?: string;
  /** Go on after this name. */
  readonly after?: string;
  /** At most this many; default 100, at most 1,000. */
  readonly limit?: number;
}

export interface SkillPage {
  readonly skills: readonly SkillListing[];
  /** The `after` of the next page; absent on the last. */
  readonly next?: string;
}

export interface ListingRow {
  readonly name: string;
  readonly version: number;
  readonly description: string;
  readonly when_to_use: string | null;
  readonly license: string | null;
  readonly digest: string;
  readonly body_characters: number;
  readonly origin: Readonly<Record<string, unknown>>;
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly requires: readonly string[];
  readonly plugin: string | null;
  readonly withheld: boolean;
}

export const LISTING_COLUMNS =
  'i.name, i.version, i.description, i.when_to_use, i.license, i.digest, i.body_characters, i.origin, i.category, ' +
  'i.tags, i.requires, i.plugin, i.withheld';

/** Skills at their newest version, by code point of the name, or in the order of the agent that carries them. */
export async function listSkills(registry: Registry, options: ListSkillsOptions = {}): Promise<SkillPage> {
  const limit = pageSize(options.limit);
  const values = [options.agent ?? null, options.plugin ?? null, options.after ?? null, limit + 1];
  const rows = await registry.read(async (database) => {
    if (options.agent === undefined)
      return database.query<ListingRow>(
        `select ${LISTING_COLUMNS} from skillscope.skill_index i
         where ($1::text is null) and ($2::text is null or i.plugin = $2) and ($3::text is null or i.name > $3)
         order by i.name limit $4`,
        values,
      );
    const agents = await database.query('select from skillscope.agents where name = $1', [options.agent]);
    // Refuses, with the names that exist.
    if (agents.length === 0) await database.query('select skillscope.read_agent($1)', [options.agent]);
    return database.query<ListingRow>(
      `select ${LISTING_COLUMNS} from skillscope.attachments a
       join skillscope.skill_index i on i.tenant = a.tenant and i.name = a.skill
       where a.agent = $1 and ($2::text is null or i.plugin = $2)
         and ($3::text is null or a.position > coalesce((
           select b.position from skillscope.attachments b where b.agent = $1 and b.skill = $3), 0))
       order by a.position limit $4`,
      values,
    );
  });
  const skills = rows.slice(0, limit).map(listingOf);
  const last = skills.at(-1);
  return { skills, ...(rows.length > limit && last ? { next: last.name } : {}) };
}

export function listingOf(row: ListingRow): SkillListing {
  return {
    name: row.name,
    version: row.version,
    description: row.withheld ? '' : row.description,
    ...(row.when_to_use === null || row.withheld ? {} : { whenToUse: row.when_to_use }),
    ...(row.license === null ? {} : { license: row.license }),
    digest: row.digest,
    bodyCharacters: row.body_characters,
    origin: row.origin,
    ...(row.category === null ? {} : { category: row.category }),
    tags: row.tags,
    requires: row.requires,
    ...(row.plugin === null ? {} : { plugin: row.plugin }),
    withheld: row.withheld,
  };
}

export function pageSize(limit = 100): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1000) return limit;
  throw new RegistryError('bad-value', 'A page has 1 to 1,000 entries.', { ways: ['Ask for a number in that range.'] });
}
