import { cleanLine, type Dependency, LIMITS } from '@skillscope/core';
import type { Files } from '../files.ts';
import type { CargoConfig } from './config.ts';
import { type Provenance, purlOf } from './identity.ts';
import { inPlace } from './in-place.ts';
import type { Locals } from './locals.ts';
import type { Declared } from './manifest.ts';
import { isCratesIo } from './source.ts';

/** One declaration of one member that no lockfile entry answers. */
export interface Unlocked {
  /** Path of the member. */
  readonly member: string;
  readonly declared: Declared;
}

/**
 * Dependencies that no lockfile settles: the version is the requirement as written, and the identity has none.
 * Path dependencies are the exception: they lie there, so they are answered for in place, with what they bring in.
 * One entry for every declaration met, in order, so the same dependency may come more than once.
 */
export function fromDeclared(
  unlocked: readonly Unlocked[],
  { files, config, locals }: { readonly files: Files; readonly config: CargoConfig; readonly locals: Locals },
): readonly Dependency[] {
  const found: Dependency[] = [];
  const followed = new Set<string>();
  const queue = unlocked.map((item) => ({ ...item, via: [] as readonly string[] }));
  for (const { member, declared, via } of queue) {
    if (found.length > LIMITS.dependencies) break;
    const use = {
      relation: via.length === 0 ? 'direct' : 'transitive',
      via,
      members: [member],
      ...(declared.alias ? { alias: declared.alias } : {}),
    } as const;
    const local = declared.origin.kind === 'path' ? locals.at(declared.origin.directory) : undefined;
    if (!local) {
      found.push({ ...describe(declared, config), ...use });
      continue;
    }
    if (local.path === member) continue;
    found.push({ ...inPlace(local, files), ...use });
    const key = `${member}\u0000${local.directory}`;
    if (followed.has(key)) continue;
    followed.add(key);
    const chain = via.length < LIMITS.viaNames ? [...via, local.name] : via;
    for (const carried of local.carries) {
      if (queue.length > LIMITS.dependencies) break;
      queue.push({ member, declared: carried, via: chain });
    }
  }
  return found;
}

function describe(declared: Declared, config: CargoConfig): Omit<Dependency, 'relation' | 'via'> {
  const { name, requirement, origin } = declared;
  const purl = purlOf(name, undefined, provenanceOf(declared, config));
  const version = cleanLine(requirement, LIMITS.wordCharacters);
  return { purl, ecosystem: 'cargo', name, version, evidence: 'declared', source: origin.kind };
}

function provenanceOf({ origin }: Declared, config: CargoConfig): Provenance {
  switch (origin.kind) {
    case 'path':
      return { kind: 'path', path: cleanLine(origin.written) };
    case 'git':
      return { ...origin, kind: 'declared-git' };
    case 'registry': {
      const index =
        origin.index ?? (origin.registry === undefined ? undefined : config.registries.get(origin.registry));
      if (index !== undefined) return isCratesIo(index) ? { kind: 'crates-io' } : { kind: 'registry', url: index };
      if (origin.registry === undefined || origin.registry === 'crates-io') return { kind: 'crates-io' };
      return { kind: 'named-registry', name: cleanLine(origin.registry) };
    }
  }
}
