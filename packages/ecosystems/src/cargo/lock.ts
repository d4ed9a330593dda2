import { readToml, type Table, tableOf, tablesOf, textOf, textsOf } from '../formats/toml.ts';
import { isCrateName, isVersion } from './names.ts';
import { readWrittenLock } from './written-lock.ts';

/** One entry of a Cargo.lock. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** As written, e.g. `registry+…` or `git+…#<commit>`; absent for path dependencies and workspace members. */
  readonly source?: string;
  /** Hexadecimal SHA-256 of the packed crate; registries have one. */
  readonly checksum?: string;
  /** What it uses, each as `name`, `name version` or `name version (source)`. */
  readonly dependencies: readonly string[];
  /** The entry that stands in for this one, in the same form. */
  readonly replace?: string;
}

export type LockRead =
  | { readonly ok: true; readonly packages: readonly LockedPackage[]; readonly faults: readonly string[] }
  | { readonly ok: false; readonly line?: number; readonly message: string };

/**
 * Reads a Cargo.lock of any version so far (1 to 4). Never throws.
 * Entries whose name or version cargo could not have written are left out and counted in `faults`.
 */
export function readLock(text: string): LockRead {
  const written = readWrittenLock(text);
  if (written) return toPackages(written);
  const toml = readToml(text);
  if (!toml.ok) return toml;
  const root = tableOf(toml.table['root']);
  const tables = [...(root ? [root] : []), ...tablesOf(toml.table['package'])];
  if (tables.length === 0) return { ok: false, message: 'The file lists no package, as every Cargo.lock does.' };
  return toPackages(tables);
}

function toPackages(tables: readonly Table[]): LockRead {
  const packages: LockedPackage[] = [];
  let refused = 0;
  for (const table of tables) {
    const { name, version } = table;
    if (!isCrateName(name) || !isVersion(version)) {
      refused++;
      continue;
    }
    const source = textOf(table['source']);
    const checksum = textOf(table['checksum']);
    const replace = textOf(table['replace']);
    packages.push({
      name,
      version,
      dependencies: textsOf(table['dependencies']),
      ...(source ? { source } : {}),
      ...(checksum ? { checksum } : {}),
      ...(replace ? { replace } : {}),
    });
  }
  const faults = refused > 0 ? [`${refused} entries have a name or a version that cargo would not write.`] : [];
  return { ok: true, packages, faults };
}
