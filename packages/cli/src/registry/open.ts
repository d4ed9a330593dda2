import { type Capabilities, type RegistryOverview, readOverview } from '@skillscope/runtime';
import type { OpenedRegistry } from './with-registry.ts';

export interface OpenAnswer extends RegistryOverview {
  /** The directory, or the server without its password. */
  readonly place: string;
  readonly kind: 'directory' | 'server';
  readonly tenant: string;
  readonly principal?: string;
  readonly capabilities: Capabilities;
}

export async function openAnswer({ registry, target, principal }: OpenedRegistry): Promise<OpenAnswer> {
  return {
    place: target.shown,
    kind: target.kind,
    tenant: registry.tenant,
    ...(principal === undefined ? {} : { principal }),
    capabilities: registry.capabilities,
    ...(await readOverview(registry)),
  };
}
