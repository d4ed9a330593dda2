import { join } from 'node:path';
import { LIMITS } from '@skillscope/core';
import type { Files } from '../files.ts';
import { versionOf } from './locals.ts';
import { type Manifests, openManifests } from './manifests.ts';
import { findRoot } from './workspace.ts';

/** A crate in a checkout: where it lies, and how it describes itself. */
export interface CheckedOut {
  readonly directory: string;
  readonly description?: string;
}

export interface GitCheckouts {
  /** The crate of that name and version in the checkout of exactly that commit. */
  find(url: string, commit: string, name: string, version: string): CheckedOut | undefined;
}

/**
 * The git repositories cargo has checked out below `$CARGO_HOME/git/checkouts`. A checkout counts only when its own
 * HEAD is the full commit, since its folder name holds no more than the first digits.
 */
export function openGitCheckouts(cargoHome: string, files: Files): GitCheckouts {
  const root = join(cargoHome, 'git', 'checkouts');
  const checkouts = new Map<string, string | undefined>();
  const crates = new Map<string, ReadonlyMap<string, CheckedOut>>();

  function checkoutOf(url: string, commit: string): string | undefined {
    const prefix = `${repositoryName(url)}-`;
    for (const { name } of files.list(root) ?? []) {
      if (!name.toLowerCase().startsWith(prefix) || !/^[0-9a-f]{16}(?:-shallow)?$/.test(name.slice(prefix.length)))
        continue;
      for (const short of files.list(join(root, name)) ?? []) {
        if (short.kind !== 'directory' || short.name.length < 7 || !commit.startsWith(short.name)) continue;
        const directory = join(root, name, short.name);
        if (headOf(directory, files) === commit) return directory;
      }
    }
    return undefined;
  }

  return {
    find(url, commit, name, version) {
      const key = `${url}#${commit}`;
      if (!checkouts.has(key)) checkouts.set(key, checkoutOf(url, commit));
      const checkout = checkouts.get(key);
      if (checkout === undefined) return undefined;
      let found = crates.get(checkout);
      if (!found) {
        found = cratesBelow(checkout, cargoHome, files);
        crates.set(checkout, found);
      }
      return found.get(`${name} ${version}`);
    },
  };
}

/** The commit a checkout stands at, through the branch that HEAD names if it names one. */
function headOf(checkout: string, files: Files): string | undefined {
  const head = files.text(join(checkout, '.git', 'HEAD'))?.trim();
  const branch = head?.startsWith('ref: refs/heads/') ? head.slice('ref: refs/heads/'.length) : undefined;
  if (branch === undefined) return head;
  return /^[\w-]+$/.test(branch) ? files.text(join(checkout, '.git', 'refs', 'heads', branch))?.trim() : undefined;
}

/** Every crate in a checkout by `name version`, nearest to the root first. Bounded, and blind to damaged manifests. */
function cratesBelow(checkout: string, cargoHome: string, files: Files): ReadonlyMap<string, CheckedOut> {
  const manifests: Manifests = openManifests(files);
  const found = new Map<string, CheckedOut>();
  let looked = 0;
  let level = [checkout];
  for (let depth = 0; depth <= LIMITS.skillDepth && level.length > 0; depth++) {
    const next: string[] = [];
    for (const directory of level) {
      if (looked++ >= LIMITS.directoriesPerArtifact) return found;
      const entries = files.list(directory) ?? [];
      if (entries.some(({ name, kind }) => name === 'Cargo.toml' && kind === 'file')) {
        const manifest = manifests.at(directory);
        const own = manifest?.package;
        if (own) {
          const root = findRoot(manifest, { files, manifests, cargoHome });
          const key = `${own.name} ${versionOf(manifest, root)}`;
          const description = own.inheritsDescription ? root?.workspace?.description : own.description;
          if (!found.has(key)) found.set(key, { directory, ...(description ? { description } : {}) });
        }
      }
      for (const { name, kind } of entries)
        if (kind === 'directory' && !name.startsWith('.') && name !== 'target') next.push(join(directory, name));
    }
    level = next;
  }
  return found;
}

/** The last segment of the address, as cargo names its folder: lower case, without `.git`. */
function repositoryName(url: string): string {
  const path = (URL.canParse(url) ? new URL(url).pathname : url).toLowerCase();
  const trimmed = path.endsWith('/') ? path.slice(0, -1) : path;
  const last = trimmed.slice(trimmed.lastIndexOf('/') + 1);
  return last.endsWith('.git') ? last.slice(0, -'.git'.length) : last;
}
