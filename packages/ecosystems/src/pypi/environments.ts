import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Project } from '../ecosystem.ts';
import type { Files } from '../files.ts';
import { type Environment, readEnvironment, readLocalPackages } from './environment.ts';
import {
  condaEnvironments,
  pipenvEnvironments,
  poetryEnvironments,
  pyenvEnvironments,
} from './managed-environments.ts';
import type { Tool } from './tool.ts';

/** An environment with what led to it. */
export interface FoundEnvironment extends Environment {
  /** A variable, a file or a folder, as people write it. */
  readonly reason: string;
}

/** Where an environment may be. */
export interface EnvironmentCandidate {
  readonly directory: string;
  readonly reason: string;
}

export interface EnvironmentRequest {
  readonly project: Project;
  /** Absolute workspace root, or the project itself. */
  readonly root: string;
  /** Absolute directory of the repository, or the project itself: no environment above it is taken. */
  readonly repository: string;
  readonly tool: Tool;
  /** Name of the environment that a file of conda describes. */
  readonly conda: string | undefined;
  /** Name the project gives itself, as written. */
  readonly title: string | undefined;
}

/**
 * The environments that may be the project's, the one Python tools would choose first; each once. Those that may serve
 * others as well, of a folder above or conda's base, are looked at only where there is no other.
 */
export function findEnvironments(request: EnvironmentRequest): readonly FoundEnvironment[] {
  const own = collect(ownCandidates(request), request.project.files);
  return own.length > 0 ? own : collect(sharedCandidates(request), request.project.files).slice(0, 1);
}

function collect(candidates: Iterable<EnvironmentCandidate>, files: Files): readonly FoundEnvironment[] {
  const found = new Map<string, FoundEnvironment>();
  for (const { directory, reason } of candidates) {
    const environment =
      reason === LOCAL_PACKAGES ? readLocalPackages(directory, files) : readEnvironment(directory, files);
    if (environment && !found.has(environment.prefix)) found.set(environment.prefix, { ...environment, reason });
  }
  return [...found.values()];
}

function* ownCandidates(request: EnvironmentRequest): Generator<EnvironmentCandidate> {
  const { project, root, tool } = request;
  const { environment, directory, files } = project;
  const forUv = environment['UV_PROJECT_ENVIRONMENT'];
  if (tool === 'uv' && forUv) yield { directory: resolve(root, forUv), reason: 'UV_PROJECT_ENVIRONMENT' };
  // uv takes the environment of the project, whatever is active.
  if (tool === 'uv') yield { directory: join(root, '.venv'), reason: '.venv' };
  const active = environment['VIRTUAL_ENV'];
  if (active && isAbsolute(active)) yield { directory: active, reason: 'VIRTUAL_ENV' };
  const conda = environment['CONDA_PREFIX'];
  if (conda && isAbsolute(conda) && !isBase(project)) yield { directory: conda, reason: 'CONDA_PREFIX' };

  const chosen = interpreterIn(join(directory, '.pdm-python'), files);
  if (chosen && isAbsolute(chosen) && files.isFile(join(dirname(dirname(chosen)), 'pyvenv.cfg')))
    yield { directory: dirname(dirname(chosen)), reason: '.pdm-python' };
  yield* inFolder(directory, project);
  if (root !== directory) yield* inFolder(root, project);
  if (tool === 'pdm' || tool === 'pip') yield { directory: join(directory, LOCAL_PACKAGES), reason: LOCAL_PACKAGES };
  if (tool === 'poetry') yield* poetryEnvironments(request);
  if (tool === 'pipenv') yield* pipenvEnvironments(request);
  yield* condaEnvironments(request);
  yield* pyenvEnvironments(request);
  yield { directory: join(root, '.pixi', 'envs', 'default'), reason: '.pixi/envs/default' };
}

function* sharedCandidates({ project, root, repository }: EnvironmentRequest): Generator<EnvironmentCandidate> {
  for (let at = root; at !== repository && dirname(at) !== at; ) {
    at = dirname(at);
    yield* inFolder(at, project);
  }
  const conda = project.environment['CONDA_PREFIX'];
  if (conda && isAbsolute(conda) && isBase(project)) yield { directory: conda, reason: 'CONDA_PREFIX' };
}

/** Distributions of one project without an environment, as PDM can lay them out. */
const LOCAL_PACKAGES = '__pypackages__';

const FOLDERS = ['.venv', 'venv', 'env'];

function* inFolder(directory: string, project: Project): Generator<EnvironmentCandidate> {
  for (const name of FOLDERS) {
    const path = join(directory, name);
    yield { directory: redirected(path, project) ?? path, reason: name };
  }
}

/** What a file that stands in an environment's place leads to: a path, or the name of one that lies with others. */
function redirected(path: string, { files, environment, home }: Project): string | undefined {
  const written = files.isFile(path) ? files.text(path)?.trim() : undefined;
  if (!written || written.includes('\n')) return undefined;
  const isName = !written.includes('/') && !written.includes('\\') && written !== '.' && written !== '..';
  if (!isName) return resolve(dirname(path), written);
  return join(environment['WORKON_HOME'] ?? join(home, '.virtualenvs'), written);
}

function interpreterIn(path: string, files: Files): string | undefined {
  return files.isFile(path) ? files.text(path)?.trim() : undefined;
}

function isBase({ environment }: Project): boolean {
  return environment['CONDA_DEFAULT_ENV'] === 'base';
}
