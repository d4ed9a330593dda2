import { toFtsQuery } from '@skillscope/core';
import { type Catalog, sessionOf } from './catalog.ts';
import { chooseRows } from './choose-rows.ts';
import { artifactOfRow, isLibraryRow, type RowKind } from './rows.ts';
import { type Candidate, readCandidates } from './search-rows.ts';

export interface WordQuery {
  /** Words as core's `words` gives them. None is ever read as query syntax. */
  readonly words: readonly string[];
  /** Numbers of the artifacts in scope. */
  readonly artifacts: readonly number[];
}

/** `inside`: rows of the artifacts in scope. `outside`: rows of all others on this machine. */
export type Where = 'inside' | 'outside';

export interface CandidateQuery {
  /** Outside, only what is vouched for. Default: inside. */
  readonly where?: Where;
  /** Outside, only artifacts of these ecosystems. Default: of all. */
  readonly ecosystems?: readonly string[];
  /** Default: both. */
  readonly rows?: RowKind;
  /** At most so many, best first. */
  readonly limit: number;
}

export interface DocumentFrequencies {
  /** Rows that count. */
  readonly documents: number;
  /** Word → such rows that contain it. Every word asked for is there. */
  readonly frequencies: ReadonlyMap<string, number>;
}

/** The rows that hold words, read once, whatever is asked about them. */
export interface WordSearch {
  /**
   * Rows that hold any of the words: those first whose words are rarest together, a word in a name counting twice. Meant
   * to be ranked again by core.
   */
  candidates(query: CandidateQuery): Candidate[];
  /** How common the words are, vouched for or not. */
  frequencies(where: Where): DocumentFrequencies;
}

/** Looks words up in everything that is held. */
export function searchWords(catalog: Catalog, { words, artifacts }: WordQuery): WordSearch {
  const scope = new Set(artifacts);
  const distinct = [...new Set(words)];
  const holding = rowsOf(catalog, distinct, '').map((rows) => split(rows, scope));
  const counted = new Map<Where, DocumentFrequencies>();
  let named: readonly (readonly number[])[] | undefined;

  function frequencies(where: Where): DocumentFrequencies {
    const known = counted.get(where);
    if (known) return known;
    const frequencies = new Map(distinct.map((word, index) => [word, holding[index]?.[where].length ?? 0]));
    const made = { documents: documentsOf(catalog, artifacts, where), frequencies };
    counted.set(where, made);
    return made;
  }

  return {
    frequencies,
    candidates({ where = 'inside', ecosystems, rows = 'both', limit }) {
      if (limit <= 0 || distinct.length === 0) return [];
      const { documents } = frequencies(where);
      const chosen = chooseRows(catalog, {
        words: distinct.map((_word, index) => {
          const found = holding[index]?.[where] ?? [];
          return { weight: rarity(found.length, documents), rows: found.filter(KINDS[rows]) };
        }),
        named: () => {
          named ??= rowsOf(catalog, distinct, '{name} : ');
          return named;
        },
        ...(where === 'outside' ? { outside: { ecosystems } } : {}),
        limit,
      });
      return readCandidates(catalog, chosen);
    },
  };
}

type Split = Readonly<Record<Where, readonly number[]>>;

function split(rows: readonly number[], scope: ReadonlySet<number>): Split {
  const inside: number[] = [];
  if (scope.size === 0) return { inside, outside: rows };
  const outside: number[] = [];
  for (const row of rows) (scope.has(artifactOfRow(row)) ? inside : outside).push(row);
  return { inside, outside };
}

const KINDS: Readonly<Record<RowKind, (row: number) => boolean>> = {
  both: () => true,
  skills: (row) => !isLibraryRow(row),
  libraries: isLibraryRow,
};

/** The rows that hold each word, ascending; `fields` goes before the expression. */
function rowsOf(catalog: Catalog, words: readonly string[], fields: string): readonly (readonly number[])[] {
  return sessionOf(catalog).read<readonly (readonly number[])[]>([], (connection) =>
    words.map((word) => {
      const match = toFtsQuery([word]);
      const found = match && connection.get<{ rows: string }>(ROWS, fields + match)?.rows;
      return found ? (JSON.parse(found) as number[]) : [];
    }),
  );
}

function documentsOf(catalog: Catalog, artifacts: readonly number[], where: Where): number {
  return sessionOf(catalog).read(0, (connection) => {
    const inside = connection.get<{ rows: number }>(INSIDE, JSON.stringify(artifacts))?.rows ?? 0;
    return where === 'inside' ? inside : (connection.get<{ rows: number }>(ALL)?.rows ?? 0) - inside;
  });
}

function rarity(frequency: number, documents: number): number {
  return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
}

/** As one value: a row each would take four times as long to hand over. */
const ROWS = 'select json_group_array(rowid) as rows from search where search match ?';

const INSIDE = `
  select coalesce(sum(skills + 1), 0) as rows from artifact where number in (select value from json_each(?))`;

/** FTS5 keeps a row there for each of its own, and counting them reads no text. */
const ALL = 'select count(*) as rows from search_docsize';
