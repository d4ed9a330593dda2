import { join } from 'node:path';
import { type Artifact, LIMITS } from '@skillscope/core';
import type { Files } from '../files.ts';
import { directoryArtifact } from './module-cache.ts';
import { isModulePath } from './names.ts';
import { isVersion } from './versions.ts';

/** What `vendor/modules.txt` says about one module. */
export interface VendoredModule {
  /** Absent for a replacement by a directory. */
  readonly version?: string;
  /** Where its packages are, without the folders that hold none; absent when no package of it is vendored. */
  readonly artifact?: Artifact;
}

/** The vendor folder of a project. */
export interface Vendored {
  /** Absolute directory. */
  readonly directory: string;
  /** By the path that the project imports. */
  find(path: string): VendoredModule | undefined;
  /** Paths of the modules that give packages to the build. */
  readonly paths: ReadonlySet<string>;
}

/** Reads `vendor/modules.txt` in `root`; `undefined` when the project vendors nothing. */
export function readVendored(root: string, files: Files): Vendored | undefined {
  const directory = join(root, 'vendor');
  const list = join(directory, 'modules.txt');
  const text = files.isFile(list) ? files.text(list, LIMITS.lockfileBytes) : undefined;
  const real = files.real(directory);
  if (text === undefined || real === undefined) return undefined;
  const { modules, isSound } = readModules(text);
  if (!isSound)
    files.skip({
      path: list,
      reason: 'malformed',
      message: 'Parts of the file are no list of vendored modules; the rest is read. `go mod vendor` writes it anew.',
    });

  return {
    directory,
    paths: new Set([...modules].filter(([, { hasPackages }]) => hasPackages).map(([path]) => path)),
    find(path) {
      const found = modules.get(path);
      if (!found) return undefined;
      const expected = join(real, path);
      const artifact =
        found.hasPackages && files.real(expected) === expected ? directoryArtifact(expected, files, true) : undefined;
      return {
        ...(found.version === undefined ? {} : { version: found.version }),
        ...(artifact ? { artifact } : {}),
      };
    },
  };
}

interface Listed {
  readonly version: string | undefined;
  hasPackages: boolean;
}

/**
 * `# path version` begins a module, `# path version => path version` a replaced one; `##` lines remark on it,
 * the others name its packages. Replacements of every version are repeated at the end, without a version.
 */
function readModules(text: string): { readonly modules: ReadonlyMap<string, Listed>; readonly isSound: boolean } {
  const modules = new Map<string, Listed>();
  let isSound = text.trim() !== '';
  let current: Listed | undefined;
  for (const line of text.split('\n').map((raw) => raw.trim())) {
    if (line === '' || line.startsWith('##')) continue;
    if (!line.startsWith('# ')) {
      if (!isModulePath(line) || !current) isSound = false;
      else current.hasPackages = true;
      continue;
    }
    const [path = '', version = '', ...rest] = line.slice(2).split(' ');
    current = undefined;
    if (version === '=>' && isModulePath(path)) continue;
    if (!isModulePath(path) || !isVersion(version) || (rest.length > 0 && rest[0] !== '=>')) {
      isSound = false;
      continue;
    }
    const [, target, replaced] = rest;
    const isDirectory = target !== undefined && replaced === undefined;
    current = { version: isDirectory ? undefined : isVersion(replaced ?? '') ? replaced : version, hasPackages: false };
    modules.set(path, current);
  }
  return { modules, isSound };
}
