import { join, sep } from 'node:path';
import type { Project, Reading } from '../ecosystem.ts';
import type { Files } from '../files.ts';
import { dependenciesOf } from './dependencies.ts';
import { type Installed, openNodeModules } from './installed.ts';
import { NODE_MODULES } from './installed-path.ts';
import { type Unlocked, unlockedIn } from './lock-outdated.ts';
import { type Lock, readLock } from './locks.ts';
import { type Misnamed, notesOn } from './notes.ts';
import { outOfRangeIn } from './out-of-range.ts';
import { type ManifestReader, openManifestReader } from './package-json.ts';
import { openPnpInstall } from './pnp-installed.ts';
import { followScope, type Scope, viewOf } from './scope.ts';
import { findWorkspace, type Workspace } from './workspace.ts';

/** What a project with a package.json uses: the versions installed where they are, else locked, else declared. */
export async function read(project: Project): Promise<Reading> {
  const { files } = project;
  const manifestOf = openManifestReader(files);
  const workspace = await findWorkspace(project.directory, files, manifestOf);
  const { root, member, members, manifests, catalogs, declared } = workspace;
  project.expect(packagesIn(join(root, NODE_MODULES), files));
  const asked = member === undefined ? [...manifests.keys()] : [member];
  const lock = await lockOf(workspace, files);
  await project.breathe();
  const installed = await installedOf(workspace, files, manifestOf);
  const place = { root, members: new Map([...manifests.keys()].map((path) => [join(root, path), path])) };
  const self = asked.length === 1 ? join(root, asked[0] ?? '.') : undefined;
  const before = {
    place,
    manifests,
    catalogs,
    installed,
    anyInstalled: false,
    lock: lock.graph,
    self,
    files,
    manifestOf,
  };
  const anyInstalled = asked.some((path) => {
    const { from, needs } = viewOf(before, path);
    return needs.some(({ name }) => from !== undefined && installed.resolve(from, name) !== undefined);
  });
  const scope = await followScope({ ...before, anyInstalled }, asked, project);
  const dependencies = dependenciesOf(scope, member === undefined && members.length > 0);
  const { graph } = lock;
  const unlocked = graph ? await unlockedIn({ manager: lock.manager, graph, manifests, catalogs }) : NONE_UNLOCKED;
  return {
    root,
    ...(member === undefined ? {} : { member }),
    members,
    dependencies,
    evidence: { declared, locked: lock.graph && lock.path ? [lock.path] : [], installed: installed.places() },
    skipped: [],
    notes: notesOn({
      dependencies,
      anyInstalled,
      isOwnInstall: installed.places().some((path) => path.startsWith(root + sep)),
      lock,
      outOfRange: graph ? [] : await outOfRangeIn({ scope, manifests, catalogs }),
      misnamed: misnamedIn(scope),
      unlocked: distinct(asked.flatMap((path) => unlocked.get(path) ?? [])),
      isLockCurrent: unlocked.size === 0 && [...manifests.keys()].every((path) => graph?.declared?.has(path) ?? true),
    }),
  };
}

function misnamedIn({ nodes }: Scope): readonly Misnamed[] {
  const found = nodes.flatMap(({ identity: { name, purl, callsItself } }) =>
    callsItself === undefined ? [] : [[purl, { name, callsItself }] as const],
  );
  return [...new Map(found).values()];
}

const NONE_UNLOCKED: ReadonlyMap<string, readonly Unlocked[]> = new Map();

/** Members of a workspace often ask for the same. */
function distinct(unlocked: readonly Unlocked[]): readonly Unlocked[] {
  return [...new Map(unlocked.map((one) => [`${one.name} ${one.spec} ${one.lockedVersion ?? ''}`, one])).values()];
}

/** A member has a lockfile of its own only where the workspace has none. */
async function lockOf({ root, member, manifests }: Workspace, files: Files): Promise<Lock> {
  const manager = manifests.get(member ?? '.')?.manager ?? manifests.get('.')?.manager;
  const shared = await readLock(root, files, manifests, manager);
  if (member === undefined || shared.path !== undefined) return shared;
  const manifest = manifests.get(member);
  const own = await readLock(join(root, member), files, new Map(manifest ? [['.', manifest]] : []), manager);
  const edges = own.graph?.importers.get('.');
  return own.graph && edges ? { ...own, graph: { ...own.graph, importers: new Map([[member, edges]]) } } : own;
}

/** A Plug'n'Play file left behind beside real `node_modules` says nothing: managers that use one remove the other. */
async function installedOf(workspace: Workspace, files: Files, manifestOf: ManifestReader): Promise<Installed> {
  const { root, member = '.' } = workspace;
  const hasFolders = ['.', member].some((path) => holdsPackages(join(root, path, NODE_MODULES), files));
  if (!hasFolders && ['.pnp.cjs', '.pnp.data.json', '.pnp.js'].some((name) => files.isFile(join(root, name)))) {
    const { readPnp } = await import('./pnp.ts');
    const graph = readPnp(files, root);
    if (graph) return openPnpInstall(graph);
  }
  return openNodeModules({ root, files, manifestOf });
}

/** About how many packages lie in a folder, or in the store that pnpm keeps inside. */
function packagesIn(folder: string, files: Files): number {
  const look = files.aside();
  return [folder, join(folder, '.pnpm')].reduce((count, path) => count + (look.list(path)?.length ?? 0), 0);
}

/** Tools keep hidden folders in `node_modules` even where no package is. */
function holdsPackages(folder: string, files: Files): boolean {
  return files.list(folder)?.some(({ name }) => !name.startsWith('.')) ?? false;
}
