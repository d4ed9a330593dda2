import { type Registry, type RegistryOverview, readOverview } from '@skillscope/runtime';
import { restoreFrom } from './dump.ts';

export interface RestoreAnswer {
  readonly tenant: string;
  /** Rows that the dump held. */
  readonly rows: number;
  /** What the tenant holds now. */
  readonly counts: RegistryOverview['counts'];
}

/** Restores a dump, all of it or nothing, into a tenant that holds nothing. */
export async function restore(registry: Registry, source: string | AsyncIterable<Uint8Array>): Promise<RestoreAnswer> {
  const rows = await restoreFrom(registry, source);
  return { tenant: registry.tenant, rows, counts: (await readOverview(registry)).counts };
}
