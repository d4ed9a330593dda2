import type { Catalogs, Manifest } from './manifest.ts';
import { originOf, rangeOf } from './origin.ts';
import type { Scope } from './scope.ts';
import { specIn } from './spec-in.ts';

/** An installed version that is not what a manifest asks for. */
export interface OutOfRange {
  readonly name: string;
  /** As the manifest says it, or the catalog that it names. */
  readonly spec: string;
  /** The version that is installed. */
  readonly version: string;
}

interface Asked {
  readonly scope: Scope;
  /** By path below the root. */
  readonly manifests: ReadonlyMap<string, Manifest>;
  readonly catalogs: Catalogs;
}

/**
 * Installed versions that lie outside what the members in scope ask for, each once. Only what is certain counts: peers,
 * what comes from elsewhere than the registry, tags, and names whose ranges are replaced are passed over.
 */
export async function outOfRangeIn({ scope, manifests, catalogs }: Asked): Promise<readonly OutOfRange[]> {
  const found = new Map<string, OutOfRange>();
  const overridden = new Set([...manifests.values()].flatMap((manifest) => [...manifest.overridden]));
  for (const [member, direct] of scope.direct) {
    const manifest = manifests.get(member);
    if (!manifest) continue;
    const installed = new Map(direct.flatMap((node) => [...node.imports].map((name) => [name, node] as const)));
    for (const { name, spec, peer } of [...manifest.development, ...manifest.runtime]) {
      const node = installed.get(name);
      if (node?.evidence !== 'installed' || peer || overridden.has(name)) continue;
      const wanted = specIn(spec, name, catalogs);
      const { version, source } = node.identity;
      if (wanted === undefined || source !== 'registry' || version === '') continue;
      const origin = originOf(wanted);
      if (origin.source !== 'registry' || node.identity.name !== (origin.name ?? name)) continue;
      const { isInRange } = await import('./in-range.ts');
      if (!isInRange(version, rangeOf(wanted)))
        found.set(`${name} ${wanted} ${version}`, { name, spec: wanted, version });
    }
  }
  return [...found.values()];
}
