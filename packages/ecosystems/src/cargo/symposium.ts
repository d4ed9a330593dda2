import { LIMITS } from '@skillscope/core';
import { parse } from 'smol-toml';
import type { Walk } from '../contents/walk.ts';
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
  const layers = [await inCargoToml(tree), await inOwnFile(tree, walk)].filter(isRecord);
  const said = layers.map(saysDefault).findLast((flag) => flag !== undefined);
  const folders = new Set<string>();
  for (const layer of layers) {
    for (const group of records(layer.skills)) {
      const path = folderOf(group, walk);
      if (path !== undefined) folders.add(path);
    }
    for (const { source } of records(layer.plugins)) nameOther(isRecord(source) ? source.cargo : undefined, walk);
  }
  return { defaultFolder: said ?? true, folders: [...folders] };
}

async function inCargoToml(tree: Tree): Promise<unknown> {
  const text = await tree.text('Cargo.toml');
  if (!text?.includes('symposium')) return undefined;
  const manifest = parseToml(text);
  const metadata = isRecord(manifest) && isRecord(manifest.package) ? manifest.package.metadata : undefined;
  return isRecord(metadata) ? metadata.symposium : undefined;
}

async function inOwnFile(tree: Tree, walk: Walk): Promise<unknown> {
  const text = await tree.text('SYMPOSIUM.toml');
  if (text === undefined) return undefined;
  const manifest = parseToml(text);
  if (manifest === undefined) walk.skip('SYMPOSIUM.toml', 'malformed', 'The file is not valid TOML.');
  return manifest;
}

/** An empty `skills` list is how older manifests opted out. */
function saysDefault({ defaults, skills }: Record<string, unknown>): boolean | undefined {
  if (isRecord(defaults) && typeof defaults.skills === 'boolean') return defaults.skills;
  return Array.isArray(skills) && skills.length === 0 ? false : undefined;
}

/** The folder of one group: `source.path`, or `path` in older manifests. */
function folderOf(group: Record<string, unknown>, walk: Walk): string | undefined {
  if (isForMaintainers(group)) return undefined;
  const { source } = group;
  if (isRecord(group.crate)) nameOther(group.crate, walk);
  if (isRecord(source) && typeof source.git === 'string')
    walk.skip(MANIFEST, 'unsupported', 'Some of its skills lie in a git repository, and nothing is downloaded.');
  const written = isRecord(source) ? source.path : group.path;
  if (typeof written !== 'string') return undefined;
  const path = containedPath(written);
  if (path === undefined || path === '') {
    walk.skip(
      written,
      'outside-artifact',
      'The crate names a folder outside itself, or the whole crate, for its skills.',
    );
    return undefined;
  }
  return path;
}

const MANIFEST = 'Cargo.toml';

function isForMaintainers({ predicates }: Record<string, unknown>): boolean {
  return Array.isArray(predicates) && predicates.some((text) => String(text).startsWith('workspace-member'));
}

function nameOther(crate: unknown, walk: Walk): void {
  const name = isRecord(crate) ? crate.name : crate;
  if (typeof name !== 'string') return;
  walk.skip(
    MANIFEST,
    'unsupported',
    `Its skills are kept in the crate "${name.slice(0, 64)}" and are found where that crate is a dependency.`,
  );
}

function records(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.slice(0, LIMITS.skillsPerArtifact).filter(isRecord) : [];
}

function parseToml(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
