import type { Note } from '../found.ts';
import { LIMITS } from '../limits.ts';
import { eachInvisible } from '../text/invisible.ts';
import { isPlainMap } from './fields.ts';
import { linesOf } from './lines.ts';
import type { ParseOptions } from './parse-skill.ts';
import { type Field, type Fields, readFrontmatter } from './read-frontmatter.ts';
import { BYTE_ORDER_MARK, type SplitFile, splitFrontmatter } from './split-frontmatter.ts';
import { characters, isStandardName, STANDARD } from './standard.ts';

/**
 * Checks the text of a SKILL.md as strictly as the strictest reader in the field, for authors. Every note is a fault;
 * a skill without notes is accepted everywhere. Notes come by line. Never throws.
 */
export function validateSkill(text: string, options: ParseOptions = {}): readonly Note[] {
  const notes = [...frontmatterNotes(text, options), ...invisibleNotes(text)];
  return notes.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

function frontmatterNotes(text: string, { directoryName }: ParseOptions): readonly Note[] {
  const split = splitFrontmatter(text);
  if (!split.ok) return [{ code: split.reason, line: split.line, message: split.message }];
  const fences = fenceNotes(split);
  const reading = readFrontmatter(split.yaml);
  if (!reading.ok) return [...fences, { code: reading.reason, line: reading.line, message: reading.message }];
  const { fields } = reading;
  return [
    ...fences,
    ...reading.notes,
    ...reading.style,
    ...keyNotes(fields),
    ...nameNotes(fields.get('name'), directoryName),
    ...descriptionNotes(fields.get('description')),
    ...optionalTextNotes(fields),
    ...compatibilityNotes(fields.get('compatibility')),
    ...metadataNotes(fields.get('metadata')),
  ];
}

function fenceNotes({ opening, closing, bodyLine }: SplitFile): readonly Note[] {
  const notes: Note[] = [];
  if (opening.startsWith(BYTE_ORDER_MARK))
    notes.push(
      note('byte-order-mark', 1, 'The file begins with a byte-order mark; strict readers see no frontmatter.'),
    );
  if (closing.startsWith('...'))
    notes.push(note('closing-line', bodyLine - 1, 'The frontmatter is closed by `...`; strict readers want `---`.'));
  return notes;
}

function keyNotes(fields: Fields): readonly Note[] {
  const known: readonly string[] = STANDARD.keys;
  return [...fields]
    .filter(([key]) => !known.includes(key))
    .slice(0, LIMITS.frontmatterNotes)
    .map(([key, { line }]) =>
      note('unknown-key', line, `\`${key}\` is not a key of the standard; move it under \`metadata\`.`),
    );
}

function nameNotes(field: Field | undefined, directoryName: string | undefined): readonly Note[] {
  const written = textIn(field);
  if (!field || written === undefined || written.trim() === '')
    return [note('name-missing', field?.line ?? 1, 'There is no `name`, or it is not text.')];
  const name = written.trim().normalize('NFKC');
  const notes: Note[] = [];
  if (characters(name) > STANDARD.nameCharacters)
    notes.push(
      note(
        'name-too-long',
        field.line,
        `The name has ${characters(name)} characters; ${STANDARD.nameCharacters} are allowed.`,
      ),
    );
  if (!isStandardName(written.trim()))
    notes.push(
      note(
        'name-pattern',
        field.line,
        `The name \`${name}\` may hold only a–z, 0–9 and single hyphens, none at its ends.`,
      ),
    );
  if (directoryName !== undefined && name !== directoryName.normalize('NFKC'))
    notes.push(
      note(
        'name-differs-from-directory',
        field.line,
        `The name \`${name}\` must be that of its directory, \`${directoryName}\`.`,
      ),
    );
  return notes;
}

function descriptionNotes(field: Field | undefined): readonly Note[] {
  const text = textIn(field);
  if (!field || text === undefined || text.trim() === '')
    return [note('no-description', field?.line ?? 1, 'There is no `description`, or it is not text.')];
  const notes: Note[] = [];
  if (characters(text) > STANDARD.descriptionCharacters)
    notes.push(
      note(
        'description-too-long',
        field.line,
        `The description has ${characters(text)} characters; ${STANDARD.descriptionCharacters} are allowed.`,
      ),
    );
  if (/[<>]/.test(text))
    notes.push(note('description-angle-brackets', field.line, 'The description may not hold `<` or `>`.'));
  if (field.commented)
    notes.push(
      note('comment-cuts-text', field.line, 'YAML takes the description from ` #` on for a comment; put it in quotes.'),
    );
  return notes;
}

function optionalTextNotes(fields: Fields): readonly Note[] {
  return ['license', 'compatibility', 'allowed-tools'].flatMap((key) => {
    const field = fields.get(key);
    if (!field || textIn(field) !== undefined) return [];
    return [note('value-not-text', field.line, `\`${key}\` must be text.`)];
  });
}

function compatibilityNotes(field: Field | undefined): readonly Note[] {
  const text = textIn(field);
  if (!field || text === undefined) return [];
  const length = characters(text);
  if (text.trim() !== '' && length <= STANDARD.compatibilityCharacters) return [];
  const allowed = `1 to ${STANDARD.compatibilityCharacters} are allowed`;
  return [
    note(
      'compatibility-length',
      field.line,
      `\`compatibility\` has ${length} characters; ${allowed}, or leave it out.`,
    ),
  ];
}

function metadataNotes(field: Field | undefined): readonly Note[] {
  if (!field) return [];
  if (!isPlainMap(field.value))
    return [note('metadata-not-map', field.line, '`metadata` must be a map from text to text.')];
  return Object.entries(field.value)
    .filter(([, value]) => value === null || typeof value === 'object')
    .slice(0, LIMITS.frontmatterNotes)
    .map(([key]) =>
      note('metadata-value-not-text', field.line, `\`metadata.${key}\` must be text; put the value in quotes.`),
    );
}

function invisibleNotes(text: string): readonly Note[] {
  const notes: Note[] = [];
  const offsets: { readonly offset: number; readonly message: string }[] = [];
  eachInvisible(text, ({ start, code, kind }) => {
    if (kind === 'joiner' || (start === 0 && text.startsWith(BYTE_ORDER_MARK)) || isLineEnd(text, start)) return;
    if (offsets.length >= LIMITS.invisibleNotes) return;
    const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
    offsets.push({ offset: start, message: `There is a character nobody sees here: ${name} (${kind}).` });
  });
  let number = 0;
  for (const line of linesOf(text)) {
    number += 1;
    while (offsets[0] && offsets[0].offset < line.next)
      notes.push(note('invisible-character', number, offsets.shift()?.message ?? ''));
    if (offsets.length === 0) break;
  }
  return notes;
}

/** A lone CR ends a line here; that is no hidden character. */
function isLineEnd(text: string, index: number): boolean {
  return text[index] === '\r';
}

/** The text of a field that YAML reads as text; `undefined` for a number, a list and the like. */
function textIn(field: Field | undefined): string | undefined {
  return field?.isText ? field.text : undefined;
}

function note(code: string, line: number, message: string): Note {
  return { code, line, message };
}
