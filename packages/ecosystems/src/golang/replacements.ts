import { resolve } from 'node:path';
import type { Replacement } from './mod-file.ts';
import type { Workspace } from './workspace.ts';

/** What stands in for a module: another module, or a directory, absolute. */
export type Target =
  | { readonly kind: 'module'; readonly path: string; readonly version: string }
  | { readonly kind: 'directory'; readonly directory: string };

export interface Replacements {
  /** What Go takes in place of that version of a module; `undefined` for the module itself. */
  find(path: string, version: string): Target | undefined;
  /** Paths that two members replace differently, and go.work does not decide; Go refuses to build then. */
  readonly conflicts: readonly string[];
}

/** The replacements of the members, and before them those of go.work. Those of dependencies have no effect in Go. */
export function collectReplacements({ root, work, members }: Workspace): Replacements {
  const decisive = new Map<string, Target>();
  const shared = new Map<string, Target>();
  const conflicts = new Set<string>();
  for (const replacement of work?.file.replacements ?? [])
    decisive.set(keyOf(replacement), targetOf(replacement, root));
  for (const { manifest } of members) {
    for (const replacement of manifest.replacements) {
      const target = targetOf(replacement, manifest.directory);
      const known = shared.get(keyOf(replacement));
      if (!known) shared.set(keyOf(replacement), target);
      else if (!isSame(known, target) && !decisive.has(replacement.path) && !decisive.has(keyOf(replacement)))
        conflicts.add(replacement.path);
    }
  }
  return {
    find: (path, version) =>
      decisive.get(`${path}@${version}`) ?? decisive.get(path) ?? shared.get(`${path}@${version}`) ?? shared.get(path),
    conflicts: [...conflicts].sort(),
  };
}

function keyOf({ path, version }: Replacement): string {
  return version === undefined ? path : `${path}@${version}`;
}

function targetOf({ target }: Replacement, directory: string): Target {
  return target.kind === 'module' ? target : { kind: 'directory', directory: resolve(directory, target.directory) };
}

function isSame(a: Target, b: Target): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
