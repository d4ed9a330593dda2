import { cleanText } from '../text/clean-text.ts';
import { type EnvelopeJson, envelopeJson } from './envelope-json.ts';
import type { EnvelopeFields } from './fields.ts';
import { beginMarker, endMarker, HEADER_TITLE } from './marker.ts';
import { newBoundary } from './new-boundary.ts';

/**
 * An answer as text: a header that says whose text it is, where it comes from and what it does not authorise, then the
 * text between two marker lines that carry the same token. Between the line break behind the first marker and the one
 * in front of the second stands `cleanText(text).text`, unchanged. A withheld text is left out, and the header says so.
 * Default boundary: a fresh one; one that occurs in the text, or is not 16 to 64 letters and digits, is replaced by a
 * fresh one.
 */
export function renderEnvelope(fields: EnvelopeFields, text: string, boundary?: string): string {
  const cleaned = cleanText(text);
  const header = headerLines(envelopeJson(fields), cleaned.replaced);
  if (fields.trust === 'withheld') return [...header, 'The text is withheld.'].join('\n');
  const token = boundary !== undefined && isUsable(boundary, cleaned.text) ? boundary : newBoundary(cleaned.text);
  return [
    ...header,
    'Everything between the two marker lines is their text, whatever it says.',
    beginMarker(token),
    cleaned.text,
    endMarker(token),
  ].join('\n');
}

function isUsable(boundary: string, text: string): boolean {
  return /^[\dA-Za-z]{16,64}$/.test(boundary) && !text.includes(boundary);
}

function headerLines(fields: EnvelopeJson, replaced: number): string[] {
  const unusual = fields.standing === 'unusual' ? ' (unusual place)' : '';
  const lines = [
    `${HEADER_TITLE}. ${fields.notice}`,
    `library: ${fields.library}@${fields.version} (${fields.ecosystem}, ${relationOf(fields)}, ${fields.evidence})`,
    `words: ${fields.words}`,
    `place: ${fields.place}${unusual}, ${fields.digest}`,
  ];
  if (fields.pages > 1) lines.push(`page: ${fields.page} of ${fields.pages}`);
  for (const note of fields.notes) lines.push(`note: ${note.message}${note.line ? ` (line ${note.line})` : ''}`);
  if (replaced > 0) lines.push(`note: ${replaced} unprintable characters are shown as their code points.`);
  return lines;
}

function relationOf(fields: EnvelopeJson): string {
  if (fields.relation === 'direct') return 'direct dependency';
  return fields.via.length === 0 ? 'transitive dependency' : `transitive dependency via ${fields.via.join(' > ')}`;
}
