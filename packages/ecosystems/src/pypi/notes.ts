import { basename } from 'node:path';
import { cleanLine, type Dependency, type Note } from '@skillscope/core';
import type { FoundEnvironment } from './environments.ts';
import type { OutOfRange, Ranges } from './out-of-range.ts';

/** Differences named in one note; the rest is counted. */
const NAMED = 3;
/** Characters of a name with what a manifest asks for, which anybody may have written. */
const SHOWN_CHARACTERS = 120;

export interface Circumstances {
  readonly dependencies: readonly Dependency[];
  /** Those that an ordinary install would bring and that are not there. */
  readonly missing: readonly Dependency[];
  /** The one that is answered for first. */
  readonly environments: readonly FoundEnvironment[];
  readonly lockPath: string | undefined;
  /** True where it could be read. */
  readonly isLockRead: boolean;
  readonly outOfRange: Ranges;
  /** The commands that install what the project needs, between backquotes. */
  readonly install: string;
  /** The command that writes the lockfile anew, between backquotes; `undefined` where that is not known. */
  readonly relock: string | undefined;
  /** True where nothing says what the project needs, and its environment is taken for that. */
  readonly isGuessed: boolean;
  /** The file of conda that describes an environment which is not there. */
  readonly conda: string | undefined;
  /** Normal names of what was installed by name and is not declared. */
  readonly undeclared: readonly string[];
}

/** Remarks about how declared, locked and installed fit together. */
export function notesOn(circumstances: Circumstances): readonly Note[] {
  return [
    ...aboutEnvironments(circumstances),
    ...(circumstances.conda === undefined ? aboutMissing(circumstances) : aboutConda(circumstances)),
    ...aboutLock(circumstances),
    ...aboutUnlocked(circumstances),
    ...aboutRanges(circumstances),
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

function aboutConda({ conda }: Circumstances): readonly Note[] {
  if (conda === undefined) return [];
  const file = basename(conda);
  const message = `No environment of conda that ${file} describes is active or known here; run \`conda env create -f ${file}\` and activate it.`;
  return [{ code: 'not-installed', message }];
}

function aboutMissing({ dependencies, missing, environments, lockPath, install }: Circumstances): readonly Note[] {
  if (missing.length === 0) return [];
  if (
    dependencies.some(({ evidence, source }) => evidence === 'installed' && source !== 'path' && source !== 'workspace')
  ) {
    const what = missing.length === 1 ? '1 dependency is' : `${missing.length} dependencies are`;
    const list = named(missing.map(({ name }) => name));
    return [{ code: 'partly-installed', message: `${what} not installed (${list}); run ${install}.` }];
  }
  const where = environments[0]
    ? `${environments[0].prefix} holds none of what the project needs`
    : dependencies.some(({ evidence }) => evidence === 'installed')
      ? 'No Python package from an index is installed yet'
      : 'No Python package is installed yet';
  const notes = [{ code: 'not-installed', message: `${where}; run ${install}.` }];
  if (lockPath !== undefined) return notes;
  return [
    ...notes,
    { code: 'no-lockfile', message: 'There is no lockfile for Python, so only what is declared is known.' },
  ];
}

function aboutLock({ dependencies, lockPath, install }: Circumstances): readonly Note[] {
  const different = dependencies.filter(({ lockedVersion }) => lockedVersion !== undefined);
  if (different.length === 0 || lockPath === undefined) return [];
  const what = different.length === 1 ? '1 installed version differs' : `${different.length} installed versions differ`;
  const list = different.map(({ name, version, lockedVersion }) => `${name} ${version}, locked ${lockedVersion}`);
  return [{ code: 'lock-differs', message: `${what} from ${basename(lockPath)} (${named(list)}); run ${install}.` }];
}

function aboutUnlocked(circumstances: Circumstances): readonly Note[] {
  const { dependencies, lockPath, isLockRead, outOfRange, install, relock } = circumstances;
  if (!isLockRead || lockPath === undefined) return [];
  const file = basename(lockPath);
  const lacking = dependencies.filter(({ evidence, relation }) => evidence === 'declared' && relation === 'direct');
  const list = [
    ...lacking.map(({ name }) => name),
    ...outOfRange.locked.map((one) => `${asked(one)}, locked ${one.version}`),
  ];
  if (list.length === 0) return [];
  const what = list.length === 1 ? '1 dependency' : `${list.length} dependencies`;
  const remedy = relock ? `run ${relock}` : list.length > lacking.length ? `write it anew` : `run ${install}`;
  const message = `${file} lacks ${what} that the project asks for (${named(list)}); ${remedy}.`;
  return [{ code: 'lock-outdated', message }];
}

function aboutRanges({ outOfRange: { installed }, install }: Circumstances): readonly Note[] {
  if (installed.length === 0) return [];
  const what = installed.length === 1 ? '1 installed version is' : `${installed.length} installed versions are`;
  const list = installed.map((one) => `${asked(one)}, installed ${one.version}`);
  const message = `${what} not what the project asks for (${named(list)}); run ${install}.`;
  return [{ code: 'out-of-range', message }];
}

function asked({ name, range }: OutOfRange): string {
  return cleanLine(`${name} ${range}`, SHOWN_CHARACTERS);
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
