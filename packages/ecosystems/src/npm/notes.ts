import { basename } from 'node:path';
import type { Dependency, Note } from '@skillscope/core';
import type { Lock, Manager } from './locks.ts';

/** Differences named in one note; the rest is counted. */
const NAMED = 3;

/** Remarks about how declared, locked and installed fit together. */
export function notesOn(dependencies: readonly Dependency[], anyInstalled: boolean, lock: Lock): readonly Note[] {
  return [
    ...lock.notes,
    ...(anyInstalled ? partlyInstalled(dependencies, lock) : notInstalled(dependencies, lock)),
    ...lockDiffers(dependencies, lock),
  ];
}

function notInstalled(dependencies: readonly Dependency[], lock: Lock): readonly Note[] {
  if (!dependencies.some(isMissing)) return [];
  const message = `Nothing is installed yet; run \`${installCommand(lock)}\`.`;
  const notes = [{ code: 'not-installed', message }];
  if (lock.path !== undefined) return notes;
  return [...notes, { code: 'no-lockfile', message: 'There is no lockfile, so only the declared ranges are known.' }];
}

function partlyInstalled(dependencies: readonly Dependency[], lock: Lock): readonly Note[] {
  const missing = dependencies.filter(isMissing);
  if (missing.length === 0) return [];
  const what = missing.length === 1 ? '1 dependency is' : `${missing.length} dependencies are`;
  const message = `${what} not installed (${named(missing.map(({ name }) => name))}); run \`${installCommand(lock)}\`.`;
  return [{ code: 'partly-installed', message }];
}

function lockDiffers(dependencies: readonly Dependency[], lock: Lock): readonly Note[] {
  const different = dependencies.filter(({ lockedVersion }) => lockedVersion !== undefined);
  if (different.length === 0 || lock.path === undefined) return [];
  const what = different.length === 1 ? '1 installed version differs' : `${different.length} installed versions differ`;
  const list = different.map(({ name, version, lockedVersion }) => `${name} ${version}, locked ${lockedVersion}`);
  const message = `${what} from ${basename(lock.path)} (${named(list)}); run \`${installCommand(lock)}\`.`;
  return [{ code: 'lock-differs', message }];
}

function named(names: readonly string[]): string {
  const rest = names.length - NAMED;
  return names.slice(0, NAMED).join('; ') + (rest > 0 ? `; and ${rest} more` : '');
}

function isMissing({ artifact }: Dependency): boolean {
  return artifact === undefined;
}

function installCommand({ manager, path }: Lock): string {
  return path !== undefined && manager === 'npm' ? 'npm ci' : COMMANDS[manager];
}

const COMMANDS: Readonly<Record<Manager, string>> = {
  npm: 'npm install',
  pnpm: 'pnpm install',
  yarn: 'yarn install',
  bun: 'bun install',
};
