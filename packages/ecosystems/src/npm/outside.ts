import { dirname, isAbsolute, join, sep } from 'node:path';
import type { Machine, OutsideLibrary, Shelf, Step } from '../ecosystem.ts';
import type { Files } from '../files.ts';
import { cursorAt, isLast, isPast } from '../formats/step-order.ts';
import { identity } from './identity.ts';
import { NODE_MODULES } from './installed-path.ts';
import { pnpmHome, settingIn } from './machine-settings.ts';
import { cleanSummary, cleanVersion, isPackageName } from './names.ts';
import { openManifestReader } from './package-json.ts';
import { pnpmShelves } from './pnpm-store.ts';

/** What npm, pnpm, Yarn and Bun installed for the whole machine, and pnpm's stores. */
export async function shelves(machine: Machine): Promise<readonly Shelf[]> {
  const { files } = machine;
  const folders = globalFolders(machine).flatMap((folder): Shelf[] => {
    const path = files.isDirectory(folder) ? files.real(folder) : undefined;
    return path === undefined ? [] : [{ path, find: (after, own) => find(path, after, own) }];
  });
  return [...folders, ...pnpmShelves(machine)];
}

/** `node_modules` folders with what was installed globally. */
function globalFolders({ files, environment, home, program }: Machine): readonly string[] {
  const configured = environment['npm_config_prefix'] ?? environment['NPM_CONFIG_PREFIX'] ?? prefixIn(home, files);
  const isWindows = process.platform === 'win32';
  const usual = isWindows ? join(environment['APPDATA'] ?? dirname(program), 'npm') : dirname(dirname(program));
  const prefix = configured !== undefined && isAbsolute(configured) ? configured : usual;
  const pnpmGlobal = join(pnpmHome({ environment, home }), 'global');
  const pnpm = (files.list(pnpmGlobal) ?? []).map(({ name }) => join(pnpmGlobal, name, NODE_MODULES));
  return [
    isWindows ? join(prefix, NODE_MODULES) : join(prefix, 'lib', NODE_MODULES),
    ...pnpm,
    join(home, '.bun', 'install', 'global', NODE_MODULES),
    join(home, '.config', 'yarn', 'global', NODE_MODULES),
  ];
}

function prefixIn(home: string, files: Files): string | undefined {
  return settingIn(join(home, '.npmrc'), 'prefix', home, files);
}

function* find(folder: string, after: string, files: Files): Generator<Step> {
  const cursor = cursorAt(after);
  for (const { name, path } of packagesIn(folder, files)) {
    const key = name.replace('/', SCOPE);
    if (isPast(key, cursor) || isLast(key, cursor)) continue;
    yield { key, read: (own) => read(name, path, dirname(folder), own) };
  }
}

/** In a key, between a scope and a name: both are one segment. */
const SCOPE = '+';

function packagesIn(folder: string, files: Files): readonly { readonly name: string; readonly path: string }[] {
  const named = (directory: string, scope: string) =>
    (files.list(directory) ?? [])
      .filter(({ kind }) => kind === 'directory' || kind === 'link')
      .map(({ name }) => ({ name: `${scope}${name}`, path: join(directory, name) }));
  const top = named(folder, '');
  const scoped = top
    .filter(({ name }) => name.startsWith('@'))
    .flatMap(({ name, path }) => (files.real(path) === path ? named(path, `${name}/`) : []));
  return [...top, ...scoped]
    .filter(({ name }) => isPackageName(name))
    .map((found) => ({ ...found, key: found.name.replace('/', SCOPE) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** A link out of the manager's own folder leads to what somebody works on. */
function read(name: string, path: string, root: string, files: Files): OutsideLibrary | undefined {
  const real = files.real(path);
  if (!real?.startsWith(root + sep)) return undefined;
  const manifest = openManifestReader(files)(real);
  const version = cleanVersion(manifest?.version);
  // A package that says it is another one than its folder has it is not believed.
  if (manifest?.name !== name || version === undefined) return undefined;
  const summary = cleanSummary(manifest.description);
  return {
    purl: identity(name, version, { source: 'registry' }).purl,
    name,
    version,
    ...(summary === undefined ? {} : { summary }),
    artifacts: [{ kind: 'directory', path: real, manifest: 'package.json', mutable: false }],
  };
}
