import { createHash } from 'node:crypto';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { Project } from '../ecosystem.ts';
import type { Files } from '../files.ts';
import { type Environment, readEnvironment } from './environment.ts';
import type { Tool } from './tool.ts';

/** An environment with what led to it. */
export interface FoundEnvironment extends Environment {
  /** A variable, a file or a folder, as people write it. */
  readonly reason: string;
}

interface Candidate {
  readonly directory: string;
  readonly reason: string;
}

interface Request {
  readonly project: Project;
  /** Absolute workspace root, or the project itself. */
  readonly root: string;
  readonly tool: Tool;
  /** Name the project gives itself. */
  readonly name?: string;
}

/** The environments that may be the project's, the one Python tools would choose first; each once. */
export function findEnvironments(request: Request): readonly FoundEnvironment[] {
  const { files } = request.project;
  const found = new Map<string, FoundEnvironment>();
  for (const { directory, reason } of candidates(request)) {
    const environment = readEnvironment(directory, files);
    if (environment && !found.has(environment.prefix)) found.set(environment.prefix, { ...environment, reason });
  }
  return [...found.values()];
}

function* candidates(request: Request): Generator<Candidate> {
  const { project, root, tool } = request;
  const { environment, directory } = project;
  const active = environment['VIRTUAL_ENV'];
  const forUv = environment['UV_PROJECT_ENVIRONMENT'];
  if (forUv && tool === 'uv') yield { directory: resolve(root, forUv), reason: 'UV_PROJECT_ENVIRONMENT' };
  // uv takes the environment of the project, whatever is active.
  if (tool === 'uv') yield* inFolder(root, project);
  if (active && isAbsolute(active)) yield { directory: active, reason: 'VIRTUAL_ENV' };
  const conda = environment['CONDA_PREFIX'];
  const isBase = environment['CONDA_DEFAULT_ENV'] === 'base';
  if (conda && isAbsolute(conda) && !isBase) yield { directory: conda, reason: 'CONDA_PREFIX' };
  yield* inFolder(directory, project);
  if (root !== directory) yield* inFolder(root, project);
}

const FOLDERS = ['.venv', 'venv', 'env'];

function* inFolder(directory: string, { files }: Project): Generator<Candidate> {
  for (const name of FOLDERS) {
    const path = join(directory, name);
    yield { directory: redirected(path, files) ?? path, reason: name };
  }
}

/** The path in a file that stands in an environment's place. */
function redirected(path: string, files: Files): string | undefined {
  if (!files.isFile(path)) return undefined;
  const written = files.text(path)?.trim();
  return written && !written.includes('\n') ? resolve(dirname(path), written) : undefined;
}
