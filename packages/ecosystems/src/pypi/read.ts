import { dirname, join } from 'node:path';
import type { Project, Reading } from '../ecosystem.ts';
import type { Files } from '../files.ts';
import { completeManifests, isOwnEnvironment, TOOLS } from './asked.ts';
import { holds, type Known, needOf } from './candidate.ts';
import { dependenciesOf, requiredIn } from './dependencies.ts';
import { findEnvironments } from './environments.ts';
import { openInstalled } from './installed.ts';
import { lockedBy, readLock } from './locks.ts';
import { type Manifest, openManifests } from './manifest.ts';
import { markerVariables } from './marker-variables.ts';
import { notesOn } from './notes.ts';
import { findOutOfRange } from './out-of-range.ts';
import { followScope, type Scope } from './scope.ts';
import { installOf, relockOf, toolOf } from './tool.ts';
import { findWorkspace } from './workspace.ts';

/** What a Python project uses: the versions in its environment where there is one, else locked, else declared. */
export async function read(project: Project): Promise<Reading> {
  const { directory, files } = project;
  const repository = repositoryOf(directory, files);
  const manifests = openManifests(files, repository);
  const workspace = findWorkspace(directory, files, manifests);
  const { root, member, members } = workspace;
  const asked = new Map([...workspace.manifests].filter(([path]) => member === undefined || path === member));
  const tool = toolOf([...asked.values(), ...workspace.manifests.values()], lockedBy(root, files));
  const compiled = [...asked.values()].flatMap((manifest) => manifest.compiled);
  const lock = readLock(root, tool, compiled, files);
  await project.breathe();

  const [self] = asked.size === 1 ? [...asked.values()] : [];
  const environments = findEnvironments({
    project,
    root,
    repository,
    tool,
    conda: self?.conda?.name,
    title: self?.title,
  });
  const [environment] = environments;
  const installed = openInstalled(environment, files);
  const known: Known = {
    place: { root, members: new Set([...workspace.manifests.keys()].map((path) => join(root, path))) },
    manifests,
    own: ownNames(workspace.manifests.values()),
    installed,
    prefix: environment?.prefix,
    variables:
      environment?.variables ??
      markerVariables({ version: undefined, implementation: undefined, isWindows: process.platform === 'win32' }),
    lock: lock.graph,
    self,
    files,
  };
  const completed = completeManifests(asked, {
    lock: lock.graph,
    installed,
    environment,
    files,
    isNeeded: (requirement) => holds(known, needOf(requirement), NO_EXTRAS) !== false,
  });
  const scope = await followScope(known, completed.manifests, () => project.breathe());
  const dependencies = dependenciesOf(scope, member === undefined && members.length > 0);
  const required = new Set([...requiredIn(scope)].map(({ identity }) => identity.purl));
  const overridden = new Set([...workspace.manifests.values()].flatMap((manifest) => [...manifest.overridden]));
  const outOfRange = findOutOfRange(known, completed.manifests.values(), overridden, lock.by);
  const isOwn = environment !== undefined && isOwnEnvironment(environment, [root, directory]);
  return {
    root,
    ...(member === undefined ? {} : { member }),
    members,
    dependencies,
    evidence: {
      declared: [...new Set([...asked.values()].flatMap((manifest) => manifest.files))],
      locked: lock.graph && lock.path ? [lock.path] : [],
      installed: environment?.folders ?? [],
    },
    skipped: manifests.skipped(),
    notes: [
      ...lock.notes,
      ...notesOn({
        dependencies,
        missing: dependencies.filter(({ artifact, purl }) => artifact === undefined && required.has(purl)),
        environments,
        lockPath: lock.path,
        isLockRead: lock.graph !== undefined,
        outOfRange,
        install: installOf(tool, asked.values(), environment !== undefined),
        relock: lock.by === undefined || lock.by === 'compiled' ? undefined : relockOf(lock.by),
        isGuessed: completed.isGuessed,
        conda:
          environment === undefined ? [...asked.values()].find(({ conda }) => conda?.isAlone)?.conda?.path : undefined,
        undeclared: isOwn ? undeclaredIn(scope, known) : [],
      }),
    ],
  };
}

const NO_EXTRAS: ReadonlySet<string> = new Set();

/** The repository a project lies in, or the project itself: requirements files may be shared within it. */
function repositoryOf(directory: string, files: Files): string {
  for (let at = directory; ; at = dirname(at)) {
    if (files.isDirectory(join(at, '.git')) || files.isFile(join(at, '.git'))) return at;
    if (dirname(at) === at) return directory;
  }
}

function ownNames(manifests: Iterable<Manifest>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { key, directory } of manifests) if (key !== undefined && !names.has(key)) names.set(key, directory);
  return names;
}

/** What somebody installed by name and no manifest asks for. */
function undeclaredIn({ nodes }: Scope, { installed, own, self }: Known): readonly string[] {
  const reached = new Set(nodes.map(({ key }) => key));
  return installed
    .own()
    .filter((key) => !reached.has(key) && !own.has(key) && key !== self?.key && !TOOLS.has(key))
    .filter((key) => installed.wasRequested(key))
    .sort();
}
