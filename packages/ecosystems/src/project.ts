import { dirname, join } from 'node:path';
import { ALL_ECOSYSTEMS } from './all.generated.ts';
import type { Ecosystem } from './ecosystem.ts';
import { type Files, openFiles } from './files.ts';
import { isInstalled, outsideInstalled } from './installed-tree.ts';

export interface FoundProject {
  /** The nearest directory at or above the start that holds a manifest. */
  readonly directory: string;
  /** Every ecosystem with a manifest there. */
  readonly ecosystems: readonly Ecosystem[];
}

/** How many directories below the start are looked at to suggest a project. */
const NEARBY_DIRECTORIES = 200;

/**
 * The project that `start` belongs to. The search ends at the first directory that is a repository's root,
 * so that a stray manifest in a home directory never claims an unrelated checkout. An installed package is no project:
 * from within one it is looked for above the tree that it was installed into.
 *
 * @param start absolute directory; links are resolved first
 * @param only ids of the ecosystems that count; default all
 */
export function findProject(start: string, only?: readonly string[]): FoundProject | undefined {
  const files = openFiles();
  const ecosystems = selected(only);
  for (let directory = outsideInstalled(files.real(start) ?? start, files); ; directory = dirname(directory)) {
    const present = ecosystems.filter((ecosystem) => hasManifest(directory, ecosystem, files));
    if (present.length > 0) return { directory, ecosystems: present };
    if (files.isDirectory(join(directory, '.git')) || files.isFile(join(directory, '.git'))) return undefined;
    if (dirname(directory) === directory) return undefined;
  }
}

/** Projects one or two levels below a directory that belongs to none, absolute; a suggestion for its user. */
export function projectsBelow(start: string, only?: readonly string[]): readonly string[] {
  const files = openFiles();
  const ecosystems = selected(only);
  const found: string[] = [];
  let budget = NEARBY_DIRECTORIES;
  let level = isInstalled(files.real(start) ?? start, files) ? [] : [start];
  for (let depth = 0; depth < 2; depth++) {
    const next: string[] = [];
    for (const directory of level) {
      for (const entry of files.list(directory) ?? []) {
        if (entry.kind !== 'directory' || entry.name.startsWith('.')) continue;
        if (budget-- <= 0) return found;
        const child = join(directory, entry.name);
        if (isInstalled(child, files)) continue;
        if (ecosystems.some((ecosystem) => hasManifest(child, ecosystem, files))) found.push(child);
        else next.push(child);
      }
    }
    level = next;
  }
  return found;
}

function selected(only: readonly string[] | undefined): readonly Ecosystem[] {
  return ALL_ECOSYSTEMS.filter(({ id }) => only === undefined || only.includes(id));
}

function hasManifest(directory: string, ecosystem: Ecosystem, files: Files): boolean {
  return ecosystem.manifests.some((name) => files.isFile(join(directory, name)));
}
