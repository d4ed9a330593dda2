import { afterAll, beforeAll } from 'vitest';
import { openRegistry, type Registry } from '../registry/registry.ts';
import type { StartedStore, TestStore } from './servers.ts';

/** Opens a registry on a store before the tests of a block, and closes both after them. */
export function openStore(store: TestStore) {
  let started: StartedStore | undefined;
  let root: Registry | undefined;
  let tenants = 0;

  beforeAll(async () => {
    started = await store.start();
    root = await openRegistry(started.place);
  });
  afterAll(async () => {
    await root?.close();
    await started?.stop();
  });

  function opened(): Registry {
    if (!root) throw new Error('The store is opened when the first test begins.');
    return root;
  }

  return {
    root: opened,
    /** The registry of a tenant that no test had before. */
    freshTenant(principal?: string): Registry {
      tenants += 1;
      return opened().as({ tenant: `tenant-${tenants}`, ...(principal === undefined ? {} : { principal }) });
    },
  };
}
