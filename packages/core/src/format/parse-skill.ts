import type { Note, SkipReason } from '../found.ts';
import { LIMITS } from '../limits.ts';
import { spelled, spellingsOf } from './fields.ts';
import { headingsOf } from './headings.ts';
import { isUnfilled } from './is-unfilled.ts';
import { linesOf } from './lines.ts';
import { type Field, type Fields, readFrontmatter } from './read-frontmatter.ts';
import { type SkillFlags, skillFlags } from './skill-flags.ts';
import { splitFrontmatter } from './split-frontmatter.ts';
import { characters, isStandardName, STANDARD } from './standard.ts';

/** A skill file, read leniently. Nothing in it is cleaned: whoever shows it does that. */
export interface ParsedSkill extends SkillFlags {
  /** One line; the name of the directory where the author gave none. */
  readonly name: string;
  /** Trimmed, never empty, never cut. */
  readonly description: string;
  readonly whenToUse?: string;
  /** Everything after the line that closes the frontmatter, unchanged. */
  readonly body: string;
  /** 1-based line of the file where `body` starts. */
  readonly bodyLine: number;
  /** See `headingsOf`. */
  readonly headings: readonly string[];
  /** Every field as written, without a prototype; JSON-safe. */
  readonly frontmatter: Readonly<Record<string, unknown>>;
  /** By line. */
  readonly notes: readonly Note[];
}

export type SkillReading =
  | { readonly ok: true; readonly skill: ParsedSkill }
  | {
      readonly ok: false;
      readonly reason: SkipReason;
      readonly message: string;
      /** 1-based. */
      readonly line: number;
    };

export interface ParseOptions {
  /** Name of the directory the skill lies in, or of the file without its extension where one file is one skill. */
  readonly directoryName?: string;
}

/**
 * Reads the text of a SKILL.md as hosts do: what can be understood loads, with a note for each departure from the
 * standard. Only a text without frontmatter, with unreadable frontmatter, without a description, or with a NUL
 * character is refused. Never throws.
 */
export function parseSkill(text: string, options: ParseOptions = {}): SkillReading {
  const nul = text.indexOf('\0');
  if (nul !== -1) return { ok: false, reason: 'not-text', line: lineAt(text, nul), message: 'The file is not text.' };
  const split = splitFrontmatter(text);
  if (!split.ok) return split;
  const reading = readFrontmatter(split.yaml);
  if (!reading.ok) return reading;

  const { fields } = reading;
  const description = textOf(fields.get('description'));
  if (description === undefined)
    return {
      ok: false,
      reason: 'no-description',
      line: fields.get('description')?.line ?? 1,
      message: 'There is no `description`, so nothing says when the skill applies.',
    };
  const name = nameOf(fields, options.directoryName);
  const whenToUse = spelled('when_to_use', (key) => textOf(fields.get(key)));
  const frontmatter = frontmatterOf(fields);
  const notes = [
    ...reading.notes,
    ...name.notes,
    ...listingNotes(fields, description, whenToUse),
    ...toolNotes(fields),
    ...shapeNotes(fields),
  ];
  return {
    ok: true,
    skill: {
      name: name.name,
      description,
      ...(whenToUse === undefined ? {} : { whenToUse }),
      body: split.body,
      bodyLine: split.bodyLine,
      headings: headingsOf(split.body),
      frontmatter,
      ...skillFlags(frontmatter),
      notes: notes.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    },
  };
}

function nameOf(
  fields: Fields,
  directoryName: string | undefined,
): { readonly name: string; readonly notes: readonly Note[] } {
  const field = fields.get('name');
  const written = typeof field?.value === 'object' ? undefined : textOf(field)?.replace(/\s+/g, ' ');
  if (written === undefined) {
    const name = directoryName?.trim() || 'unnamed';
    const message = `There is no \`name\`; the skill goes by \`${name}\`, after its directory.`;
    return { name, notes: [{ code: 'name-missing', line: field?.line ?? 1, message }] };
  }
  const line = field?.line ?? 1;
  const notes: Note[] = [];
  if (characters(written) > STANDARD.nameCharacters)
    notes.push({
      code: 'name-too-long',
      line,
      message: `The name has ${characters(written)} characters; the standard allows ${STANDARD.nameCharacters}.`,
    });
  if (!isStandardName(written))
    notes.push({
      code: 'name-pattern',
      line,
      message: `The name \`${written}\` is not lower-case letters, digits and single hyphens only.`,
    });
  if (directoryName !== undefined && written.normalize('NFKC') !== directoryName.normalize('NFKC'))
    notes.push({
      code: 'name-differs-from-directory',
      line,
      message: `The name \`${written}\` is not that of its directory, \`${directoryName}\`.`,
    });
  return { name: written, notes };
}

function listingNotes(fields: Fields, description: string, whenToUse: string | undefined): readonly Note[] {
  const line = fields.get('description')?.line ?? 1;
  const length = characters(description);
  const together = length + characters(whenToUse ?? '');
  const notes: Note[] = [];
  if (isUnfilled(description))
    notes.push({
      code: 'template-text',
      line,
      message: 'The description is a template that nobody filled, so it says nothing of the skill.',
    });
  if (length > STANDARD.descriptionCharacters)
    notes.push({
      code: 'description-too-long',
      line,
      message: `The description has ${length} characters; the standard allows ${STANDARD.descriptionCharacters}.`,
    });
  if (together > LIMITS.listingCharacters)
    notes.push({
      code: 'listing-too-long',
      line,
      message: `\`description\` and \`when_to_use\` have ${together} characters together; hosts list at most ${LIMITS.listingCharacters}.`,
    });
  return notes;
}

function toolNotes(fields: Fields): readonly Note[] {
  const field = spelled('allowed-tools', (key) => fields.get(key));
  if (!field) return [];
  return [{ code: 'allowed-tools-ignored', line: field.line, message: '`allowed-tools` grants nothing here.' }];
}

/** Text fields that hold something else, which is read as the text it was written as. */
function shapeNotes(fields: Fields): readonly Note[] {
  return ['name', 'description', ...spellingsOf('when_to_use')].flatMap((key) => {
    const field = fields.get(key);
    if (!field || field.value === null || field.isText) return [];
    const message = `YAML does not read \`${key}\` as text; put it in quotes.`;
    return [{ code: 'value-not-text', line: field.line, message }];
  });
}

function frontmatterOf(fields: Fields): Readonly<Record<string, unknown>> {
  const frontmatter: Record<string, unknown> = Object.create(null);
  for (const [key, { value }] of fields) frontmatter[key] = value;
  return frontmatter;
}

function textOf(field: Field | undefined): string | undefined {
  return field?.text?.trim() || undefined;
}

function lineAt(text: string, offset: number): number {
  let line = 0;
  for (const { start } of linesOf(text)) {
    if (start > offset) break;
    line += 1;
  }
  return Math.max(1, line);
}
