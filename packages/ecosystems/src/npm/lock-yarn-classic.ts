import { posix } from 'node:path';
import type { LockedPackage, LockGraph, Manifests } from './lock.ts';
import { cleanVersion, isPackageName } from './names.ts';
import { type Origin, originOf } from './origin.ts';
import { flowMap, type Outline, type OutlineValue } from './outline.ts';
import { namesAnother, sentInstead } from './tarball.ts';
import { splitPattern } from './yarn-pattern.ts';

/**
 * The first Yarn's format: headings are lists of `name@range`, and what members declare is not repeated. It does not say
 * which packages are for some platforms only; what nobody strictly needs is taken for one.
 */
export function graphOfClassic(entries: Outline, manifests: Manifests): LockGraph {
  const keys = new Map<string, string>();
  for (const heading of entries.keys()) {
    for (const pattern of patternsOf(heading)) keys.set(pattern, heading);
  }
  const packages = new Map<string, LockedPackage>();
  const required = new Set<string>();
  for (const [heading, value] of entries) {
    const fields = flowMap(value);
    const asked = askedFor(heading, textOf(fields.get('resolved')));
    if (!asked) continue;
    const { name, declared } = asked;
    const edges = new Map<string, string>();
    for (const table of ['dependencies', 'optionalDependencies']) {
      for (const [needed, range] of flowMap(fields.get(table))) {
        const key = isPackageName(needed) ? keys.get(`${needed}@${textOf(range)}`) : undefined;
        if (key === undefined) continue;
        edges.set(needed, key);
        if (table === 'dependencies') required.add(key);
      }
    }
    const version = cleanVersion(fields.get('version')) ?? '';
    packages.set(heading, { name, version, origin: originOfEntry(name, declared, fields), edges, platform: false });
  }

  const members = new Map<string, string>();
  for (const [path, { name }] of manifests) if (name !== undefined) members.set(name, path);
  const importers = new Map<string, ReadonlyMap<string, string>>();
  const declared = new Map<string, ReadonlyMap<string, string>>();
  const others = new Map<string, string>();
  for (const pattern of keys.keys()) {
    const { name, range } = splitPattern(pattern) ?? { name: '', range: '' };
    others.set(name, range);
  }
  for (const [path, { runtime, development }] of manifests) {
    const edges = new Map<string, string>();
    for (const { name, spec } of [...runtime, ...development]) {
      const key =
        keys.get(`${name}@${spec}`) ??
        keys.get(`${name}@file:${posix.join(path, originOf(spec).address ?? '')}`) ??
        linkTo(members.get(name), name, packages);
      if (key === undefined) continue;
      edges.set(name, key);
      required.add(key);
    }
    importers.set(path, edges);
    const asked = [...runtime, ...development].flatMap(({ name, spec }) => {
      const known = keys.has(`${name}@${spec}`) || edges.has(name) ? spec : others.get(name);
      return known === undefined ? [] : [[name, known] as const];
    });
    declared.set(path, new Map(asked));
  }
  for (const [key, locked] of packages) if (!required.has(key)) packages.set(key, { ...locked, platform: true });
  return { importers, packages, declared };
}

/** Members are linked by name and have no entry of their own. */
function linkTo(path: string | undefined, name: string, packages: Map<string, LockedPackage>): string | undefined {
  if (path === undefined) return undefined;
  const key = `link:${path}`;
  packages.set(key, {
    name,
    version: '',
    origin: { source: 'path', address: path },
    edges: new Map(),
    platform: false,
  });
  return key;
}

/** What the first pattern asks for; where a registry sent something else, the one that asks for that, as `resolutions` do. */
function askedFor(heading: string, resolved: string): Asked | undefined {
  const [first, ...others] = patternsOf(heading).map(readPattern);
  if (first?.declared.source !== 'registry' || !namesAnother(resolved, first.name)) return first;
  const isSent = (one: Asked | undefined) => one?.declared.name !== undefined && !namesAnother(resolved, one.name);
  return others.find(isSent) ?? first;
}

interface Asked {
  readonly name: string;
  readonly declared: Origin;
}

function readPattern(text: string): Asked | undefined {
  const pattern = splitPattern(text);
  const declared = pattern && originOf(pattern.range);
  return declared && { name: declared.name ?? pattern.name, declared };
}

/** What was fetched tells more than what was asked for, except that a registry's address looks like any other. */
function originOfEntry(name: string, declared: Origin, fields: Outline): Origin {
  const resolved = textOf(fields.get('resolved'));
  if (declared.source === 'registry' && namesAnother(resolved, name)) return sentInstead(resolved);
  if (declared.source === 'registry' && resolved.includes('/-/')) return declared;
  const fetched = originOf(resolved);
  return fetched.source === 'git' || declared.source === 'url' ? fetched : declared;
}

function patternsOf(heading: string): readonly string[] {
  return heading.split(', ').map((pattern) => (pattern.startsWith('"') ? pattern.slice(1, -1) : pattern));
}

function textOf(value: OutlineValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
