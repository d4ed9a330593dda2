import { cleanLine, LIMITS } from '@skillscope/core';
import type { Walk } from '../contents/walk.ts';
import { readToml, type Table, tableOf, tablesOf, textOf, textsOf } from '../formats/toml.ts';
import type { Tree } from '../tree.ts';
import { containedPath } from '../trees/paths.ts';

/** Where a crate's Symposium manifest says its skills lie. */
export interface SymposiumLayout {
  /** Whether `skills` is looked into as well; true unless the crate opts out. */
  readonly defaultFolder: boolean;
  /** Folders below the crate, from `source.path` of its groups. */
  readonly folders: readonly string[];
}

/**
 * Reads `[package.metadata.symposium]` of Cargo.toml and SYMPOSIUM.toml, which share one schema; where both say
 * something single, the file wins. A layer that cannot be read is left out and the rest stands. Groups in git
 * repositories and crates that keep their skills in another crate are named, not followed.
 */
export async function readSymposium(tree: Tree, walk: Walk): Promise<SymposiumLayout> {
  const layers = [await inCargoToml(tree), await inOwnFile(tree, walk)].filter((layer) => layer !== undefined);
  const said = layers.map(saysDefault).findLast((flag) => flag !== undefined);
  const folders = new Set<string>();
  for (const layer of layers) {
    for (const group of tablesOf(layer.skills).slice(0, LIMITS.skillsPerArtifact)) {
      const path = folderOf(group, walk);
      if (path !== undefined) folders.add(path);
    }
    for (const { source } of tablesOf(layer.plugins)) nameOther(tableOf(source)?.cargo, walk);
  }
  return { defaultFolder: said ?? true, folders: [...folders] };
}

async function inCargoToml(tree: Tree): Promise<Table | undefined> {
  const text = await tree.text('Cargo.toml');
  if (!text?.includes('symposium')) return undefined;
  const read = readToml(text);
  return read.ok ? tableOf(tableOf(tableOf(read.table.package)?.metadata)?.symposium) : undefined;
}

async function inOwnFile(tree: Tree, walk: Walk): Promise<Table | undefined> {
  const text = await tree.text('SYMPOSIUM.toml');
  if (text === undefined) return undefined;
  const read = readToml(text);
  if (read.ok) return read.table;
  walk.skip('SYMPOSIUM.toml', 'malformed', read.message);
  return undefined;
}

/** An empty `skills` list is how older manifests opted out. */
function saysDefault({ defaults, skills }: Table): boolean | undefined {
  const said = tableOf(defaults)?.skills;
  if (typeof said === 'boolean') return said;
  return Array.isArray(skills) && skills.length === 0 ? false : undefined;
}

/** The folder of one group: `source.path`, or `path` in older manifests. */
function folderOf(group: Table, walk: Walk): string | undefined {
  if (isForMaintainers(group)) return undefined;
  const source = tableOf(group.source);
  if (tableOf(group.crate)) nameOther(group.crate, walk);
  if (textOf(source?.git) !== undefined)
    walk.skip(MANIFEST, 'unsupported', 'Some of its skills lie in a git repository, and nothing is downloaded.');
  const written = textOf(source ? source.path : group.path);
  if (written === undefined) return undefined;
  const path = containedPath(written);
  if (path) return path;
  walk.skip(
    written,
    'outside-artifact',
    'The crate names a folder outside itself, or the whole crate, for its skills.',
  );
  return undefined;
}

const MANIFEST = 'Cargo.toml';

function isForMaintainers({ predicates }: Table): boolean {
  return textsOf(predicates).some((text) => text.startsWith('workspace-member'));
}

function nameOther(crate: unknown, walk: Walk): void {
  const name = textOf(tableOf(crate)?.name ?? crate);
  if (name === undefined) return;
  walk.skip(
    MANIFEST,
    'unsupported',
    `Its skills are kept in the crate "${cleanLine(name, 64)}" and are found where that crate is a dependency.`,
  );
}
