import { join, sep } from 'node:path';
import type { Artifact } from '@skillscope/core';
import type { Files } from '../files.ts';
import type { CargoConfig } from './config.ts';
import { type Crate, readCrate } from './crate.ts';
import { openGitCheckouts } from './git-checkouts.ts';
import type { LockedPackage } from './lock.ts';
import { type Supplier, supplierOf } from './replacement.ts';
import { hostOf, type LockedSource } from './source.ts';

export interface Located {
  readonly artifact: Artifact;
  /** Absolute directory that shows the package is there, shared by many; for `status`. */
  readonly store: string;
  readonly description?: string;
}

export interface Locator {
  /** Where exactly that package lies unpacked on this machine. */
  locate(locked: LockedPackage, source: LockedSource): Located | undefined;
  /** The command that brings packages of a source onto this machine. */
  remedy(source: LockedSource): string;
}

/** Finds locked packages in cargo's registry cache, git checkouts, vendored directories and local registries. */
export function openLocator(files: Files, cargoHome: string, config: CargoConfig): Locator {
  const registrySource = join(cargoHome, 'registry', 'src');
  const realStores = new Map<string, string>();
  const checkouts = openGitCheckouts(cargoHome, files);
  const vendored = new Map<string, ReadonlyMap<string, string>>();
  const suppliers = new Map<string, Supplier>();

  function suppliedBy(source: LockedSource): Supplier {
    const key = source.kind === 'crates-io' ? source.kind : JSON.stringify(source);
    const supplier = suppliers.get(key) ?? supplierOf(source, config);
    suppliers.set(key, supplier);
    return supplier;
  }

  function realStore(store: string): string {
    const real = realStores.get(store) ?? files.real(store) ?? store;
    realStores.set(store, real);
    return real;
  }

  function inRegistry({ name, version }: LockedPackage, accepts: (host: string) => boolean): Located | undefined {
    for (const index of files.list(registrySource) ?? []) {
      if (index.kind !== 'directory' || !accepts(hostOfIndexFolder(index.name))) continue;
      const store = join(registrySource, index.name);
      const directory = join(store, `${name}-${version}`);
      const text = files.text(join(directory, 'Cargo.toml'));
      if (text === undefined) continue;
      const path = files.real(directory);
      if (path === undefined || !path.startsWith(`${realStore(store)}${sep}`)) continue;
      const crate = readCrate(text, directory);
      return located({ path, manifest: 'Cargo.toml', mutable: false }, store, crate);
    }
    return undefined;
  }

  function inDirectory({ name, version }: LockedPackage, store: string): Located | undefined {
    for (const folder of [`${name}-${version}`, name]) {
      const found = vendoredAt(join(store, folder), store, name, version);
      if (found) return found;
    }
    let folders = vendored.get(store);
    if (!folders) {
      folders = foldersOf(store, files);
      vendored.set(store, folders);
    }
    const folder = folders.get(`${name} ${version}`);
    return folder === undefined ? undefined : vendoredAt(join(store, folder), store, name, version);
  }

  function vendoredAt(directory: string, store: string, name: string, version: string): Located | undefined {
    const text = files.text(join(directory, 'Cargo.toml'));
    const crate = text === undefined ? undefined : readCrate(text, directory);
    if (crate?.name !== name || crate.version !== version) return undefined;
    const path = files.real(directory);
    if (path === undefined) return undefined;
    const isChecked = files.isFile(join(directory, CHECKSUMS));
    return located({ path, manifest: isChecked ? CHECKSUMS : 'Cargo.toml', mutable: !isChecked }, store, crate);
  }

  function inGit(locked: LockedPackage, url: string, commit: string): Located | undefined {
    const crate = checkouts.find(url, commit, locked.name, locked.version);
    const path = crate && files.real(crate.directory);
    if (path === undefined) return undefined;
    return located({ path, manifest: 'Cargo.toml', mutable: true }, join(cargoHome, 'git', 'checkouts'), crate);
  }

  return {
    locate(locked, source) {
      const supplier = suppliedBy(source);
      switch (supplier.kind) {
        case 'crates-io':
          return inRegistry(locked, isCratesIoHost);
        case 'registry':
          return inRegistry(locked, (host) => host === hostOf(supplier.url));
        case 'local-registry':
          return inRegistry(locked, (host) => host === '');
        case 'directory':
          return inDirectory(locked, supplier.directory);
        case 'git':
          return inGit(locked, supplier.url, supplier.commit);
      }
    },
    remedy: (source) => (suppliedBy(source).kind === 'directory' ? 'cargo vendor' : 'cargo fetch'),
  };
}

/** Written by `cargo vendor` over every file of a crate, so its stamp stands for them all. */
const CHECKSUMS = '.cargo-checksum.json';

/** Folders of the public registry: the sparse one by host, and the two names its git index has had. */
function isCratesIoHost(host: string): boolean {
  return host.endsWith('.crates.io') || host === 'github.com';
}

/** `<host>-<16 hex digits>`: the host part, which is empty for registries on this machine. */
function hostOfIndexFolder(folder: string): string {
  return folder.slice(0, Math.max(0, folder.lastIndexOf('-')));
}

function foldersOf(store: string, files: Files): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { name: folder, kind } of files.list(store) ?? []) {
    if (kind !== 'directory' && kind !== 'link') continue;
    const text = files.text(join(store, folder, 'Cargo.toml'));
    const crate = text === undefined ? undefined : readCrate(text, store);
    if (crate?.version !== undefined) found.set(`${crate.name} ${crate.version}`, folder);
  }
  return found;
}

function located(
  artifact: Omit<Artifact, 'kind'>,
  store: string,
  crate: Pick<Crate, 'description'> | undefined,
): Located {
  return {
    artifact: { kind: 'directory', ...artifact },
    store,
    ...(crate?.description ? { description: crate.description } : {}),
  };
}
