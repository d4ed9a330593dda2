import { dirname, join, relative, sep } from 'node:path';
import type { Files } from '../files.ts';
import { readMemberGlobs } from '../member-globs.ts';
import type { Catalogs, Manifest } from './manifest.ts';
import { flowMap, type Outline, type OutlineValue } from './outline.ts';
import type { ManifestReader } from './package-json.ts';
import { readYaml } from './yaml.ts';

/** A project with the workspace it belongs to; a project without one is its own root. */
export interface Workspace {
  readonly root: string;
  /** Path of the member asked from; absent when the root was asked. */
  readonly member?: string;
  /** Members' paths below the root, sorted, without the root. */
  readonly members: readonly string[];
  /** By path, `.` for the root; a root without package.json is not there. */
  readonly manifests: ReadonlyMap<string, Manifest>;
  readonly catalogs: Catalogs;
  /** Absolute paths of the files that said so. */
  readonly declared: readonly string[];
}

/** Where pnpm declares members and catalogs. */
const PNPM_WORKSPACE = 'pnpm-workspace.yaml';

interface Settings {
  readonly globs: readonly string[];
  readonly catalogs: Catalogs;
  readonly file?: string;
}

/** Finds the workspace a directory is root or member of: the nearest one above whose globs name the directory. */
export async function findWorkspace(directory: string, files: Files, manifestOf: ManifestReader): Promise<Workspace> {
  for (let root = directory; ; root = dirname(root)) {
    const settings = await settingsOf(root, files, manifestOf);
    if (settings) {
      const globs = readMemberGlobs(settings.globs);
      const member = toPath(root, directory);
      if (member === '.' || globs.matches(member)) {
        const members = globs.expand(root, files).filter((path) => manifestOf(join(root, path)) !== undefined);
        return workspaceOf(root, member, members, settings, manifestOf);
      }
    }
    if (dirname(root) === root) return workspaceOf(directory, '.', [], { globs: [], catalogs: new Map() }, manifestOf);
  }
}

function workspaceOf(
  root: string,
  member: string,
  members: readonly string[],
  settings: Settings,
  manifestOf: ManifestReader,
): Workspace {
  const manifests = new Map<string, Manifest>();
  for (const path of ['.', ...members]) {
    const manifest = manifestOf(join(root, path));
    if (manifest) manifests.set(path, manifest);
  }
  const asked = member === '.' ? [...manifests.keys()] : [member];
  return {
    root,
    ...(member === '.' ? {} : { member }),
    members,
    manifests,
    catalogs: settings.catalogs,
    declared: [
      ...asked.map((path) => join(root, path, 'package.json')),
      ...(settings.file === undefined ? [] : [settings.file]),
    ],
  };
}

/** `undefined` when the directory is no workspace root. pnpm's own file wins where it names members. */
async function settingsOf(directory: string, files: Files, manifestOf: ManifestReader): Promise<Settings | undefined> {
  const file = join(directory, PNPM_WORKSPACE);
  const outline = files.isFile(file) ? await readSettings(file, files) : undefined;
  const manifest = files.isFile(join(directory, 'package.json')) ? manifestOf(directory) : undefined;
  if (!outline) return manifest?.workspaces && { globs: manifest.workspaces, catalogs: manifest.catalogs };
  const globs = outline.get('packages');
  return { globs: Array.isArray(globs) ? globs : (manifest?.workspaces ?? []), catalogs: catalogsOf(outline), file };
}

async function readSettings(file: string, files: Files): Promise<Outline | undefined> {
  const text = files.text(file);
  if (text === undefined) return undefined;
  const yaml = await readYaml(text);
  if (yaml.ok) return yaml.root;
  const line = yaml.line === undefined ? {} : { line: yaml.line };
  files.skip({ path: file, reason: 'malformed', message: yaml.message, ...line });
  return undefined;
}

/** The catalogs in the settings: `catalog` is the default one, `catalogs` holds the named ones. */
function catalogsOf(settings: Outline): Catalogs {
  const catalogs = new Map<string, ReadonlyMap<string, string>>();
  for (const [name, ranges] of flowMap(settings.get('catalogs')))
    catalogs.set(name === 'default' ? '' : name, texts(ranges));
  if (settings.has('catalog')) catalogs.set('', texts(settings.get('catalog')));
  return catalogs;
}

function texts(ranges: OutlineValue | undefined): ReadonlyMap<string, string> {
  return new Map([...flowMap(ranges)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** A path below the root with `/` separators, `.` for the root itself. */
export function toPath(root: string, directory: string): string {
  const path = relative(root, directory);
  return path === '' ? '.' : path.split(sep).join('/');
}
