import { headingWords, isUnfilled } from '@skillscope/core';
import type { ArtifactContents, ArtifactKey, ArtifactLibrary } from './artifact.ts';
import { type Catalog, sessionOf } from './catalog.ts';
import type { Connection } from './connection.ts';
import { writeJson } from './json.ts';
import { POLICY } from './policy.ts';
import { firstRowOf, lastRowOf, ORDINAL_BITS } from './rows.ts';

/** One artifact to be kept. */
export interface ArtifactRecord {
  readonly key: ArtifactKey;
  readonly library: ArtifactLibrary;
  readonly contents: ArtifactContents;
  /** True when a store of the whole machine holds it: it may answer for its name everywhere. Default: false. */
  readonly vouched?: boolean;
}

export interface WriteArtifactsOptions {
  /** The words of a text as search compares them: `words` of core. */
  readonly words: (text: string) => readonly string[];
}

/**
 * Keeps what was found in artifacts, in place of what was held about them, and makes it searchable. Each artifact is
 * kept whole or not at all. Returns the number of each, in order; `undefined` for one that could not be kept. What is
 * written again gets a new number, so that vectors and numbers kept from before mean nothing instead of something else.
 */
export function writeArtifacts(
  catalog: Catalog,
  records: readonly ArtifactRecord[],
  { words }: WriteArtifactsOptions,
): (number | undefined)[] {
  const session = sessionOf(catalog);
  const joined = (text: string | undefined) => (text ? words(text).join(' ') : '');
  const numbers: (number | undefined)[] = [];
  for (let start = 0; start < records.length; start += POLICY.artifactsPerTransaction) {
    const batch = records.slice(start, start + POLICY.artifactsPerTransaction).map((record) => ({
      ...record,
      indexer: session.indexers[record.key.ecosystem] ?? 0,
      // Outside the transaction: others wait for the lock.
      skills: record.contents.skills.map(writeJson),
      skipped: writeJson(record.contents.skipped),
      texts: textsOf(record, joined),
    }));
    const written = session.write<readonly number[]>([], (connection) =>
      batch.map((record) => writeArtifact(connection, record)),
    );
    for (const index of batch.keys()) numbers.push(written[index]);
  }
  return numbers;
}

type Texts = readonly [name: string, description: string, whenToUse: string, headings: string, library: string];

interface Prepared extends ArtifactRecord {
  readonly indexer: number;
  /** JSON of each. */
  readonly skills: readonly string[];
  readonly skipped: string;
  /** Rows of the search: the library, then its skills. */
  readonly texts: readonly Texts[];
}

function textsOf({ library, contents }: ArtifactRecord, words: (text: string | undefined) => string): Texts[] {
  if (contents.skills.length >= 2 ** ORDINAL_BITS) throw new RangeError(`${library.purl} has too many skills.`);
  const name = words(library.name);
  return [
    [name, words(library.summary), '', '', ''],
    ...contents.skills.map((skill): Texts => {
      // Found by what it says even while that is not shown, so that an approval needs no new index.
      const { name: label, description, whenToUse, headings } = skill.withheld ?? skill;
      // Only its name and its headings say anything then.
      const said = isUnfilled(description) ? '' : description;
      return [words(label), words(said), words(whenToUse), headingWords(headings, words), name];
    }),
  ];
}

function writeArtifact(
  connection: Connection,
  { key, library, indexer, skills, skipped, texts, vouched = false }: Prepared,
): number {
  const known = connection.get<HeldArtifact>(KNOWN, key.path, key.inside, key.ecosystem);
  if (known) forgetArtifact(connection, known);
  const number = connection.run(
    ARTIFACT,
    key.path,
    key.inside,
    key.ecosystem,
    key.fingerprint,
    indexer,
    library.purl,
    library.name,
    library.summary ?? null,
    skills.length,
    skipped,
    Date.now(),
    vouched ? 1 : 0,
  );
  const first = firstRowOf(number);
  for (const [ordinal, text] of texts.entries()) connection.run(SEARCH, first + ordinal, ...text);
  for (const [index, skill] of skills.entries()) connection.run(SKILL, first + index + 1, skill);
  return number;
}

export interface HeldArtifact {
  readonly number: number;
  readonly skills: number;
}

/** Removes everything held about one artifact. To be called in a transaction. */
export function forgetArtifact(connection: Connection, { number, skills }: HeldArtifact): void {
  const first = firstRowOf(number);
  // One by one: FTS5 looks for a range of rows thirty times as long.
  for (let row = first; row <= first + skills; row += 1) connection.run('delete from search where rowid = ?', row);
  connection.run('delete from skill where id between ? and ?', first, lastRowOf(number));
  connection.run('delete from artifact where number = ?', number);
}

const KNOWN = 'select number, skills from artifact where path = ? and inside = ? and ecosystem = ?';

const ARTIFACT = `
  insert into artifact
    (path, inside, ecosystem, fingerprint, indexer, purl, name, summary, skills, skipped, checked_at, vouched)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const SEARCH =
  'insert into search (rowid, name, description, when_to_use, headings, library) values (?, ?, ?, ?, ?, ?)';

const SKILL = 'insert into skill (id, contents) values (?, ?)';
