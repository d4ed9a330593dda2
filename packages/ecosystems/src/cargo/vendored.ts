import { join } from 'node:path';
import type { Artifact } from '@skillscope/core';
import type { Files } from '../files.ts';
import { type Crate, readCrate } from './crate.ts';

export interface Vendored {
  readonly artifact: Artifact;
  readonly crate: Crate;
  /** The checksum of the packed crate as `cargo vendor` noted it; `undefined` where no such note is. */
  checksum(): string | undefined;
}

export interface VendoredCrates {
  /** The crate of that name and version in a directory source. */
  find(directory: string, name: string, version: string): Vendored | undefined;
}

/** Written by `cargo vendor` over every file of a crate, so its stamp stands for them all. */
const CHECKSUMS = '.cargo-checksum.json';

/**
 * Crates in directory sources, such as `cargo vendor` writes. A crate counts by its own manifest, whatever its folder is
 * called; links are followed, as cargo follows them.
 */
export function openVendoredCrates(files: Files): VendoredCrates {
  const folders = new Map<string, ReadonlyMap<string, string>>();

  function at(path: string, name: string, version: string): Vendored | undefined {
    const crate = crateAt(path, files);
    const real = crate?.name === name && crate.version === version ? files.real(path) : undefined;
    if (crate === undefined || real === undefined) return undefined;
    const isChecked = files.isFile(join(path, CHECKSUMS));
    const manifest = isChecked ? CHECKSUMS : 'Cargo.toml';
    return {
      artifact: { kind: 'directory', path: real, manifest, mutable: !isChecked },
      crate,
      checksum: () => (isChecked ? checksumIn(files.text(join(path, CHECKSUMS)) ?? '') : undefined),
    };
  }

  return {
    find(directory, name, version) {
      for (const folder of [`${name}-${version}`, name]) {
        const found = at(join(directory, folder), name, version);
        if (found) return found;
      }
      let known = folders.get(directory);
      if (!known) {
        known = foldersIn(directory, files);
        folders.set(directory, known);
      }
      const folder = known.get(`${name} ${version}`);
      return folder === undefined ? undefined : at(join(directory, folder), name, version);
    },
  };
}

/** The checksum stands behind the list of files. */
function checksumIn(text: string): string | undefined {
  return /"package"\s*:\s*"([0-9a-f]{64})"/.exec(text.slice(Math.max(0, text.lastIndexOf('"package"'))))?.[1];
}

function foldersIn(directory: string, files: Files): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { name: folder, kind } of files.list(directory) ?? []) {
    if (kind !== 'directory' && kind !== 'link') continue;
    const crate = crateAt(join(directory, folder), files);
    if (crate?.version !== undefined) found.set(`${crate.name} ${crate.version}`, folder);
  }
  return found;
}

function crateAt(path: string, files: Files): Crate | undefined {
  const text = files.text(join(path, 'Cargo.toml'));
  return text === undefined ? undefined : readCrate(text, path);
}
