import type { Registry } from './registry.ts';

export interface RegistryOverview {
  /** Number of the newest step of the schema. */
  readonly schema: number;
  /** Version of PostgreSQL, as it says it. */
  readonly postgres: string;
  /** Rows of the tenant. */
  readonly counts: {
    readonly skills: number;
    readonly agents: number;
    readonly servers: number;
    readonly plugins: number;
    readonly runs: number;
  };
}

/** What is there, in numbers. */
export async function readOverview(registry: Registry): Promise<RegistryOverview> {
  const [row] = await registry.read((database) =>
    database.query<RegistryOverview['counts'] & { readonly schema: number; readonly postgres: string }>(
      `select (select max(number) from skillscope.migrations) as schema,
         current_setting('server_version') as postgres,
         (select count(*)::integer from skillscope.skills) as skills,
         (select count(*)::integer from skillscope.agents) as agents,
         (select count(*)::integer from skillscope.tool_servers) as servers,
         (select count(*)::integer from skillscope.plugins) as plugins,
         (select count(*)::integer from skillscope.runs) as runs`,
    ),
  );
  if (row === undefined) throw new Error('The database gave no row.');
  const { schema, postgres, ...counts } = row;
  return { schema, postgres, counts };
}
