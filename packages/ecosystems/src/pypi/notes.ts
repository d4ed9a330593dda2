import { basename } from 'node:path';
import type { Dependency, Note } from '@skillscope/core';
import type { FoundEnvironment } from './environments.ts';

/** Differences named in one note; the rest is counted. */
const NAMED = 3;

export interface Circumstances {
  readonly dependencies: readonly Dependency[];
  /** Those that an ordinary install would bring and that are not there. */
  readonly missing: readonly Dependency[];
  /** The one that is answered for first. */
  readonly environments: readonly FoundEnvironment[];
  readonly lockPath: string | undefined;
  /** True where it could be read. */
  readonly isLockRead: boolean;
  /** The command that installs what the project needs. */
  readonly command: string;
  /** True where nothing says what the project needs, and its environment is taken for that. */
  readonly isGuessed: boolean;
  /** Normal names of what was installed by name and is not declared. */
  readonly undeclared: readonly string[];
}

/** Remarks about how declared, locked and installed fit together. */
export function notesOn(circumstances: Circumstances): readonly Note[] {
  return [
    ...aboutEnvironments(circumstances),
    ...aboutMissing(circumstances),
    ...aboutLock(circumstances),
    ...aboutUnlocked(circumstances),
    ...aboutDeclared(circumstances),
  ];
}

function aboutEnvironments({ environments }: Circumstances): readonly Note[] {
  const [chosen, ...others] = environments;
  if (!chosen || others.length === 0) return [];
  const rest = others.map(({ prefix }) => prefix).join(', ');
  const message = `There are several environments; ${chosen.prefix} (${chosen.reason}) is used, ${rest} is not.`;
  return [{ code: 'many-environments', message }];
}

function aboutMissing({ dependencies, missing, environments, lockPath, command }: Circumstances): readonly Note[] {
  if (missing.length === 0) return [];
  if (
    dependencies.some(({ evidence, source }) => evidence === 'installed' && source !== 'path' && source !== 'workspace')
  ) {
    const what = missing.length === 1 ? '1 dependency is' : `${missing.length} dependencies are`;
    const list = named(missing.map(({ name }) => name));
    return [{ code: 'partly-installed', message: `${what} not installed (${list}); run \`${command}\`.` }];
  }
  const where = environments[0]
    ? `${environments[0].prefix} holds none of what the project needs`
    : 'Nothing is installed yet';
  const notes = [{ code: 'not-installed', message: `${where}; run \`${command}\`.` }];
  if (lockPath !== undefined) return notes;
  return [...notes, { code: 'no-lockfile', message: 'There is no lockfile, so only what is declared is known.' }];
}

function aboutLock({ dependencies, lockPath, command }: Circumstances): readonly Note[] {
  const different = dependencies.filter(({ lockedVersion }) => lockedVersion !== undefined);
  if (different.length === 0 || lockPath === undefined) return [];
  const what = different.length === 1 ? '1 installed version differs' : `${different.length} installed versions differ`;
  const list = different.map(({ name, version, lockedVersion }) => `${name} ${version}, locked ${lockedVersion}`);
  return [
    { code: 'lock-differs', message: `${what} from ${basename(lockPath)} (${named(list)}); run \`${command}\`.` },
  ];
}

function aboutUnlocked({ dependencies, lockPath, isLockRead, command }: Circumstances): readonly Note[] {
  const unlocked = dependencies.filter(({ evidence, relation }) => evidence === 'declared' && relation === 'direct');
  if (!isLockRead || lockPath === undefined || unlocked.length === 0) return [];
  const what = unlocked.length === 1 ? '1 dependency' : `${unlocked.length} dependencies`;
  const list = named(unlocked.map(({ name }) => name));
  const message = `${basename(lockPath)} lacks ${what} that the project asks for (${list}); run \`${command}\`.`;
  return [{ code: 'lock-outdated', message }];
}

function aboutDeclared({ isGuessed, undeclared, environments }: Circumstances): readonly Note[] {
  const prefix = environments[0]?.prefix ?? '';
  if (isGuessed) {
    const message = `No file says what the project needs, so everything in ${prefix} counts; name it in pyproject.toml or requirements.txt.`;
    return [{ code: 'not-declared', message }];
  }
  if (undeclared.length === 0) return [];
  const what = undeclared.length === 1 ? '1 distribution was' : `${undeclared.length} distributions were`;
  const message = `${what} installed by name and no file of the project asks for it (${named(undeclared)}); declare what it uses.`;
  return [{ code: 'undeclared', message }];
}

function named(names: readonly string[]): string {
  const rest = names.length - NAMED;
  return names.slice(0, NAMED).join('; ') + (rest > 0 ? `; and ${rest} more` : '');
}
