import { join } from 'node:path';
import { LIMITS } from '@skillscope/core';
import type { Step } from '../ecosystem.ts';
import type { Files } from '../files.ts';
import { type Cursor, cursorAt, foldersIn, inside, isEntered, isPast } from './step-order.ts';

/** What one folder of a shelf holds. */
export interface Shelved {
  /** A library goes by a name that no folder there has, or by that of a folder, before what is in it. */
  readonly libraries: readonly (Omit<Step, 'key'> & { readonly name: string })[];
  /** Folders that more lies in. */
  readonly folders: readonly string[];
}

/**
 * The steps of a shelf whose libraries lie at any depth. `lookInto` is given a folder's path and the names that lead
 * there from the shelf. Links are not followed.
 */
export function* folderSteps(
  shelf: string,
  after: string,
  lookInto: (directory: string, names: readonly string[]) => Shelved,
): Generator<Step> {
  let folders = LIMITS.outsideFolders;
  yield* below(shelf, [], cursorAt(after));

  function* below(directory: string, names: readonly string[], cursor: Cursor): Generator<Step> {
    if (names.length > LIMITS.outsideDepth || --folders < 0) return;
    const { libraries, folders: deeper } = lookInto(directory, names);
    const byName = new Map(libraries.map((library) => [library.name, library]));
    const isFolder = new Set(deeper);
    for (const name of [...new Set([...byName.keys(), ...deeper])].sort()) {
      if (isPast(name, cursor)) continue;
      const library = byName.get(name);
      const key = [...names, name].join('/');
      if (!isEntered(name, cursor)) {
        const { name: _, ...step } = library ?? { name };
        yield { key, ...step };
      }
      if (isFolder.has(name)) yield* below(join(directory, name), [...names, name], inside(name, cursor));
    }
  }
}

/** Names of the folders in a folder. */
export function folderNames(directory: string, files: Files): readonly string[] {
  return foldersIn(directory, files).map(({ name }) => name);
}
