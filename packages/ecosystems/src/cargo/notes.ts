import type { Dependency, Note } from '@skillscope/core';

/** How many names a note gives as examples. */
const EXAMPLES = 3;

interface Circumstances {
  readonly hasLock: boolean;
  readonly isLockRead: boolean;
  /** The command for each package that is locked and not on this machine. */
  readonly remedies: readonly string[];
}

/** What a person should know about the state of the project: what is missing, what disagrees, and the command that mends it. */
export function notesOn(dependencies: readonly Dependency[], circumstances: Circumstances): readonly Note[] {
  const { hasLock, isLockRead, remedies } = circumstances;
  const declared = dependencies.filter(({ evidence }) => evidence === 'declared');
  const notes: Note[] = [];
  if (!hasLock && declared.length > 0)
    notes.push({
      code: 'no-lockfile',
      message: 'There is no Cargo.lock, so nothing says which versions are used. Run `cargo fetch` to write it.',
    });
  if (isLockRead && declared.length > 0)
    notes.push({
      code: 'lockfile-outdated',
      message: `Cargo.lock lacks ${count(declared)} that Cargo.toml declares. Run \`cargo fetch\` to bring it up to date.`,
    });
  if (remedies.length > 0) notes.push(notInstalled(dependencies, remedies));
  const differing = dependencies.filter(({ lockedVersion }) => lockedVersion !== undefined);
  if (differing.length > 0)
    notes.push({
      code: 'lockfile-differs',
      message: `Cargo.lock has another version of ${count(differing)} than lies on this machine. Run \`cargo fetch\` to bring it up to date.`,
    });
  return notes;
}

function notInstalled(dependencies: readonly Dependency[], remedies: readonly string[]): Note {
  const command = remedies.every((remedy) => remedy === remedies[0]) ? remedies[0] : 'cargo fetch';
  const locked = dependencies.filter(({ evidence }) => evidence === 'locked');
  const isInstalled = dependencies.some(({ evidence, source }) => evidence === 'installed' && isFetched(source));
  return {
    code: 'not-installed',
    message: isInstalled
      ? `${count(locked)} not unpacked on this machine, as is common for crates of other platforms. Run \`${command}\` to bring all of them.`
      : `None of the ${locked.length} locked crates is unpacked on this machine. Run \`${command}\`.`,
  };
}

function isFetched(source: Dependency['source']): boolean {
  return source !== 'path' && source !== 'workspace';
}

/** e.g. `2 crates (rand, serde)`. */
function count(dependencies: readonly Dependency[]): string {
  const names = [...new Set(dependencies.map(({ name }) => name))].sort();
  const shown = names.slice(0, EXAMPLES).join(', ');
  const rest = names.length > EXAMPLES ? ', …' : '';
  return `${dependencies.length} ${dependencies.length === 1 ? 'crate' : 'crates'} (${shown}${rest})`;
}
