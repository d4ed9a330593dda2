import { pageSize } from './list-skills.ts';
import type { PluginItem, PluginSource } from './plugins.ts';
import type { Registry } from './registry.ts';
import { RegistryError } from './registry-error.ts';

export interface PluginCard {
  readonly name: string;
  readonly version?: string;
  /** What its manifest was; absent where nobody said. */
  readonly source?: PluginSource;
  readonly appliedAt: Date;
  readonly appliedBy?: string;
  /** What it owns: servers, skills, agents, each by code point of the name. */
  readonly items: readonly PluginItem[];
}

export interface PluginPage {
  readonly plugins: readonly PluginCard[];
  readonly next?: string;
}

interface PluginRow {
  readonly name: string;
  readonly version: string | null;
  readonly source: PluginSource | null;
  readonly applied_at: Date;
  readonly applied_by: string | null;
  readonly items: PluginCard['items'];
}

const PLUGINS = `select p.name, p.version, p.source, p.applied_at, p.applied_by,
  coalesce((select jsonb_agg(jsonb_build_object('kind', i.kind, 'name', i.name)
      order by array_position(array['server', 'skill', 'agent'], i.kind), i.name)
    from skillscope.plugin_items i where i.tenant = p.tenant and i.plugin = p.name), '[]') as items
  from skillscope.plugins p`;

/** By code point of the name. */
export async function listPlugins(
  registry: Registry,
  options: { readonly after?: string; readonly limit?: number } = {},
): Promise<PluginPage> {
  const limit = pageSize(options.limit);
  const rows = await registry.read((database) =>
    database.query<PluginRow>(`${PLUGINS} where $1::text is null or p.name > $1 order by p.name limit $2`, [
      options.after ?? null,
      limit + 1,
    ]),
  );
  const plugins = rows.slice(0, limit).map(pluginOf);
  const last = plugins.at(-1);
  return { plugins, ...(rows.length > limit && last ? { next: last.name } : {}) };
}

/** Throws `unknown-plugin`. */
export async function readPlugin(registry: Registry, name: string): Promise<PluginCard> {
  return registry.read(async (database) => {
    const [row] = await database.query<PluginRow>(`${PLUGINS} where p.name = $1`, [name]);
    if (row !== undefined) return pluginOf(row);
    const others = await database.query<{ readonly name: string }>(
      'select name from skillscope.plugins order by name limit 20',
    );
    throw new RegistryError('unknown-plugin', `There is no plugin "${name}".`, {
      ways: ['Apply it first.'],
      facts: { plugin: name, candidates: others.map((one) => one.name) },
    });
  });
}

function pluginOf(row: PluginRow): PluginCard {
  return {
    name: row.name,
    ...(row.version === null ? {} : { version: row.version }),
    ...(row.source === null ? {} : { source: row.source }),
    appliedAt: row.applied_at,
    ...(row.applied_by === null ? {} : { appliedBy: row.applied_by }),
    items: row.items,
  };
}
