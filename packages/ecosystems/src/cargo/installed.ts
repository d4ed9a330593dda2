import { join } from 'node:path';
import type { Artifact } from '@skillscope/core';
import type { Files } from '../files.ts';
import type { CargoConfig } from './config.ts';
import { openGitCheckouts } from './git-checkouts.ts';
import type { LockedPackage } from './lock.ts';
import { openRegistryCache } from './registry-cache.ts';
import { type Supplier, supplierOf } from './replacement.ts';
import { type LockedSource, publicUrl } from './source.ts';
import { openVendoredCrates } from './vendored.ts';

export interface Located {
  readonly artifact: Artifact;
  /** Absolute directory that shows the package is there, shared by many; for `status`. */
  readonly store: string;
  readonly description: string | undefined;
  /**
   * `stored`: cargo fetched it from that very source. `claimed`: a folder calls itself so, and nothing shows that it is
   * what the lockfile fixes. Absent where what fetched it has checked that.
   */
  readonly standing?: 'stored' | 'claimed';
}

export interface Locator {
  /** Where exactly that package lies unpacked on this machine. */
  locate(locked: LockedPackage, source: LockedSource): Located | undefined;
  /** The command that brings packages of a source onto this machine. */
  remedy(source: LockedSource): string;
}

/** Finds locked packages in cargo's registry cache, git checkouts, vendored directories and local registries. */
export function openLocator(files: Files, cargoHome: string, config: CargoConfig): Locator {
  const registries = openRegistryCache(cargoHome, files);
  const checkouts = openGitCheckouts(cargoHome, files);
  const vendored = openVendoredCrates(files);
  const suppliers = new Map<string, Supplier>();

  function suppliedBy(source: LockedSource): Supplier {
    const key = source.kind === 'crates-io' ? source.kind : JSON.stringify(source);
    const supplier = suppliers.get(key) ?? supplierOf(source, config);
    suppliers.set(key, supplier);
    return supplier;
  }

  function inRegistry(registry: string, { name, version }: LockedPackage): Located | undefined {
    const found = registries.find(registry, name, version);
    if (!found) return undefined;
    const { path, store, crate } = found;
    const artifact = { kind: 'directory', path, manifest: 'Cargo.toml', mutable: false } as const;
    return { artifact, store, description: crate?.description };
  }

  /** Cargo takes from a directory only what its checksum says is the locked crate. */
  function inDirectory(directory: string, { name, version, checksum }: LockedPackage): Located | undefined {
    const found = vendored.find(directory, name, version);
    if (!found) return undefined;
    const { artifact, crate } = found;
    const isLocked = !artifact.mutable && (checksum === undefined || found.checksum() === checksum);
    return {
      artifact,
      store: directory,
      description: crate.description,
      ...(isLocked ? {} : { standing: 'claimed' as const }),
    };
  }

  function inGit(url: string, commit: string, { name, version }: LockedPackage): Located | undefined {
    const found = checkouts.find(url, commit, name, version);
    const path = found && files.real(found.directory);
    if (path === undefined) return undefined;
    const artifact = { kind: 'directory', path, manifest: 'Cargo.toml', mutable: true } as const;
    return { artifact, store: join(cargoHome, 'git', 'checkouts'), description: found?.description };
  }

  return {
    locate(locked, source) {
      const supplier = suppliedBy(source);
      switch (supplier.kind) {
        case 'crates-io':
        case 'registry': {
          const found = inRegistry(supplier.kind === 'registry' ? supplier.url : supplier.kind, locked);
          const isOwn =
            source.kind === 'registry' && supplier.kind === 'registry'
              ? publicUrl(source.url) === publicUrl(supplier.url)
              : source.kind === supplier.kind;
          return found && isOwn && locked.checksum !== undefined ? { ...found, standing: 'stored' } : found;
        }
        case 'local-registry':
          return inRegistry('local', locked);
        case 'directory':
          return inDirectory(supplier.directory, locked);
        case 'git':
          return inGit(supplier.url, supplier.commit, locked);
      }
    },
    remedy: (source) => (suppliedBy(source).kind === 'directory' ? 'cargo vendor' : 'cargo fetch'),
  };
}
