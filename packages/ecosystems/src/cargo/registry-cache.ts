import { join, sep } from 'node:path';
import type { Files } from '../files.ts';
import { type Crate, readCrate } from './crate.ts';
import { hostOf } from './source.ts';

/** A crate unpacked below `$CARGO_HOME/registry/src`. */
export interface Unpacked {
  /** Real path of its directory. */
  readonly path: string;
  /** The folder of its registry. */
  readonly store: string;
  readonly crate: Crate | undefined;
}

export interface RegistryCache {
  /**
   * The crate as one registry supplies it: `crates-io`, an index address, or `local` for a registry on this machine.
   * Name and version must be sound, since they make up the folder name.
   */
  find(registry: string, name: string, version: string): Unpacked | undefined;
}

interface Store {
  readonly path: string;
  readonly real: string;
}

/** The crates cargo has unpacked from registries. Where two registries of one host hold different crates, neither counts. */
export function openRegistryCache(cargoHome: string, files: Files): RegistryCache {
  const root = join(cargoHome, 'registry', 'src');
  const stores = new Map<string, readonly Store[]>();

  function storesOf(registry: string): readonly Store[] {
    let found = stores.get(registry);
    if (!found) {
      found = (files.list(root) ?? [])
        .filter(({ name, kind }) => kind === 'directory' && holds(name, registry))
        .map(({ name }) => join(root, name))
        .map((path) => ({ path, real: files.real(path) ?? path }));
      stores.set(registry, found);
    }
    return found;
  }

  return {
    find(registry, name, version) {
      let first: { readonly store: Store; readonly text: string } | undefined;
      for (const store of storesOf(registry)) {
        const text = files.text(`${store.path}${sep}${name}-${version}${sep}Cargo.toml`);
        if (text === undefined) continue;
        if (first === undefined) first = { store, text };
        else if (first.text !== text) return undefined;
      }
      if (first === undefined) return undefined;
      const { store, text } = first;
      const folder = `${name}-${version}`;
      // Its manifest, which was read, stands for it.
      const path = files.follow(store.path, folder);
      if (path !== `${store.real}${sep}${folder}`) return undefined;
      return { path, store: store.path, crate: readCrate(text, path) };
    },
  };
}

/** The folders in which cargo before 1.85, and since, keeps what comes through the public registry's git index. */
const CRATES_IO_GIT_FOLDERS: readonly string[] = ['github.com-1ecc6299db9ec823', 'github.com-25cdd57fae9f0462'];

/** Folders are named `<host>-<hash>`; the hash differs between versions of cargo, and the host of a local registry is empty. */
function holds(folder: string, registry: string): boolean {
  const dash = folder.lastIndexOf('-');
  const host = folder.slice(0, Math.max(0, dash));
  if (dash < 0) return false;
  if (registry === 'crates-io') return isCratesIoFolder(folder);
  return host === (registry === 'local' ? '' : hostOf(registry)) && !CRATES_IO_GIT_FOLDERS.includes(folder);
}

/** True for a folder with crates of the public registry. */
export function isCratesIoFolder(folder: string): boolean {
  const host = folder.slice(0, Math.max(0, folder.lastIndexOf('-')));
  return host.endsWith('.crates.io') || CRATES_IO_GIT_FOLDERS.includes(folder);
}
