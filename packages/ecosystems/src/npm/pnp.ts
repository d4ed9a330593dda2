import { join, relative, resolve, sep } from 'node:path';
import { type Artifact, LIMITS } from '@skillscope/core';
import type { Files } from '../files.ts';
import type { PnpGraph, PnpPackage } from './graph.ts';
import { pnpState } from './pnp-state.ts';

/**
 * Reads a Yarn Plug'n'Play install below `root` as data: `.pnp.cjs` with its state inline, or `.pnp.data.json` beside it.
 * Nothing is run. `undefined` when there is no such install, or none that can be read, which `files` remembers.
 * Packages whose files are not on this machine, such as those for other platforms, are left out. What a package
 * may import by fallback without declaring it is not among its dependencies.
 */
export function readPnp(files: Files, root: string): PnpGraph | undefined {
  const found = stateFile(files, root);
  if (!found) return undefined;
  const { state, path: installedFile } = found;
  const packages = new Map<string, PnpPackage>();
  const importers = new Map<string, ReadonlyMap<string, string>>();
  const roots = new Set(state.roots.map(({ name, reference }) => locatorOf(name, reference)));

  for (const { name, reference, location, soft, dependencies } of state.packages.slice(0, LIMITS.dependencies)) {
    const imports = new Map<string, string>();
    for (const [imported, target] of dependencies) {
      const locator = locatorOf(target.name, target.reference);
      if (imported !== name || target.reference !== reference) imports.set(imported, locator);
    }
    if (name === null || reference === null) {
      imports.delete(state.roots.find((at) => at.reference === 'workspace:.')?.name ?? '');
      importers.set('.', imports);
      continue;
    }
    const locator = locatorOf(name, reference);
    const artifact = artifactAt(files, resolveVirtual(resolve(root, location)), soft);
    if (!artifact) continue;
    packages.set(locator, { name, version: versionOf(files, artifact, reference), artifact, dependencies: imports });
    if (roots.has(locator)) importers.set(memberPath(root, resolve(root, location)), imports);
  }
  return { packages, importers, installedFile };
}

/** How a package is named in the graph: `<name>@<reference>`, as Yarn writes it. */
function locatorOf(name: string, reference: string): string {
  return `${name}@${reference}`;
}

function stateFile(files: Files, root: string) {
  for (const name of ['.pnp.cjs', '.pnp.js', '.pnp.data.json']) {
    const path = join(root, name);
    if (!files.isFile(path)) continue;
    const text = files.text(path, LIMITS.lockfileBytes);
    if (text === undefined) continue;
    const state = pnpState(text);
    if (state === 'elsewhere') continue;
    if (state) return { state, path };
    files.skip({ path, reason: 'malformed', message: "The Plug'n'Play file does not hold what Yarn writes." });
  }
  return undefined;
}

/** `<folder>/__virtual__/<id>/<n>/<rest>` stands for `<rest>` below the folder n levels above `<folder>`. */
function resolveVirtual(path: string): string {
  const segments = path.split(sep);
  const at = segments.findIndex((segment) => segment === '__virtual__' || segment === '$$virtual');
  if (at < 0) return path;
  const up = Number(segments[at + 2]);
  if (!Number.isInteger(up) || up < 0 || up > at) return path;
  return [...segments.slice(0, at - up), ...segments.slice(at + 3)].join(sep);
}

function artifactAt(files: Files, path: string, soft: boolean): Artifact | undefined {
  const segments = path.split(sep).filter((segment, index) => segment !== '' || index === 0);
  for (const [index, segment] of segments.entries()) {
    if (!segment.endsWith('.zip')) continue;
    const archive = segments.slice(0, index + 1).join(sep);
    if (!files.isFile(archive)) continue;
    const real = files.real(archive);
    const inside = segments.slice(index + 1).join('/');
    return real
      ? { kind: 'archive', path: real, ...(inside ? { inside } : {}), manifest: MANIFEST, mutable: false }
      : undefined;
  }
  if (!files.isDirectory(path)) return undefined;
  const real = files.real(path);
  return real ? { kind: 'directory', path: real, manifest: MANIFEST, mutable: soft } : undefined;
}

const MANIFEST = 'package.json';

function versionOf(files: Files, artifact: Artifact, reference: string): string {
  if (artifact.kind === 'directory') {
    const version = manifestVersion(files.text(join(artifact.path, MANIFEST)));
    if (version) return version;
  }
  const [source = '', parameters = ''] = reference.replace(/^virtual:[^#]*#/, '').split('::');
  const stated = new URLSearchParams(parameters).get('version');
  if (stated) return stated;
  return source.startsWith('npm:') ? source.slice(source.lastIndexOf('@') + 1).replace(/^npm:/, '') : '';
}

function manifestVersion(text: string | undefined): string | undefined {
  try {
    const manifest: unknown = JSON.parse(text ?? 'null');
    const isObject = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
    return isObject && typeof manifest.version === 'string' ? manifest.version : undefined;
  } catch {
    return undefined;
  }
}

function memberPath(root: string, location: string): string {
  return relative(root, location).split(sep).join('/') || '.';
}
