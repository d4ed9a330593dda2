import { dirname, join, resolve } from 'node:path';
import type { Files } from '../files.ts';
import type { MarkerVariables } from './marker.ts';
import { markerVariables } from './marker-variables.ts';

/** A Python environment on this machine, as far as its files tell. */
export interface Environment {
  /** Absolute real path of its directory. */
  readonly prefix: string;
  /** Absolute real paths of the directories that hold its distributions, in the order Python looks. */
  readonly folders: readonly string[];
  /** What markers are evaluated with. */
  readonly variables: MarkerVariables;
}

/** Reads the environment at a directory; `undefined` when there is none. */
export function readEnvironment(directory: string, files: Files): Environment | undefined {
  const prefix = files.real(directory);
  if (prefix === undefined || !files.isDirectory(prefix)) return undefined;
  const settings = readSettings(join(prefix, 'pyvenv.cfg'), files);
  const own = packageFolders(prefix, settings?.version, files);
  if (own.length === 0) return undefined;
  const isWindows = own.some(({ layout }) => layout === 'Lib');
  const version = settings?.version ?? own.find((folder) => folder.version !== undefined)?.version;
  const shared = settings?.systemPackages && settings.home ? systemFolders(settings.home, version, files) : [];
  return {
    prefix,
    folders: [...new Set([...own.map(({ path }) => path), ...shared])],
    variables: markerVariables({ version, implementation: settings?.implementation, isWindows }),
  };
}

/** Reads a `__pypackages__` folder, which holds the distributions of one project for some versions of Python. */
export function readLocalPackages(directory: string, files: Files): Environment | undefined {
  const versions = (files.list(directory) ?? []).map(({ name }) => name).filter((name) => /^3\.\d{1,3}$/.test(name));
  const [version] = versions.sort((a, b) => Number(b.slice(2)) - Number(a.slice(2)));
  const prefix = version && files.real(join(directory, version));
  const folder = prefix && files.real(join(prefix, 'lib'));
  if (!prefix || !folder || !files.isDirectory(folder)) return undefined;
  return {
    prefix,
    folders: [folder],
    variables: markerVariables({ version, implementation: undefined, isWindows: false }),
  };
}

interface Settings {
  /** Directory of the interpreter it was made from. */
  readonly home?: string;
  readonly systemPackages: boolean;
  readonly version?: string;
  readonly implementation?: string;
}

function readSettings(path: string, files: Files): Settings | undefined {
  const text = files.text(path);
  if (text === undefined) return undefined;
  const values = new Map<string, string>();
  for (const line of text.split('\n')) {
    const equals = line.indexOf('=');
    if (equals > 0) values.set(line.slice(0, equals).trim().toLowerCase(), line.slice(equals + 1).trim());
  }
  const [, version] = /^(\d+\.\d+(?:\.\d+)?)/.exec(values.get('version_info') ?? values.get('version') ?? '') ?? [];
  const home = values.get('home');
  const implementation = values.get('implementation');
  return {
    systemPackages: values.get('include-system-site-packages')?.toLowerCase() === 'true',
    ...(home ? { home: resolve(dirname(path), home) } : {}),
    ...(version ? { version } : {}),
    ...(implementation ? { implementation } : {}),
  };
}

interface PackageFolder {
  readonly path: string;
  readonly layout: 'Lib' | 'lib';
  /** As the folder's name has it, e.g. `3.12`. */
  readonly version?: string;
}

const PYTHON_FOLDER = /^(?:python|pypy)(\d+\.\d+)t?$/;

function packageFolders(prefix: string, version: string | undefined, files: Files): readonly PackageFolder[] {
  const names = new Set((files.list(prefix) ?? []).map(({ name }) => name));
  const found: PackageFolder[] = [];
  for (const library of ['lib', 'lib64']) {
    if (!names.has(library)) continue;
    const versions = (files.list(join(prefix, library)) ?? [])
      .map(({ name }) => ({ name, version: PYTHON_FOLDER.exec(name)?.[1] }))
      .filter((folder) => folder.version !== undefined)
      .sort((a, b) => Number(b.version?.split('.')[1]) - Number(a.version?.split('.')[1]));
    const chosen = versions.find((folder) => folder.version && version?.startsWith(folder.version)) ?? versions[0];
    const path = chosen && files.real(join(prefix, library, chosen.name, 'site-packages'));
    if (path && files.isDirectory(path))
      found.push({ path, layout: 'lib', ...(chosen.version ? { version: chosen.version } : {}) });
  }
  if (names.has('Lib')) {
    const path = files.real(join(prefix, 'Lib', 'site-packages'));
    if (path && files.isDirectory(path) && !found.some((folder) => folder.path === path))
      found.push({ path, layout: 'Lib' });
  }
  return found;
}

/** Where the interpreter that an environment was made from keeps distributions, Debian's folders included. */
function systemFolders(home: string, version: string | undefined, files: Files): readonly string[] {
  const prefix = dirname(home);
  const own = packageFolders(prefix, version, files).map(({ path }) => path);
  const python = version?.split('.').slice(0, 2).join('.');
  const debian = [
    ...(python === undefined ? [] : [join(prefix, 'local', 'lib', `python${python}`, 'dist-packages')]),
    join(prefix, 'lib', 'python3', 'dist-packages'),
  ];
  return [...own, ...debian.filter((path) => files.isDirectory(path)).map((path) => files.real(path) ?? path)];
}
