import { type Registry, type RegistryOverview, readOverview } from '@skillscope/runtime';

export interface RestoreAnswer {
  readonly tenant: string;
  /** Rows that the dump held. */
  readonly rows: number;
  /** What the tenant holds now. */
  readonly counts: RegistryOverview['counts'];
}

export async function restoreAnswer(registry: Registry, rows: number): Promise<RestoreAnswer> {
  return { tenant: registry.tenant, rows, counts: (await readOverview(registry)).counts };
}
