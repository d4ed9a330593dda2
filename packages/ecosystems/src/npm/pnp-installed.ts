import type { PnpGraph, PnpPackage } from './graph.ts';
import type { Installed, InstalledPackage } from './installed.ts';
import type { Manifest } from './manifest.ts';
import { isPackageName } from './names.ts';
import { splitPattern } from './yarn-pattern.ts';

const IMPORTER = 'importer:';

/** A Plug'n'Play install, which says itself who gets what. */
export function openPnpInstall(graph: PnpGraph): Installed {
  const packages = new Map<string, InstalledPackage | undefined>();

  function packageAt(locator: string): InstalledPackage | undefined {
    if (packages.has(locator)) return packages.get(locator);
    const entry = graph.packages.get(locator);
    const found = entry && toInstalled(locator, entry);
    packages.set(locator, found);
    return found;
  }

  return {
    resolve(from, name) {
      const imports = from.startsWith(IMPORTER)
        ? graph.importers.get(from.slice(IMPORTER.length))
        : graph.packages.get(from)?.dependencies;
      const locator = imports?.get(name);
      return locator === undefined ? undefined : packageAt(locator);
    },
    start: (member) => IMPORTER + member,
    places: () => [graph.installedFile],
  };
}

function toInstalled(
  locator: string,
  { name, version, artifact, dependencies }: PnpPackage,
): InstalledPackage | undefined {
  const id = splitPattern(locator);
  if (!id) return undefined;
  const runtime = [...dependencies.keys()]
    .filter(isPackageName)
    .map((needed) => ({ name: needed, spec: '', optional: false, peer: false }));
  const manifest: Manifest = {
    name,
    version,
    runtime,
    development: [],
    catalogs: new Map(),
    overridden: new Set<string>(),
  };
  return { key: locator, folder: id.name, manifest, artifact, reference: id.range };
}
