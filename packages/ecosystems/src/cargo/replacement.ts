import type { CargoConfig, SourceDefinition } from './config.ts';
import { isCratesIo, type LockedSource, publicUrl } from './source.ts';

/** Where packages of a source really come from, once cargo's configuration has had its say. */
export type Supplier = LockedSource | { readonly kind: 'directory' | 'local-registry'; readonly directory: string };

/**
 * Follows `replace-with` from a locked source to its last replacement.
 * A chain that ends nowhere or turns in a circle gives the source itself.
 */
export function supplierOf(source: LockedSource, config: CargoConfig): Supplier {
  let name = nameOf(source, config);
  const visited = new Set<string>();
  while (name !== undefined && !visited.has(name)) {
    visited.add(name);
    const definition: SourceDefinition | undefined = config.sources.get(name);
    if (!definition?.replaceWith) return toSupplier(name, definition, source, config);
    name = definition.replaceWith;
  }
  return source;
}

function nameOf(source: LockedSource, config: CargoConfig): string | undefined {
  if (source.kind === 'crates-io' && config.sources.has('crates-io')) return 'crates-io';
  for (const [name, definition] of config.sources) {
    const index = definition.registry ?? config.registries.get(name);
    if (source.kind === 'git') {
      if (definition.git && sameUrl(definition.git, source.url) && (definition.reference ?? '') === source.reference)
        return name;
    } else if (index && (source.kind === 'crates-io' ? isCratesIo(index) : sameUrl(index, source.url))) return name;
  }
  return undefined;
}

function toSupplier(
  name: string,
  definition: SourceDefinition | undefined,
  source: LockedSource,
  config: CargoConfig,
): Supplier {
  if (definition?.directory) return { kind: 'directory', directory: definition.directory };
  if (definition?.localRegistry) return { kind: 'local-registry', directory: definition.localRegistry };
  const index = definition?.registry ?? config.registries.get(name);
  if (index) return isCratesIo(index) ? { kind: 'crates-io' } : { kind: 'registry', url: index };
  if (definition?.git && source.kind === 'git') return { ...source, url: definition.git };
  return name === 'crates-io' ? { kind: 'crates-io' } : source;
}

function sameUrl(a: string, b: string): boolean {
  const left = publicUrl(a);
  return left !== undefined && left === publicUrl(b);
}
