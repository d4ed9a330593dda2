import { basename, dirname, join } from 'node:path';
import type { Files } from './files.ts';

/**
 * The nearest directory at or above `directory` that lies in no tree of installed packages: what a package manager laid
 * out is somebody else's, whatever manifest, policy or lock it holds. The outermost such tree counts.
 *
 * @param directory absolute; need not exist
 */
export function outsideInstalled(directory: string, files: Pick<Files, 'isFile'>): string {
  let outside = directory;
  for (let at = directory; dirname(at) !== at; at = dirname(at)) if (isTree(at, files)) outside = dirname(at);
  return outside;
}

/** True for what lies in a tree of installed packages, or is one. The path is absolute and need not exist. */
export function isInstalled(path: string, files: Pick<Files, 'isFile'>): boolean {
  return outsideInstalled(path, files) !== path;
}

/** Folders that hold nothing but what was installed, by name. */
const TREES: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  'jspm_packages',
  'site-packages',
  'dist-packages',
  '.venv',
]);

/** Folders of stores, below the folder that makes the name unmistakable. */
const STORES: ReadonlySet<string> = new Set([
  '.m2/repository',
  '.gradle/caches',
  '.yarn/cache',
  '.yarn/unplugged',
  '.cargo/registry',
  '.cargo/git',
  'uv/archive-v0',
]);

/** Cargo names what it keeps of a source by a hash, wherever its home is. */
const CARGO_SOURCE = /-[0-9a-f]{16}$/;
/** The Go module cache names directories by version, wherever it is. */
const GO_MODULE = /.@v\d+\.\d+\.\d/;

function isTree(directory: string, files: Pick<Files, 'isFile'>): boolean {
  const name = basename(directory).toLowerCase();
  const parent = dirname(directory);
  const above = basename(parent).toLowerCase();
  if (TREES.has(name) || STORES.has(`${above}/${name}`) || GO_MODULE.test(name)) return true;
  if (CARGO_SOURCE.test(name)) {
    const store = `${basename(dirname(parent)).toLowerCase()}/${above}`;
    if (store === 'registry/src' || store === 'git/checkouts') return true;
  }
  if (name === 'vendor')
    return (
      files.isFile(join(directory, 'modules.txt')) ||
      files.isFile(join(directory, 'composer', 'installed.json')) ||
      files.isFile(join(directory, 'autoload.php'))
    );
  // `cargo vendor` lays this into each crate, in whatever directory it was told to fill.
  return files.isFile(join(directory, '.cargo-checksum.json'));
}
