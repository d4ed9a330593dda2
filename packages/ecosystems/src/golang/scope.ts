import type { Relation } from '@skillscope/core';
import { chainsFrom } from './chains.ts';
import type { Requirement } from './mod-file.ts';
import type { ModuleGraph } from './module-graph.ts';
import type { Replacements } from './replacements.ts';
import type { Sums } from './sum-file.ts';
import type { Vendored } from './vendored.ts';
import { compareVersions } from './versions.ts';
import type { Member, Workspace } from './workspace.ts';

/** One module that some members use, by the path they import it by. */
export interface Used {
  readonly path: string;
  /** The version that Go selects; as written where that is no complete version. */
  readonly version: string;
  readonly relation: Relation;
  /** Module paths from the direct dependency down to the parent; empty too where nothing on this machine says it. */
  readonly via: readonly string[];
  /** Paths of the members that use it, sorted. */
  readonly members: readonly string[];
}

export interface ScopeSources {
  readonly workspace: Workspace;
  readonly graph: ModuleGraph;
  readonly sums: Sums;
  readonly replacements: Replacements;
  readonly vendored: Vendored | undefined;
  readonly breathe: () => Promise<void>;
}

/** What the members asked for use. A module used by several is one, at its nearest. */
export async function findUsed(sources: ScopeSources): Promise<readonly Used[]> {
  const { workspace, breathe } = sources;
  const found = new Map<string, Used & { readonly members: string[] }>();
  for (const member of workspace.asked) {
    await breathe();
    for (const own of usedBy(member, sources)) {
      const known = found.get(own.path);
      const members = known?.members ?? [];
      members.push(member.path);
      found.set(own.path, { ...(known && distance(known) <= distance(own) ? known : own), members });
    }
  }
  return [...found.values()];
}

/**
 * A module from Go 1.17 on lists what it uses; one from before lists what it imports itself, and the rest is what it
 * vendors, or is found by following go.mod files to modules whose content was fetched.
 */
function usedBy(member: Member, sources: ScopeSources): readonly Omit<Used, 'members'>[] {
  const { workspace, graph, vendored } = sources;
  const { manifest } = member;
  const listed = requirementsOf(member, workspace);
  const isFinal = workspace.work === undefined && manifest.listsAll;

  function versionOf(path: string): string {
    const selected = isFinal ? undefined : graph.selected(path);
    return selected ?? listed.get(path)?.version ?? vendored?.find(path)?.version ?? '';
  }

  function isInScope(path: string): boolean {
    if (path === manifest.module) return false;
    return listed.has(path) || (!manifest.listsAll && isBuilt(path, versionOf(path), sources));
  }

  const tools = new Set(manifest.tools.map((tool) => providerOf(tool, listed)));
  const direct = [...listed.values()].filter(({ path, indirect }) => !indirect || tools.has(path));
  const chains = chainsFrom(
    direct.map(({ path }) => path),
    (path) => graph.requirements(path, versionOf(path)).filter((requirement) => isInScope(requirement.path)),
  );
  const unlisted = manifest.listsAll ? [] : [...(vendored?.paths ?? [])].filter(isInScope);
  return [...new Set([...chains.keys(), ...listed.keys(), ...unlisted])].map((path) => {
    const via = chains.get(path);
    const relation = via?.length === 0 ? 'direct' : 'transitive';
    return { path, version: versionOf(path), relation, via: via ?? [] };
  });
}

/** True when a module that no member lists gives packages to the build. Without go.sum nothing says, and all count. */
function isBuilt(path: string, version: string, { sums, replacements, vendored }: ScopeSources): boolean {
  if (vendored) return vendored.paths.has(path);
  const target = replacements.find(path, version);
  if (target?.kind === 'directory' || sums.paths.length === 0) return true;
  const { path: name, version: exact } = target ?? { path, version };
  return sums.hasContent(name, exact);
}

/** What a member asks for, and what the other members ask for that it uses: these are built from where they lie. */
function requirementsOf({ manifest }: Member, { members }: Workspace): ReadonlyMap<string, Requirement> {
  const others = new Map(members.map((other) => [other.manifest.module, other.manifest]));
  const listed = new Map<string, Requirement>();
  const queue = new Set([manifest]);
  for (const current of queue) {
    for (const requirement of current.requirements) {
      const { path, version } = requirement;
      if (path === manifest.module || current.excluded.has(`${path}@${version}`)) continue;
      const known = listed.get(path);
      const other = others.get(path);
      if (other) queue.add(other);
      if (!known) listed.set(path, current === manifest ? requirement : { ...requirement, indirect: true });
      else if (compareVersions(known.version, version) < 0) listed.set(path, { ...known, version });
    }
  }
  return listed;
}

/** The module with the longest path that holds a package. */
function providerOf(packagePath: string, listed: ReadonlyMap<string, Requirement>): string | undefined {
  for (let path = packagePath; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('/'))))
    if (listed.has(path)) return path;
  return undefined;
}

function distance({ relation, via }: Pick<Used, 'relation' | 'via'>): number {
  if (relation === 'direct') return 0;
  return via.length === 0 ? Number.POSITIVE_INFINITY : via.length;
}
