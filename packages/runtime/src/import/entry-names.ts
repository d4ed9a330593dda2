import { LIMITS, safeRelativePath } from '@skillscope/core';
import type { ArchiveFault } from './archive.ts';

/** Collects the entries of an archive: what is safe and there once. */
export interface EntryNames {
  /** Takes a file; false where it is left out. Equal names are counted in the order of the archive. */
  file(name: string, bytes: number): void;
  link(name: string): void;
  result(): { readonly files: ReadonlyMap<string, number>; readonly refused: readonly ArchiveFault[] };
}

export function collectNames(): EntryNames {
  const files = new Map<string, number>();
  const repeated = new Set<string>();
  const refused: ArchiveFault[] = [];

  function refuse(path: string, message: string): void {
    if (refused.length < LIMITS.skippedPerArtifact) refused.push({ path, message });
  }

  return {
    file(name, bytes) {
      const path = pathOf(name);
      if (path === undefined)
        refuse(name, 'Its name leads out of the archive, or means another place on some machine.');
      else if (files.has(path)) repeated.add(path);
      else files.set(path, bytes);
    },
    link: (name) => refuse(name, 'It is a link; links are not followed.'),
    result() {
      for (const path of repeated) {
        files.delete(path);
        refuse(path, 'It is there twice; neither is read.');
      }
      return { files, refused };
    },
  };
}

/** Many programs write `\` on Windows and `./` before every name. */
export function pathOf(name: string): string | undefined {
  const slashed = name.replaceAll('\\', '/');
  if (slashed.split('/').length > LIMITS.archiveDepth || slashed.split('/').includes('..')) return undefined;
  return safeRelativePath(slashed);
}
