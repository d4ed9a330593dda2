import { posix } from 'node:path';
import { artifactOf, LIMITS, type Note, parsePurl, parseSkill, type Skill, sha256 } from '@skillscope/core';
import { type Library, openTree, type Tree } from '@skillscope/ecosystems';
import {
  type PutSkill,
  putSkill,
  type Registry,
  RegistryError,
  type ResourceSource,
  readSkill,
  readSkillCard,
  type SkillSource,
} from '@skillscope/runtime';
import { addressOf } from '../commands/address-of.ts';
import { wantedSkills } from '../commands/wanted-skills.ts';
import type { Lookup } from '../lookup.ts';

export interface InstalledOptions {
  /** Libraries, each with `#skill` for one of its skills. Default: everything in scope that may be listed. */
  readonly libraries?: readonly string[];
  readonly category?: string;
  readonly tags?: readonly string[];
  /** Writes over a skill of the same name that is not from the same library. Default: false. */
  readonly replace?: boolean;
}

export interface InstalledSkill {
  /** As in the lookup: package URL and path. */
  readonly id: string;
  /** What `read` takes. */
  readonly address: string;
  readonly library: string;
  readonly version: string;
  readonly purl: string;
  readonly path: string;
  readonly put?: PutSkill;
  /** Why it was left out; the others are imported all the same. */
  readonly refusal?: RegistryError;
}

export interface InstalledImport {
  /** Skills of direct dependencies first, then by code point of the package URL, then of the path. */
  readonly imported: readonly InstalledSkill[];
  /** About the project, among them how many skills a policy leaves out. */
  readonly notes: readonly Note[];
}

/**
 * Puts the skills that a project's installed dependencies ship, with where they come from. What the project's policies
 * leave out and what its authors hide is not imported; what waits for the project's approval is refused; a withheld text
 * is stored withheld. Of two skills with one name the first is put and the other is refused (`duplicate-skill`), and so is
 * one whose name the registry has from elsewhere, unless it is the same to the byte: that one is left as it is.
 *
 * @throws SkillscopeError what `wantedSkills` throws
 */
export async function importInstalled(
  registry: Registry,
  lookup: Lookup,
  options: InstalledOptions = {},
): Promise<InstalledImport> {
  const { libraries = [] } = options;
  const isAll = libraries.length === 0;
  const wanted = [...wantedSkills(lookup, { libraries, all: isAll })]
    .flatMap(([library, skills]) => skills.map((skill) => ({ library, skill })))
    .sort(firstWins);
  const trees = openTrees();
  const taken = new Map<string, string>();
  const imported: InstalledSkill[] = [];
  try {
    for (const { library, skill } of wanted) {
      const verdict = lookup.scan.verdictOf(library, skill);
      // One that is named may be hidden.
      if (verdict.state === 'left-out' || (isAll && verdict.state === 'unlisted')) continue;
      const about = {
        id: skill.id,
        address: addressOf(library, skill),
        library: library.name,
        version: library.version,
        purl: library.purl,
        path: skill.path,
      };
      try {
        if (verdict.skill.trust === 'unapproved') throw notApproved(about.address);
        const source = { ...(await sourceOf(library, skill, trees)), withheld: verdict.skill.trust === 'withheld' };
        imported.push({ ...about, put: await putOnce(source, about) });
      } catch (error) {
        if (!(error instanceof RegistryError)) throw error;
        imported.push({ ...about, refusal: error });
      }
    }
  } finally {
    trees.close();
  }
  return { imported, notes: lookup.notes.concat(lookup.scan.notes.filter((note) => !lookup.notes.includes(note))) };

  async function putOnce(source: SkillSource, { id, purl }: Pick<InstalledSkill, 'id' | 'purl'>): Promise<PutSkill> {
    const name = nameIn(source);
    const first = taken.get(name);
    if (first !== undefined)
      throw duplicate(name, `${first}, which is imported`, 'Import one of the two by its address.');
    const known = await knownIn(registry, name);
    if (known && !options.replace && !isSameLibrary(known.origin['purl'], purl)) {
      const { version, digest } = known;
      if (digest !== source.origin?.['digest'])
        throw duplicate(name, `${originOf(known.origin)}, which is in the registry`, '--replace writes over it.');
      taken.set(name, id);
      return { name, version, digest, status: 'unchanged', withheld: (await readSkillCard(registry, name)).withheld };
    }
    const put = await putSkill(registry, source, {
      expectedVersion: known?.version ?? 0,
      ...(options.category === undefined ? {} : { category: options.category }),
      ...(options.tags === undefined ? {} : { tags: options.tags }),
    });
    taken.set(name, id);
    return put;
  }
}

type Wanted = { readonly library: Library; readonly skill: Skill };

function firstWins(one: Wanted, other: Wanted): number {
  if (one.library.relation !== other.library.relation) return one.library.relation === 'direct' ? -1 : 1;
  return byCodePoint(one.library.purl, other.library.purl) || byCodePoint(one.skill.path, other.skill.path);
}

function byCodePoint(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

function nameIn({ text, directoryName }: SkillSource): string {
  const reading = parseSkill(text, directoryName === undefined ? {} : { directoryName });
  return reading.ok ? reading.skill.name : (directoryName ?? '');
}

async function knownIn(registry: Registry, name: string) {
  try {
    return await readSkill(registry, name, { review: true });
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'unknown-skill') return undefined;
    throw error;
  }
}

/** Another version of it, too. */
function isSameLibrary(known: unknown, purl: string): boolean {
  const one = typeof known === 'string' ? parsePurl(known) : undefined;
  const other = parsePurl(purl);
  return one !== undefined && one.type === other?.type && one.name === other.name;
}

function originOf(origin: Readonly<Record<string, unknown>>): string {
  const { purl, plugin } = origin;
  if (typeof purl === 'string') return `the one of ${purl}`;
  return typeof plugin === 'string' ? `the one of plugin "${plugin}"` : 'the one that was put';
}

function duplicate(name: string, other: string, way: string): RegistryError {
  return new RegistryError('duplicate-skill', `"${name}" has the name of ${other} already.`, {
    ways: [way],
    facts: { name },
  });
}

function notApproved(address: string): RegistryError {
  return new RegistryError('not-approved', `"${address}" waits for the approval that this project asks for.`, {
    ways: [`Look at it and approve it with \`skillscope approve ${address}\`.`],
    facts: { address },
  });
}

/** The skill as it is on disk now, which must be what was indexed: policies and approvals are about that. */
async function sourceOf(library: Library, skill: Skill, trees: Trees): Promise<SkillSource> {
  const tree = await trees.open(library, skill);
  const directory = skill.path === '.' ? '' : `${skill.path}/`;
  const [entry, ...others] = skill.files;
  if (entry === undefined) throw unreadable(skill, 'It has no files.');
  const alone = skill.entry === '';
  const text = decoded(
    skill,
    await bytesOf(alone ? skill.path : directory + entry.path, LIMITS.skillFileBytes, entry.digest),
  );
  const files: ResourceSource[] = [];
  let left: number = LIMITS.bytesPerSkill;
  for (const { path, digest } of others) {
    const content = await bytesOf(directory + path, left, digest);
    left -= content.length;
    files.push({ path, content });
  }
  const folder = alone ? posix.basename(skill.path).replace(/\.md$/i, '') : posix.basename(skill.path);
  return {
    text,
    entry: alone ? 'SKILL.md' : skill.entry,
    files,
    directoryName: skill.path === '.' ? posix.basename(library.name) : folder,
    origin: { purl: library.purl, path: skill.path, digest: skill.digest },
  };

  async function bytesOf(path: string, cap: number, digest: string | undefined): Promise<Uint8Array> {
    const read = await tree.read(path, cap);
    if (!read.ok) throw unreadable(skill, `"${path}" cannot be read: ${read.message}`);
    if (digest !== undefined && sha256(read.bytes) !== digest)
      throw unreadable(skill, `"${path}" has changed since it was looked at.`);
    return read.bytes;
  }
}

function decoded(skill: Skill, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw unreadable(skill, 'It is not UTF-8 text.');
  }
}

function unreadable({ id }: Skill, what: string): RegistryError {
  return new RegistryError('unreadable-skill', `${id} cannot be imported. ${what}`, {
    ways: ['Import again: the project is looked through anew.'],
    facts: { id },
  });
}

interface Trees {
  open(library: Library, skill: Skill): Promise<Tree>;
  close(): void;
}

/** Opens each artifact once. */
function openTrees(): Trees {
  const opened = new Map<string, Tree>();
  return {
    async open(library, skill) {
      const artifact = artifactOf(library, skill);
      if (!artifact) throw unreadable(skill, 'Its library is not installed.');
      const key = JSON.stringify([artifact.path, artifact.inside]);
      const known = opened.get(key);
      if (known) return known;
      const tree = await openTree(artifact);
      if ('reason' in tree) throw unreadable(skill, tree.message);
      opened.set(key, tree);
      return tree;
    },
    close() {
      for (const tree of opened.values()) tree.close();
    },
  };
}
