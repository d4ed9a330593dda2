import { cleanLine, type Dependency, type Note } from '@skillscope/core';

/** How many names a note gives as examples. */
const EXAMPLES = 3;

/** What a manifest asks for while another version is there. */
export interface Mismatch {
  readonly name: string;
  /** As the manifest says it. */
  readonly requirement: string;
  readonly version: string;
}

/** Characters of a name with what a manifest asks for, which anybody may have written. */
const SHOWN_CHARACTERS = 120;

interface Circumstances {
  readonly hasLock: boolean;
  /** False when there is no lockfile or it is damaged. */
  readonly isLockRead: boolean;
  /** The command for each package that is locked and not on this machine. */
  readonly remedies: readonly string[];
  /** What is declared and locked at another version. */
  readonly outdated: readonly Mismatch[];
  /** What is declared and used from a directory that holds another version. */
  readonly outOfRange: readonly Mismatch[];
}

/** What a person should know about the state of the project: what is missing, what disagrees, and the command that mends it. */
export function notesOn(dependencies: readonly Dependency[], circumstances: Circumstances): readonly Note[] {
  const { hasLock, isLockRead, remedies, outdated, outOfRange } = circumstances;
  const declared = dependencies.filter(({ evidence }) => evidence === 'declared');
  const locked = dependencies.filter(({ evidence }) => evidence === 'locked');
  const differing = dependencies.filter(({ lockedVersion }) => lockedVersion !== undefined);
  const notes: Note[] = [];
  if (!hasLock && declared.length > 0)
    notes.push({
      code: 'no-lockfile',
      message: 'There is no Cargo.lock, so nothing says which versions are used; run `cargo fetch`, which writes it.',
    });
  const lacking = [
    ...declared.map(({ name }) => name),
    ...outdated.map((one) => cleanLine(`${one.name} ${one.requirement}, locked ${one.version}`, SHOWN_CHARACTERS)),
  ];
  if (isLockRead && lacking.length > 0)
    notes.push({
      code: 'lock-outdated',
      message: `Cargo.lock lacks ${listed(lacking)} that Cargo.toml asks for; run \`cargo fetch\`.`,
    });
  if (locked.length > 0) notes.push(missing(locked, dependencies, remedies));
  if (differing.length > 0)
    notes.push({
      code: 'lock-differs',
      message: `Cargo.lock has another version of ${some(differing)} than lies on this machine; run \`cargo fetch\`.`,
    });
  if (outOfRange.length > 0) {
    const list = outOfRange.map((one) =>
      cleanLine(`${one.name} ${one.requirement}, here ${one.version}`, SHOWN_CHARACTERS),
    );
    notes.push({
      code: 'out-of-range',
      message: `A path in Cargo.toml leads to another version than it asks for, which Cargo refuses: ${listed(list)}; change one of the two.`,
    });
  }
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
  return listed(dependencies.map(({ name }) => name));
}

function listed(texts: readonly string[]): string {
  const names = [...new Set(texts)].sort();
  const separator = names.some((name) => name.includes(',')) ? '; ' : ', ';
  const rest = names.length > EXAMPLES ? `${separator}…` : '';
  const what = texts.length === 1 ? '1 crate' : `${texts.length} crates`;
  return `${what} (${names.slice(0, EXAMPLES).join(separator)}${rest})`;
}
