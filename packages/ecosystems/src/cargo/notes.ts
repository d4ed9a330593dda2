import type { Dependency, Note } from '@skillscope/core';

/** How many names a note gives as examples. */
const EXAMPLES = 3;

interface Circumstances {
  readonly hasLock: boolean;
  /** False when there is no lockfile or it is damaged. */
  readonly isLockRead: boolean;
  /** The command for each package that is locked and not on this machine. */
  readonly remedies: readonly string[];
}

/** What a person should know about the state of the project: what is missing, what disagrees, and the command that mends it. */
export function notesOn(dependencies: readonly Dependency[], circumstances: Circumstances): readonly Note[] {
  const { hasLock, isLockRead, remedies } = circumstances;
  const declared = dependencies.filter(({ evidence }) => evidence === 'declared');
  const locked = dependencies.filter(({ evidence }) => evidence === 'locked');
  const differing = dependencies.filter(({ lockedVersion }) => lockedVersion !== undefined);
  const notes: Note[] = [];
  if (!hasLock && declared.length > 0)
    notes.push({
      code: 'no-lockfile',
      message: 'There is no Cargo.lock, so nothing says which versions are used; run `cargo fetch`, which writes it.',
    });
  if (isLockRead && declared.length > 0)
    notes.push({
      code: 'lock-outdated',
      message: `Cargo.lock lacks ${some(declared)} that Cargo.toml asks for; run \`cargo fetch\`.`,
    });
  if (locked.length > 0) notes.push(missing(locked, dependencies, remedies));
  if (differing.length > 0)
    notes.push({
      code: 'lock-differs',
      message: `Cargo.lock has another version of ${some(differing)} than lies on this machine; run \`cargo fetch\`.`,
    });
  return notes;
}

function missing(locked: readonly Dependency[], all: readonly Dependency[], remedies: readonly string[]): Note {
  const [first = 'cargo fetch'] = remedies;
  const command = remedies.every((remedy) => remedy === first) ? first : 'cargo fetch';
  if (!all.some(({ evidence, source }) => evidence === 'installed' && isFetched(source)))
    return {
      code: 'not-installed',
      message: `No crate that Cargo fetches is unpacked on this machine yet; run \`${command}\`.`,
    };
  return {
    code: 'partly-installed',
    message: `${some(locked)} not unpacked on this machine, as is usual for crates of other platforms; \`${command}\` brings all.`,
  };
}

function isFetched(source: Dependency['source']): boolean {
  return source !== 'path' && source !== 'workspace';
}

/** e.g. `2 crates (rand, serde)`. */
function some(dependencies: readonly Dependency[]): string {
  const names = [...new Set(dependencies.map(({ name }) => name))].sort();
  const rest = names.length > EXAMPLES ? ', …' : '';
  const what = dependencies.length === 1 ? '1 crate' : `${dependencies.length} crates`;
  return `${what} (${names.slice(0, EXAMPLES).join(', ')}${rest})`;
}
