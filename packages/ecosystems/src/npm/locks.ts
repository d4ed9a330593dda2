import { join } from 'node:path';
import { LIMITS, type Note } from '@skillscope/core';
import type { Files } from '../files.ts';
import type { LockFormat, LockGraph, Manifests } from './lock.ts';
import { readBunLock } from './lock-bun.ts';
import { readNpmLock } from './lock-npm.ts';
import { readPnpmLock } from './lock-pnpm.ts';
import { readYarnLock } from './lock-yarn.ts';

export type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** What the lockfile of a project says. */
export interface Lock {
  readonly manager: Manager;
  /** Absolute path of the lockfile; absent when there is none. */
  readonly path?: string;
  /** Absent when there is no lockfile or it cannot be read. */
  readonly graph?: LockGraph;
  readonly notes: readonly Note[];
}

interface Format {
  readonly file: string;
  readonly manager: Manager;
  readonly read: LockFormat;
}

/** In the order that decides where nothing else does. */
const FORMATS: readonly Format[] = [
  { file: 'bun.lock', manager: 'bun', read: readBunLock },
  { file: 'pnpm-lock.yaml', manager: 'pnpm', read: readPnpmLock },
  { file: 'yarn.lock', manager: 'yarn', read: readYarnLock },
  { file: 'npm-shrinkwrap.json', manager: 'npm', read: readNpmLock },
  { file: 'package-lock.json', manager: 'npm', read: readNpmLock },
];

/** What each manager leaves in an installed tree. */
const MARKERS: readonly (readonly [file: string, manager: Manager])[] = [
  ['node_modules/.modules.yaml', 'pnpm'],
  ['node_modules/.yarn-state.yml', 'yarn'],
  ['node_modules/.yarn-integrity', 'yarn'],
  ['.pnp.cjs', 'yarn'],
  ['node_modules/.bun', 'bun'],
  ['node_modules/.package-lock.json', 'npm'],
];

/** Reads the lockfile in `directory` that belongs to the manager in use. */
export async function readLock(
  directory: string,
  files: Files,
  manifests: Manifests,
  declaredManager: string | undefined,
): Promise<Lock> {
  const present = FORMATS.filter(({ file }) => exists(join(directory, file), files));
  if (files.isFile(join(directory, BINARY)) && !present.some(({ manager }) => manager === 'bun')) {
    files.skip({ path: join(directory, BINARY), reason: 'unsupported', message: BINARY_MESSAGE });
  }
  const managers = new Set(present.map(({ manager }) => manager));
  const chosen = present.length > 0 ? choose(present, managers, directory, files, declaredManager) : undefined;
  if (!chosen && files.isFile(join(directory, BINARY))) {
    return { manager: known(declaredManager) ?? 'bun', path: join(directory, BINARY), notes: [] };
  }
  if (!chosen) return { manager: known(declaredManager) ?? 'npm', notes: [] };

  const path = join(directory, chosen.file);
  const { manager } = chosen;
  const notes = managers.size > 1 ? [manyLockfiles(present, chosen)] : [];
  const text = files.text(path, LIMITS.lockfileBytes);
  if (text === undefined) return { manager, path, notes };
  const reading = await chosen.read(text, manifests);
  if (reading.ok) return { manager, path, graph: reading.graph, notes };
  const { reason, message, line } = reading;
  files.skip({ path, reason, message, ...(line === undefined ? {} : { line }) });
  return { manager, path, notes };
}

const BINARY = 'bun.lockb';
const BINARY_MESSAGE =
  'The binary lockfile of Bun cannot be read; `bun install --save-text-lockfile --frozen-lockfile --lockfile-only` writes its text form.';

function choose(
  present: readonly Format[],
  managers: ReadonlySet<Manager>,
  directory: string,
  files: Files,
  declaredManager: string | undefined,
): Format | undefined {
  const declared = present.find(({ manager }) => manager === declaredManager);
  if (managers.size === 1 || declared) return declared ?? present[0];
  const marker = MARKERS.find(([file, manager]) => managers.has(manager) && exists(join(directory, file), files));
  return present.find(({ manager }) => manager === marker?.[1]) ?? present[0];
}

function exists(path: string, files: Files): boolean {
  return files.isFile(path) || files.isDirectory(path);
}

function known(manager: string | undefined): Manager | undefined {
  return FORMATS.find((format) => format.manager === manager)?.manager;
}

function manyLockfiles(present: readonly Format[], chosen: Format): Note {
  const others = present.filter(({ manager }) => manager !== chosen.manager).map(({ file }) => file);
  const message = `There are lockfiles of several package managers; ${chosen.file} is used, ${others.join(' and ')} is not.`;
  return { code: 'many-lockfiles', message };
}
