import { cleanLine, NOTICE, type Skill, sourcePlace } from '@skillscope/core';
import type { Library } from '@skillscope/ecosystems';
import { addressOf } from '../commands/address-of.ts';
import type { Scope } from '../scope.ts';

/** A library, and those of its skills that are listed. */
export interface ListedLibrary {
  readonly library: Library;
  readonly skills: readonly Skill[];
}

export interface ListingOptions {
  readonly scope: Pick<Scope, 'shipping'>;
  readonly libraries: readonly ListedLibrary[];
  /** What the listing is, one sentence. */
  readonly opening: string;
  /** UTF-8 bytes of the whole. */
  readonly maxBytes: number;
}

/** The skills that may be handed out, library by library, direct dependencies first. */
export function readableIn({ shipping }: Pick<Scope, 'shipping'>): readonly ListedLibrary[] {
  return shipping
    .map((library) => ({ library, skills: library.skills.filter(({ trust }) => trust === 'readable') }))
    .filter(({ skills }) => skills.length > 0);
}

/**
 * A listing for an agent: whose words it holds, how to read a skill, one line for each. Descriptions get shorter until
 * everything fits; what does not fit then is counted, from the end. `undefined` when there is nothing to list, or no room.
 */
export function renderListing({ scope, libraries, opening, maxBytes }: ListingOptions): string | undefined {
  if (libraries.length === 0) return undefined;
  const head = [opening, HOW, NOTICE];
  const address = addressing(scope);
  for (const characters of DESCRIPTION_CHARACTERS) {
    const blocks = libraries.map((listed) => blockOf(listed, address, characters));
    const text = [...head, ...blocks.map(({ lines }) => lines.join('\n'))].join('\n');
    if (Buffer.byteLength(text) <= maxBytes) return text;
  }
  return cutListing(
    head,
    libraries.map((listed) => blockOf(listed, address, 0)),
    maxBytes,
  );
}

const HOW =
  "Each line has an address and a description in the words of the library's authors. Read a skill with the tool read_skill (`library`: the address) or the command: skillscope read '<address>'";

/** From what tells most to the address alone. */
const DESCRIPTION_CHARACTERS = [240, 160, 100, 60, 0];

interface Block {
  readonly lines: readonly [string, ...string[]];
}

function blockOf({ library, skills }: ListedLibrary, address: Addressing, characters: number): Block {
  return { lines: [titleOf(library), ...skills.map((skill) => lineOf(address(library, skill), skill, characters))] };
}

function titleOf(library: Library): string {
  const { name, version, ecosystem, relation, source, republisher } = library;
  const remarks = [
    ecosystem,
    relation,
    ...(source === 'registry' ? [] : [sourceOf(library)]),
    ...(republisher === undefined ? [] : [`republished by ${republisher}`]),
  ];
  return `${cleanLine(name)} ${cleanLine(version)} (${cleanLine(remarks.join(', '))})`;
}

/** An index costs an agent tokens at every start, so only what changes whose words they are is spelled out. */
function sourceOf(library: Library): string {
  const carrier = library.source === 'bundled' ? sourcePlace(library) : undefined;
  return carrier === undefined ? `from a ${library.source} source` : `packed inside ${carrier}`;
}

function lineOf(address: string, { description }: Skill, characters: number): string {
  const text = characters === 0 ? '' : cleanLine(description, characters);
  return text === '' ? `- ${address}` : `- ${address}: ${text}`;
}

type Addressing = (library: Library, skill: Skill) => string;

/** The shortest address; the whole id where the scope has several shipping libraries of one name. */
function addressing({ shipping }: Pick<Scope, 'shipping'>): Addressing {
  const counts = new Map<string, number>();
  for (const { name } of shipping) counts.set(name, (counts.get(name) ?? 0) + 1);
  return (library, skill) => cleanLine(counts.get(library.name) === 1 ? addressOf(library, skill) : skill.id);
}

/** As many whole lines as fit beside the line that counts the rest. */
function cutListing(head: readonly string[], blocks: readonly Block[], maxBytes: number): string | undefined {
  const skills = blocks.reduce((total, { lines }) => total + lines.length - 1, 0);
  const shown: string[] = [...head];
  let room = maxBytes - Buffer.byteLength([...head, leftOut(skills, blocks.length)].join('\n'));
  let shownSkills = 0;
  let shownLibraries = 0;
  for (const {
    lines: [title, ...rest],
  } of blocks) {
    const fitting: string[] = [];
    let left = room - Buffer.byteLength(title) - 1;
    for (const line of rest) {
      left -= Buffer.byteLength(line) + 1;
      if (left < 0) break;
      fitting.push(line);
    }
    if (fitting.length === 0) break;
    shown.push(title, ...fitting);
    room -= [title, ...fitting].reduce((total, line) => total + Buffer.byteLength(line) + 1, 0);
    shownSkills += fitting.length;
    shownLibraries += fitting.length === rest.length ? 1 : 0;
    if (fitting.length < rest.length) break;
  }
  if (shownSkills === 0) return undefined;
  return [...shown, leftOut(skills - shownSkills, blocks.length - shownLibraries)].join('\n');
}

function leftOut(skills: number, libraries: number): string {
  const counted = `${skills} ${skills === 1 ? 'skill' : 'skills'} of ${libraries} ${libraries === 1 ? 'library' : 'libraries'}`;
  return `Left out to keep this short: ${counted}. The tool list_skills, or the command skillscope list, has all.`;
}
