import { basename, dirname, join } from 'node:path';
import type { Artifact } from '@skillscope/core';
import type { Entry, Files } from '../files.ts';
import { isCopy, NODE_MODULES, nameInPath, under } from './installed-path.ts';
import type { Manifest } from './manifest.ts';
import { isPackageName } from './names.ts';
import { type ManifestReader, openManifestReader } from './package-json.ts';

/** One package as it lies on disk. */
export interface InstalledPackage {
  /** What `resolve` starts from: its directory, or its locator where nothing is unpacked. */
  readonly key: string;
  /** The name its manager laid it out under, which is an alias in some layouts. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly artifact: Artifact;
  /** What its manager fetched, where the layout itself says it, e.g. `npm:1.0.0`. */
  readonly reference?: string;
}

/** What is installed, whichever way a manager laid it out. */
export interface Installed {
  /** The package that code in `from` gets for a name. */
  resolve(from: string, name: string): InstalledPackage | undefined;
  /** Where the look-up of a member starts, by its path below the root. */
  start(member: string): string;
  /** Absolute paths of what told so, without the folders inside folders. */
  readonly places: () => readonly string[];
}

/** One `node_modules` folder on the way up. */
interface Folder {
  /** Real. */
  readonly path: string;
  /** True for a folder of the project rather than of a package. */
  readonly listed: boolean;
}

export interface NodeModules {
  readonly root: string;
  readonly files: Files;
  readonly manifestOf: ManifestReader;
}

/**
 * Files that the managers write into `node_modules` whenever they change something below it: npm, pnpm, Yarn classic,
 * Yarn Berry. Bun writes none.
 */
const RECORDS = ['.package-lock.json', '.modules.yaml', '.yarn-integrity', '.yarn-state.yml'];

/** Packages in `node_modules` folders, found as Node finds them: from the real directory of whoever asks, upwards. */
export function openNodeModules({ root, files, manifestOf }: NodeModules): Installed {
  // A record stands for the packages, so that a fresh scan is known by it and not by a thousand files.
  const isRecorded = RECORDS.some((name) => files.isFile(join(root, NODE_MODULES, name)));
  const inside = isRecorded ? files.aside() : files;
  const manifestInside = isRecorded ? openManifestReader(inside) : manifestOf;
  const folders = new Map<string, ReadonlyMap<string, Entry['kind']> | undefined>();
  const packages = new Map<string, InstalledPackage>();
  /** Directory → the `node_modules` folders that are looked into from there, nearest first. */
  const chains = new Map<string, readonly Folder[]>();
  const used = new Set<string>();

  function entries(directory: string): ReadonlyMap<string, Entry['kind']> | undefined {
    if (folders.has(directory)) return folders.get(directory);
    const list = files.list(directory);
    const kinds = list && new Map(list.map(({ name, kind }) => [name, kind]));
    folders.set(directory, kinds);
    return kinds;
  }

  function chain(directory: string, below?: string): readonly Folder[] {
    const known = chains.get(directory);
    if (known) return known;
    const parent = dirname(directory);
    const above = parent === directory ? [] : chain(parent, directory);
    const own = mayHold(directory) ? folderIn(directory, below) : undefined;
    const whole = own === undefined ? above : [own, ...above];
    chains.set(directory, whole);
    return whole;
  }

  /** `below` is the real directory one comes from: a folder on the way to it needs no look at where it leads. */
  function folderIn(directory: string, below: string | undefined): Folder | undefined {
    const path = under(directory, NODE_MODULES);
    const isListed = !isCopy(path);
    const reader = isListed ? files : inside;
    if (!reader.isDirectory(path)) return undefined;
    const real = path === below ? path : reader.real(path);
    return real === undefined ? undefined : { path: real, listed: isListed };
  }

  function packageAt(folder: Folder, name: string): InstalledPackage | undefined {
    const directory = folder.listed ? directoryListed(folder.path, name) : directoryProbed(folder.path, name);
    if (directory === undefined) return undefined;
    const known = packages.get(directory);
    if (known) return known;
    const manifest = (isCopy(directory) ? manifestInside : manifestOf)(directory);
    if (!manifest) return undefined;
    const artifact: Artifact = {
      kind: 'directory',
      path: directory,
      manifest: 'package.json',
      mutable: false,
      ...(manifest.namesSkills === false ? { namesSkills: false } : {}),
    };
    const found: InstalledPackage = { key: directory, folder: folderName(directory, name), manifest, artifact };
    packages.set(directory, found);
    return found;
  }

  /** The folder of a whole project: one listing answers for a thousand names. */
  function directoryListed(folder: string, name: string): string | undefined {
    const slash = name.indexOf('/');
    const scope = slash < 0 ? folder : scopeIn(folder, name.slice(0, slash));
    const base = name.slice(slash + 1);
    const kind = scope === undefined ? undefined : entries(scope)?.get(base);
    if (scope === undefined || (kind !== 'directory' && kind !== 'link')) return undefined;
    return kind === 'link' ? linkTarget(scope, base) : under(scope, base);
  }

  /** The folder of one package: as few names are asked for in it as it has entries. */
  function directoryProbed(folder: string, name: string): string | undefined {
    const slash = name.indexOf('/');
    if (slash >= 0 && !inside.isDirectory(under(folder, name.slice(0, slash)))) return undefined;
    return linkTarget(folder, name);
  }

  function scopeIn(folder: string, name: string): string | undefined {
    const kind = entries(folder)?.get(name);
    if (kind === undefined) return undefined;
    return kind === 'link' ? files.real(under(folder, name)) : under(folder, name);
  }

  /** A link to somebody's own directory may be one of several on the way there, so it is remembered by itself. */
  function linkTarget(folder: string, name: string): string | undefined {
    const directory = files.follow(folder, name);
    return directory === undefined || isCopy(directory) ? directory : files.real(under(folder, name));
  }

  return {
    resolve(from, name) {
      for (const folder of chain(from)) {
        const found = packageAt(folder, name);
        if (found) {
          if (folder.listed) used.add(folder.path);
          return found;
        }
      }
      return undefined;
    },
    start: (member) => join(root, member),
    places: () => [...used].sort(),
  };
}

/** In layouts of links the real directory carries the real name. */
function folderName(directory: string, name: string): string {
  const folder = nameInPath(directory);
  return folder !== undefined && folder !== name && isPackageName(folder) ? folder : name;
}

/** Neither a `node_modules` folder nor a scope in one holds another. */
function mayHold(directory: string): boolean {
  const name = basename(directory);
  return name !== NODE_MODULES && !(name.startsWith('@') && basename(dirname(directory)) === NODE_MODULES);
}
