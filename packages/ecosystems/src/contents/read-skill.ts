import {
  cleanLine,
  inspectText,
  LIMITS,
  type Listing,
  maySteer,
  type Note,
  type ParsedSkill,
  type ParseOptions,
  parseSkill,
  type Skill,
  type SkillFile,
  type SkillReading,
  type Skipped,
  sha256,
  skillDigest,
  steers,
  withholds,
} from '@skillscope/core';
import type { Place } from '../ecosystem.ts';
import { decodeText } from '../files.ts';
import type { Tree } from '../tree.ts';
import { nameOf, parentOf } from '../trees/paths.ts';
import { type Allowance, collectFiles } from './collect-files.ts';
import { withLabel } from './label.ts';
import { LISTING_WITHHELD } from './split-phrase.ts';

export interface ReadSkill {
  /** Absent when the entry is no skill; `skipped` says why. */
  readonly skill?: Omit<Skill, 'id'>;
  readonly skipped: readonly Omit<Skipped, 'purl'>[];
}

/** Reads the skill at one place. `others` are the directories of all skills of the artifact. */
export async function readSkill(
  tree: Tree,
  place: Place,
  others: ReadonlySet<string>,
  allowance: Allowance,
): Promise<ReadSkill> {
  const path = place.entry;
  if (cleanLine(path) !== path)
    return left({ path, reason: 'unsupported', message: 'Its path holds characters that do not show.' });
  if (steers(path)) return left({ path, reason: 'withheld', message: 'Its path would steer an agent.' });
  const read = await tree.read(path, Math.min(LIMITS.skillFileBytes, allowance.bytes));
  if (!read.ok) return left({ path, reason: read.reason, message: read.message });
  allowance.bytes -= read.bytes.length;
  const text = decodeText(read.bytes);
  if (text === undefined) return left({ path, reason: 'not-text', message: 'The file is not UTF-8 text.' });

  const directory = parentOf(path);
  const directoryName = place.extent === 'file' ? nameOf(path).replace(/\.md$/i, '') : nameOf(directory);
  const parsed = parsePlace(text, place, directoryName === '' ? {} : { directoryName });
  if (!parsed.ok) return left({ path, line: parsed.line, reason: parsed.reason, message: parsed.message });

  const alone = place.extent === 'file';
  const entry: SkillFile = {
    path: alone ? path : nameOf(path),
    size: read.bytes.length,
    kind: 'text',
    digest: sha256(read.bytes),
  };
  const { files, cut } =
    place.extent === 'file'
      ? { files: [], cut: [] }
      : await collectFiles(
          tree,
          { directory, entry: entry.path, extent: directory === '' ? 'root' : place.extent, others },
          allowance,
        );
  const { skill } = parsed;
  const listing = listingOf(skill, nameOf(directory));
  const findings = inspectText(text);
  return {
    skill: {
      path: alone ? path : directory || '.',
      entry: alone ? '' : entry.path,
      ...listing.shown,
      digest: skillDigest([entry, ...files]),
      standing: place.standing,
      trust: withholds([...findings, ...listing.findings]) ? 'withheld' : 'readable',
      files: [entry, ...files],
      frontmatter: skill.frontmatter,
      notes: [
        ...skill.notes.map(quoting),
        ...aboutPlace(place),
        ...aboutFlags(skill),
        ...findings.map(({ code, message, line }): Note => ({ code, message, line })),
        ...listing.findings
          .filter(
            ({ code }, index, all) =>
              !findings.some((known) => known.code === code) && all.findIndex((other) => other.code === code) === index,
          )
          .map(({ code, message }): Note => ({ code, message })),
      ],
    },
    skipped: cut,
  };
}

/**
 * What a skill says of itself, as it may be shown in every listing. It is inspected as it was parsed, since YAML can
 * spell a character that the file does not hold; what would be withheld in a body is withheld here too.
 */
function listingOf(skill: ParsedSkill, directory: string) {
  // Cleaned too, since taking characters out can put a phrase together.
  const said = [skill.name, skill.description, skill.whenToUse ?? ''];
  // Listings show them on one line, where a sentence may go on from one to the next.
  said.push(said.map((text) => text.trim()).join(' '));
  const findings = maySteer(said)
    ? said.flatMap((text) => [...inspectText(text), ...inspectText(cleanLine(text, text.length))])
    : [];
  const listing: Listing = {
    name: cleanLine(skill.name),
    description: cleanLine(skill.description, Number.MAX_SAFE_INTEGER),
    ...(skill.whenToUse === undefined ? {} : { whenToUse: cleanLine(skill.whenToUse, Number.MAX_SAFE_INTEGER) }),
    headings: skill.headings.map((heading) => cleanLine(heading)),
  };
  if (!withholds(findings)) return { shown: listing, findings };
  const shown = { name: cleanLine(directory), description: LISTING_WITHHELD, headings: [], withheld: listing };
  return { shown, findings };
}

/** A note quotes what it is about; what may not be shown may not be quoted either, though quoting tames it in a text. */
function quoting(note: Note): Note {
  return {
    ...note,
    message: steers(note.message.replaceAll('`', '')) ? 'What it is about is withheld.' : cleanLine(note.message),
  };
}

function parsePlace(text: string, { label }: Place, options: ParseOptions): SkillReading {
  const parsed = parseSkill(text, options);
  return !parsed.ok && parsed.reason === 'no-frontmatter' && label ? withLabel(text, label) : parsed;
}

function left(skipped: Omit<Skipped, 'purl'>): ReadSkill {
  return { skipped: [skipped] };
}

function aboutPlace({ standing, convention, entry }: Place): readonly Note[] {
  const notes: Note[] = [];
  if (standing === 'unusual')
    notes.push({
      code: 'unusual-place',
      message: `Found at "${cleanLine(convention)}", where few tools look; it may not be meant for users of the library.`,
    });
  if (nameOf(entry) === 'skill.md')
    notes.push({ code: 'entry-name', message: 'The file is called skill.md; most tools only read SKILL.md.' });
  return notes;
}

function aboutFlags({ hidden, internal }: ParsedSkill): readonly Note[] {
  const notes: Note[] = [];
  if (hidden) notes.push({ code: 'hidden', message: 'Its authors marked it hidden.' });
  if (internal)
    notes.push({ code: 'internal', message: 'Its authors marked it internal, for their own contributors.' });
  return notes;
}
