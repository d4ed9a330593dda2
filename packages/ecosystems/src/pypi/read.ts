import { dirname, join } from 'node:path';
import type { Project, Reading } from '../ecosystem.ts';
import type { Files } from '../files.ts';
import type { Known } from './candidate.ts';
import { dependenciesOf, requiredIn } from './dependencies.ts';
import { findEnvironments } from './environments.ts';
import { openInstalled } from './installed.ts';
import { type Lock, lockedBy, readLock } from './locks.ts';
import { type Manifest, openManifests } from './manifest.ts';
import { notesOn } from './notes.ts';
import { followScope } from './scope.ts';
import { commandOf, type Tool, toolOf } from './tool.ts';
import { findWorkspace } from './workspace.ts';

/** What a Python project uses: the versions in its environment where there is one, else locked, else declared. */
export async function read(project: Project): Promise<Reading> {
  const { directory, files } = project;
  const manifests = openManifests(files, repositoryOf(directory, files));
  const workspace = findWorkspace(directory, files, manifests);
  const { root, member, members } = workspace;
  const asked = new Map([...workspace.manifests].filter(([path]) => member === undefined || path === member));
  const tool = toolOf([...asked.values(), ...workspace.manifests.values()], lockedBy(root, files));
  const lock = readLock(root, tool, files);
  await project.breathe();

  const [self] = asked.size === 1 ? [...asked.values()] : [];
  const environments = findEnvironments({
    project,
    root,
    tool,
    ...(self?.name === undefined ? {} : { name: self.name }),
  });
  const [environment] = environments;
  const known: Known = {
    place: { root, members: new Set([...workspace.manifests.keys()].map((path) => join(root, path))) },
    manifests,
    own: ownNames(workspace.manifests.values()),
    installed: openInstalled(environment?.folders ?? [], files),
    variables: environment?.variables ?? {},
    lock: lock.graph,
    self: self?.key,
    files,
  };
  const scope = await followScope(known, asked, () => project.breathe());
  const dependencies = dependenciesOf(scope, member === undefined && members.length > 0);
  const required = new Set([...requiredIn(scope)].map(({ identity }) => identity.purl));
  const missing = dependencies.filter(({ artifact, purl }) => artifact === undefined && required.has(purl));
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
        missing,
        environments,
        lockPath: lock.path,
        command: commandOf(tool, asked.values()),
        tool,
      }),
    ],
  };
}

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
