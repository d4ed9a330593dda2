import { basename, join } from 'node:path';
import { LIMITS, type Note } from '@skillscope/core';
import type { Files } from '../files.ts';
import type { LockFormat, LockGraph } from './lock.ts';
import { graphOfCompiled } from './lock-compiled.ts';
import { readPdmLock } from './lock-pdm.ts';
import { readPipenvLock } from './lock-pipenv.ts';
import { readPoetryLock } from './lock-poetry.ts';
import { readPylock } from './lock-pylock.ts';
import { readUvLock } from './lock-uv.ts';
import type { LockedBy } from './out-of-range.ts';
import { isThere } from './paths.ts';
import type { CompiledFile } from './requirement-lists.ts';
import type { Tool } from './tool.ts';

/** What the lockfile of a project says. */
export interface Lock {
  /** Absolute path; absent when there is none. */
  readonly path?: string;
  /** Absent when there is no lockfile or it cannot be read. */
  readonly graph?: LockGraph;
  /** What wrote it; absent when there is none. */
  readonly by?: LockedBy;
  readonly notes: readonly Note[];
}

interface Format {
  readonly file: string;
  readonly tool: Tool;
  readonly read: LockFormat;
}

/** In the order that decides where nothing else does. */
const FORMATS: readonly Format[] = [
  { file: 'uv.lock', tool: 'uv', read: readUvLock },
  { file: 'poetry.lock', tool: 'poetry', read: readPoetryLock },
  { file: 'pdm.lock', tool: 'pdm', read: readPdmLock },
  { file: 'Pipfile.lock', tool: 'pipenv', read: readPipenvLock },
  { file: 'pylock.toml', tool: 'pip', read: readPylock },
];

/** The tool whose lockfile lies in a directory; the first where several do. */
export function lockedBy(directory: string, files: Files): readonly Tool[] {
  return formatsIn(directory, files).map(({ tool }) => tool);
}

/**
 * Reads the lockfile in `directory` that belongs to the tool in use. Where there is none, requirements files that a
 * tool wrote say the same.
 */
export function readLock(directory: string, tool: Tool, compiled: readonly CompiledFile[], files: Files): Lock {
  const present = formatsIn(directory, files);
  const chosen = present.find((format) => format.tool === tool) ?? present[0];
  const [first] = compiled;
  if (!chosen)
    return first ? { path: first.path, graph: graphOfCompiled(compiled), by: 'compiled', notes: [] } : { notes: [] };
  const path = join(directory, chosen.file);
  const notes = present.length > 1 ? [manyLockfiles(present, chosen)] : [];
  const text = files.text(path, LIMITS.lockfileBytes);
  if (text === undefined) return { path, by: chosen.tool, notes };
  const reading = chosen.read(text, directory);
  if (reading.ok) {
    for (const message of reading.faults) files.skip({ path, reason: 'malformed', message });
    return { path, graph: reading.graph, by: chosen.tool, notes };
  }
  const { reason, message, line } = reading;
  files.skip({ path, reason, message, ...(line === undefined ? {} : { line }) });
  return { path, by: chosen.tool, notes };
}

function formatsIn(directory: string, files: Files): readonly Format[] {
  return FORMATS.filter(({ file }) => isThere(join(directory, file), files));
}

function manyLockfiles(present: readonly Format[], chosen: Format): Note {
  const others = present.filter((format) => format !== chosen).map(({ file }) => basename(file));
  const message = `There are lockfiles of several tools; ${chosen.file} is used, ${others.join(' and ')} is not.`;
  return { code: 'many-lockfiles', message };
}
