import { posix } from 'node:path';
import type { LockedPackage, LockGraph } from './lock.ts';
import { cleanVersion, isPackageName } from './names.ts';
import { type Origin, originOf, patched } from './origin.ts';
import { flowMap, type Outline, type OutlineValue } from './outline.ts';
import { namesAnother, sentInstead } from './tarball.ts';
import { splitPattern } from './yarn-pattern.ts';

const WORKSPACE = 'workspace:';

/** The later Yarns' format: headings are lists of descriptors, and members are entries too. */
export function graphOfBerry(entries: Outline): LockGraph {
  const keys = new Map<string, string>();
  /** For ranges that `resolutions` replaced: the heading, where a name has only one. */
  const only = new Map<string, string | undefined>();
  for (const heading of entries.keys()) {
    for (const descriptor of heading.split(', ')) {
      keys.set(descriptor, heading);
      const name = splitPattern(descriptor)?.name;
      if (name !== undefined) only.set(name, only.has(name) && only.get(name) !== heading ? undefined : heading);
    }
  }
  const packages = new Map<string, LockedPackage>();
  const importers = new Map<string, ReadonlyMap<string, string>>();
  const declared = new Map<string, ReadonlyMap<string, string>>();
  for (const [heading, value] of entries) {
    if (heading === '__metadata') continue;
    const fields = flowMap(value);
    const locator = splitPattern(textOf(fields.get('resolution')));
    if (!locator) continue;
    const member = locator.range.startsWith(WORKSPACE) ? locator.range.slice(WORKSPACE.length) : undefined;
    const edges = new Map<string, string>();
    for (const [name, range] of flowMap(fields.get('dependencies'))) {
      if (!isPackageName(name)) continue;
      const descriptor = `${name}@${textOf(range)}`;
      const key =
        keys.get(descriptor) ??
        keys.get(`${name}@npm:${textOf(range)}`) ??
        keys.get(`${descriptor}::locator=${encodeURIComponent(`${locator.name}@${locator.range}`)}`) ??
        only.get(name);
      if (key !== undefined) edges.set(name, key);
    }
    if (member !== undefined) {
      importers.set(member, edges);
      const asked = [...flowMap(fields.get('dependencies'))];
      declared.set(member, new Map(asked.map(([name, range]) => [name, textOf(range)])));
    }
    packages.set(heading, {
      name: locator.name,
      version: member === undefined ? (cleanVersion(fields.get('version')) ?? '') : '',
      origin:
        member === undefined ? originOfReference(locator.range, locator.name) : { source: 'path', address: member },
      edges,
      platform: fields.has('conditions'),
    });
  }
  return { importers, packages, declared };
}

/**
 * What the reference of a locator (`npm:1.0.0`, `https://…#commit=…`, `file:./x::locator=…`) says. A path in it is
 * relative to the member its `locator` parameter names; the address given back is relative to the root. `name` is that of
 * the locator: a registry's tarball of another package is a download, and so is a patch of another package.
 */
export function originOfReference(reference: string, name: string): Origin {
  if (reference.startsWith('virtual:')) return originOfReference(reference.slice(reference.indexOf('#') + 1), name);
  if (reference.startsWith(PATCH)) {
    const inner = patched(reference.slice(PATCH.length));
    return inner.name === name ? originOfReference(inner.reference, name) : { source: 'url' };
  }
  if (reference.startsWith(WORKSPACE)) return { source: 'path', address: reference.slice(WORKSPACE.length) };
  const origin = originOf(reference);
  if (origin.source === 'registry') {
    const archive = archiveOf(reference);
    return namesAnother(archive, name) ? sentInstead(archive) : origin;
  }
  if (origin.source !== 'path' || origin.address === undefined || posix.isAbsolute(origin.address)) return origin;
  return { ...origin, address: posix.join(declaringMember(reference), origin.address) };
}

/** The address that is written down where a registry keeps a tarball in an unusual place; empty where none is. */
function archiveOf(reference: string): string {
  const at = reference.indexOf('::');
  return at < 0 ? '' : (new URLSearchParams(reference.slice(at + 2)).get('__archiveUrl') ?? '');
}

const PATCH = 'patch:';

function declaringMember(reference: string): string {
  const parameters = new URLSearchParams(reference.slice(reference.indexOf('::') + 2));
  const range = splitPattern(parameters.get('locator') ?? '')?.range ?? '';
  return range.startsWith(WORKSPACE) ? range.slice(WORKSPACE.length) : '.';
}

function textOf(value: OutlineValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
