import { sep } from 'node:path';
import type { Installed, InstalledPackage } from './installed.ts';
import { isCopy, NODE_MODULES, nameInPath } from './installed-path.ts';
import type { LockedPackage, LockGraph } from './lock.ts';

/** A package that others came packed inside. */
export interface Carrier {
  readonly name: string;
  /** Real directory; what lies in it came with it. */
  readonly directory: string;
}

/** An installed package that looks its dependencies up. */
export interface Asker {
  readonly found: InstalledPackage;
  /** As its identity has it. */
  readonly name: string;
  readonly locked: LockedPackage | undefined;
  /** The package that it came packed inside itself. */
  readonly carrier: Carrier | undefined;
}

interface Surroundings {
  /** What the lockfile says about the dependency. */
  readonly locked: LockedPackage | undefined;
  readonly graph: LockGraph | undefined;
  /** Absolute directory that places in the lockfile start from. */
  readonly root: string;
  readonly installed: Installed;
}

/**
 * The package that `found`, which answers `name`, came packed inside; `undefined` for what was fetched by itself. Only
 * what lies in the folder of another package can have come with that one. There it did when that package says so, in
 * layouts that never put one package inside another, where the same version lies further out, so that no manager had to put
 * it there, and where a lockfile that lists what the asker needs locks something else.
 */
export function carrierOf(
  { artifact, manifest }: InstalledPackage,
  name: string,
  asker: Asker | undefined,
  { locked, graph, root, installed }: Surroundings,
): Carrier | undefined {
  const holder = artifact.kind === 'archive' ? undefined : holderOf(artifact.path);
  if (asker === undefined || holder === undefined) return undefined;
  const { found } = asker;
  const isListed = graph !== undefined && asker.locked !== undefined && asker.locked.version === found.manifest.version;
  if (asker.carrier && `${holder}${sep}`.startsWith(asker.carrier.directory + sep)) return asker.carrier;
  const isOwn = holder === found.artifact.path;
  const isIsolated = ISOLATED.test(holder);
  if (graph?.isPlaced && !isIsolated) {
    const place = artifact.path.slice(root.length + 1).replaceAll(sep, '/');
    if (graph.packages.has(place)) return undefined;
    const holderName = isOwn ? asker.name : nameInPath(holder);
    if (isListed && holderName !== undefined) return { name: holderName, directory: holder };
  }
  const { bundles } = found.manifest;
  const isSaid = bundles === 'all' || bundles?.has(name) === true;
  const isOther = isListed && locked?.version !== manifest.version;
  const isPacked = isOwn && (isSaid || isIsolated || isOther || isFurtherOut());
  return isPacked ? { name: asker.name, directory: holder } : undefined;

  function isFurtherOut(): boolean {
    const outer = installed.resolve(outside(holder ?? ''), name);
    return outer !== undefined && outer.artifact.path !== artifact.path && outer.manifest.version === manifest.version;
  }
}

/** The folder whose `node_modules` a package lies in. */
function outside(directory: string): string {
  return directory.slice(0, Math.max(0, directory.lastIndexOf(`${sep}${NODE_MODULES}${sep}`)));
}

/** The same where the lockfile says it; `undefined` where that says something else. */
export function lockedCarrier({ artifact }: InstalledPackage, locked: LockedPackage | undefined): Carrier | undefined {
  const { source, address } = locked?.origin ?? {};
  const directory = holderOf(artifact.path);
  return source === 'bundled' && address !== undefined && directory !== undefined
    ? { name: address, directory }
    : undefined;
}

/** The folder of the package around one; `undefined` where only the project is. */
function holderOf(path: string): string | undefined {
  const holder = outside(path);
  return isCopy(holder) ? holder : undefined;
}

/** The stores of links that pnpm, npm and Bun fill: each package gets its dependencies beside it. */
const ISOLATED = /[\\/]node_modules[\\/]\.(?:pnpm|store|bun)[\\/]/;
