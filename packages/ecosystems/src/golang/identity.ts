import { toPurl } from '@skillscope/core';
import { isVersion } from './versions.ts';

/** For a module that lies in the project's own directories; its path is relative to the workspace root. */
interface Place {
  readonly path: string;
}

/**
 * The package URL of a module: its path as written, since Go tells capitals apart, and its version where it is complete.
 * One that is used from a directory says so in the qualifier `path` and makes no claim on the public module.
 */
export function purlOf(name: string, version: string, place?: Place): string {
  return toPurl({
    type: 'golang',
    name,
    ...(isVersion(version) ? { version } : {}),
    ...(place ? { qualifiers: { path: place.path } } : {}),
  });
}
