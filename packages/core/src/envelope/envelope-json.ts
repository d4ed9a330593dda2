import type { Note } from '../found.ts';
import { cleanLine } from '../text/clean-line.ts';
import type { EnvelopeFields } from './fields.ts';
import { NOTICE, wordsOf } from './words-of.ts';

/** The fields of an answer in `--json` and in MCP structured content: everything the header says, and the notice. */
export interface EnvelopeJson extends Omit<EnvelopeFields, 'page' | 'pages'> {
  /** Whose words the text is. */
  readonly words: string;
  readonly notice: string;
  readonly page: number;
  readonly pages: number;
}

/** The structured twin of `renderEnvelope`. Every string is cleaned; the text itself is not part of it. */
export function envelopeJson(fields: EnvelopeFields): EnvelopeJson {
  const republisher = cleanLine(fields.republisher ?? '');
  return {
    library: cleanLine(fields.library),
    ecosystem: cleanLine(fields.ecosystem),
    version: cleanLine(fields.version),
    purl: cleanLine(fields.purl),
    source: fields.source,
    relation: fields.relation,
    via: fields.via.map((name) => cleanLine(name)),
    evidence: fields.evidence,
    place: cleanLine(fields.place),
    digest: cleanLine(fields.digest),
    words: wordsOf(fields),
    ...(republisher === '' ? {} : { republisher }),
    trust: fields.trust,
    standing: fields.standing,
    notice: NOTICE,
    notes: fields.notes.map(cleanNote),
    page: fields.page ?? 1,
    pages: fields.pages ?? 1,
  };
}

function cleanNote(note: Note): Note {
  return {
    code: cleanLine(note.code),
    message: cleanLine(note.message),
    ...(note.line === undefined ? {} : { line: note.line }),
  };
}
