import { basename } from 'node:path';
import { cleanLine, type Dependency, type Note } from '@skillscope/core';
import type { Unlocked } from './lock-outdated.ts';
import type { Lock, Manager } from './locks.ts';
import type { OutOfRange } from './out-of-range.ts';

/** Differences named in one note; the rest is counted. */
const NAMED = 3;
/** Characters of a name with what a manifest asks for, which anybody may have written. */
const SHOWN_CHARACTERS = 120;

export interface Circumstances {
  readonly dependencies: readonly Dependency[];
  readonly anyInstalled: boolean;
  /** True when something of it lies in folders of the project's own, not only above it. */
  readonly isOwnInstall: boolean;
  readonly lock: Lock;
  /** Installed versions that the members asked about do not ask for, where no lockfile says what they should be. */
  readonly outOfRange: readonly OutOfRange[];
  /** Packages that call themselves otherwise than what a registry is said to have sent: name and that other name. */
  readonly misnamed: readonly Misnamed[];
  /** What the members asked about ask for and the lockfile does not answer. */
  readonly unlocked: readonly Unlocked[];
  /** True when the lockfile answers everything that any member asks for, so that it can be installed as it is. */
  readonly isLockCurrent: boolean;
}

export interface Misnamed {
  readonly name: string;
  readonly callsItself: string;
}

/** Remarks about how declared, locked and installed fit together. */
export function notesOn(circumstances: Circumstances): readonly Note[] {
  const { lock, anyInstalled } = circumstances;
  return [
    ...lock.notes,
    ...(anyInstalled ? partlyInstalled(circumstances) : notInstalled(circumstances)),
    ...noLockfile(circumstances),
    ...lockOutdated(circumstances),
    ...lockDiffers(circumstances),
    ...outOfRangeOf(circumstances),
    ...misnamedIn(circumstances),
  ];
}

function notInstalled(circumstances: Circumstances): readonly Note[] {
  if (!circumstances.dependencies.some(isMissing)) return [];
  const isAnyHere = circumstances.dependencies.some(({ artifact }) => artifact !== undefined);
  const what = isAnyHere ? 'No npm package from a registry' : 'No npm package';
  return [{ code: 'not-installed', message: `${what} is installed yet; run \`${installCommand(circumstances)}\`.` }];
}

function noLockfile({ dependencies, anyInstalled, isOwnInstall, lock }: Circumstances): readonly Note[] {
  if (lock.path !== undefined) return [];
  if (!anyInstalled) {
    if (!dependencies.some(isMissing)) return [];
    return [
      { code: 'no-lockfile', message: 'There is no lockfile for npm packages, so only the declared ranges are known.' },
    ];
  }
  const isFetched = dependencies.some(({ source }) => source !== 'path' && source !== 'workspace');
  if (!isOwnInstall || !isFetched) return [];
  const message = `There is no lockfile for npm packages, so another install may bring other versions; \`${COMMANDS[lock.manager]}\` writes one.`;
  return [{ code: 'no-lockfile', message }];
}

function lockOutdated(circumstances: Circumstances): readonly Note[] {
  const { lock, unlocked } = circumstances;
  if (unlocked.length === 0 || lock.path === undefined) return [];
  const what = unlocked.length === 1 ? '1 dependency' : `${unlocked.length} dependencies`;
  const list = unlocked.map((one) => cleanLine(asked(one), SHOWN_CHARACTERS));
  const message = `${basename(lock.path)} lacks ${what} that the project asks for (${named(list)}); run \`${installCommand(circumstances)}\`.`;
  return [{ code: 'lock-outdated', message }];
}

function asked({ name, spec, lockedVersion, lockedSpec }: Unlocked): string {
  const instead = [...(lockedVersion ? [lockedVersion] : []), ...(lockedSpec ? [`for ${lockedSpec}`] : [])].join(' ');
  return `${name} ${spec}${instead === '' ? '' : `, locked ${instead}`}`;
}

function partlyInstalled(circumstances: Circumstances): readonly Note[] {
  const missing = circumstances.dependencies.filter(isMissing);
  if (missing.length === 0) return [];
  const what = missing.length === 1 ? '1 dependency is' : `${missing.length} dependencies are`;
  const message = `${what} not installed (${named(missing.map(({ name }) => name))}); run \`${installCommand(circumstances)}\`.`;
  return [{ code: 'partly-installed', message }];
}

function lockDiffers(circumstances: Circumstances): readonly Note[] {
  const { dependencies, lock } = circumstances;
  const different = dependencies.filter(({ lockedVersion }) => lockedVersion !== undefined);
  if (different.length === 0 || lock.path === undefined) return [];
  const what = different.length === 1 ? '1 installed version differs' : `${different.length} installed versions differ`;
  const list = different.map(({ name, version, lockedVersion }) => `${name} ${version}, locked ${lockedVersion}`);
  const message = `${what} from ${basename(lock.path)} (${named(list)}); run \`${installCommand(circumstances)}\`.`;
  return [{ code: 'lock-differs', message }];
}

function outOfRangeOf(circumstances: Circumstances): readonly Note[] {
  const { outOfRange } = circumstances;
  if (outOfRange.length === 0) return [];
  const what = outOfRange.length === 1 ? '1 installed version is' : `${outOfRange.length} installed versions are`;
  const list = outOfRange.map(({ name, spec, version }) =>
    cleanLine(`${name} ${spec}, installed ${version}`, SHOWN_CHARACTERS),
  );
  const message = `${what} not what the project asks for (${named(list)}); run \`${installCommand(circumstances)}\`.`;
  return [{ code: 'out-of-range', message }];
}

function misnamedIn({ misnamed, lock }: Circumstances): readonly Note[] {
  if (misnamed.length === 0) return [];
  const what =
    misnamed.length === 1
      ? '1 installed package calls itself'
      : `${misnamed.length} installed packages call themselves`;
  const list = misnamed.map(({ name, callsItself }) =>
    cleanLine(`${name} calls itself ${callsItself}`, SHOWN_CHARACTERS),
  );
  const message = `${what} otherwise than the name that it is installed for (${named(list)}): something else may have been put there. Look at it, or remove node_modules and run \`${COMMANDS[lock.manager]}\`.`;
  return [{ code: 'name-differs', message }];
}

function named(names: readonly string[]): string {
  const rest = names.length - NAMED;
  return names.slice(0, NAMED).join('; ') + (rest > 0 ? `; and ${rest} more` : '');
}

function isMissing({ artifact }: Dependency): boolean {
  return artifact === undefined;
}

/** `npm ci` refuses a lockfile that lacks something; what the other managers have for both changes no current one. */
function installCommand({ lock: { manager, graph }, isLockCurrent, dependencies }: Circumstances): string {
  const isWhole = isLockCurrent && !dependencies.some(({ evidence }) => evidence === 'declared');
  return manager === 'npm' && graph && isWhole ? 'npm ci' : COMMANDS[manager];
}

const COMMANDS: Readonly<Record<Manager, string>> = {
  npm: 'npm install',
  pnpm: 'pnpm install',
  yarn: 'yarn install',
  bun: 'bun install',
};
