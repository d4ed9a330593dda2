import { join } from 'node:path';
import type { Machine, OutsideLibrary, Shelf, Step } from '../ecosystem.ts';
import type { Files } from '../files.ts';
import { folderNames, folderSteps, type Shelved } from '../formats/folder-steps.ts';
import { newestByName } from '../formats/step-order.ts';
import { purlOf } from './identity.ts';
import { openModuleCache } from './module-cache.ts';
import { escapeCapitals, isModulePath } from './names.ts';
import { readSettings } from './settings.ts';
import { compareVersions, isVersion } from './versions.ts';

/** The module cache, a single shelf. Modules say nothing about themselves in one line. */
export async function shelves(machine: Machine): Promise<readonly Shelf[]> {
  const { files } = machine;
  const cache = files.real(readSettings(machine).moduleCache);
  if (cache === undefined || !files.isDirectory(cache)) return [];
  return [{ path: cache, find: (after, own) => find(cache, after, own) }];
}

function find(cache: string, after: string, files: Files): Iterable<Step> {
  return folderSteps(cache, after, (directory, names): Shelved => {
    const entries = folderNames(directory, files);
    const modules = newestByName(
      entries.flatMap((entry) => {
        const at = entry.indexOf('@');
        const path = unescapeCapitals([...names, entry.slice(0, at)].join('/'));
        const version = unescapeCapitals(entry.slice(at + 1));
        if (at <= 0 || path === undefined || version === undefined) return [];
        return isModulePath(path) && isVersion(version) ? [[entry.slice(0, at), version, path] as const] : [];
      }),
      compareVersions,
    );
    return {
      libraries: modules.map(([name, version, path]) => ({
        // Tells the module from the folder of modules below it.
        name: `${name}@`,
        place: { path: join(directory, `${name}@${escapeCapitals(version)}`), inside: '' },
        read: (own) => read(cache, path, version, own),
      })),
      // `cache` holds what was downloaded, as it came.
      folders: entries.filter((entry) => !entry.includes('@') && !(names.length === 0 && entry === 'cache')),
    };
  });
}

function read(cache: string, path: string, version: string, files: Files): OutsideLibrary | undefined {
  const artifact = openModuleCache(cache, files).find(path, version);
  return artifact && { purl: purlOf(path, version), name: path, version, artifacts: [artifact] };
}

/** The spelling that a folder name stands for; `undefined` where Go would have made none of it. */
function unescapeCapitals(folder: string): string | undefined {
  const text = folder.replaceAll(/!([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return escapeCapitals(text) === folder ? text : undefined;
}
