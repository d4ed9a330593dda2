import {
  artifactOf,
  cleanText,
  type EnvelopeJson,
  type ErrorCode,
  envelopeJson,
  inspectText,
  type Note,
  paginate,
  type Skill,
  type SkillFile,
  SkillscopeError,
  safeRelativePath,
  withholds,
} from '@skillscope/core';
import { type Library, openTree, readSkillText } from '@skillscope/ecosystems';
import type { Lookup } from '../lookup.ts';
import { addressOf } from './address-of.ts';
import { type FoundSkill, findSkill, notApproved } from './find-skill.ts';
import { fileBelow, type MeantSkill, meantSkills, withVersion } from './meant-skills.ts';

export interface ReadRequest {
  /** The library, with `#skill` where it ships several. */
  readonly library: string;
  /** A file of the skill, relative to its directory. Default: the skill's own text. */
  readonly file?: string;
  /** 1-based. Default 1. */
  readonly page?: number;
}

export interface ReadAnswer extends EnvelopeJson {
  readonly id: string;
  readonly skill: string;
  /** What `read` takes to give this skill again. */
  readonly address: string;
  /** The page as its authors wrote it, unprintable characters made visible; empty when it is withheld. */
  readonly text: string;
  /** Files of the skill; those of kind `text` can be read next. */
  readonly files: readonly SkillFile[];
}

/**
 * The text of a skill, or of one of its files, as it is on disk now.
 *
 * @throws SkillscopeError what `findSkill` throws; `not-approved` for what has changed since; `unknown-file`, `unservable-file`, `unknown-page`, `unreadable`
 */
export async function read(lookup: Lookup, request: ReadRequest): Promise<ReadAnswer> {
  const { library, skill, isApproved, file: wanted } = findAsked(request, lookup);
  const file = wanted === undefined ? undefined : servedFile(wanted, library, skill);
  const { text, digest, changed, firstLine } = await textOf(library, skill, file);

  if (changed && lookup.scan.approval !== undefined)
    throw notApproved(`"${placeOf(skill, file)}" of ${library.name}`, addressOf(library, skill), true);

  const inspected = inspect(text, firstLine);
  const listing = file === undefined ? skill.notes : [];
  // An approval holds for the bytes that were indexed.
  const withheld = (inspected.withheld && !(isApproved && !changed)) || skill.trust === 'withheld';
  const pages = paginate(text);
  const page = request.page ?? 1;
  const shown = pages[page - 1];
  if (shown === undefined) {
    throw new SkillscopeError('unknown-page', `There is no page ${page}; the text has ${pages.length}.`);
  }
  // What was found when it was indexed is found again.
  const notes = distinct([...listing, ...(changed ? [CHANGED] : []), ...inspected.notes]);
  return {
    id: skill.id,
    skill: skill.name,
    address: addressOf(library, skill),
    ...envelopeJson({
      library: library.name,
      ecosystem: library.ecosystem,
      version: library.version,
      purl: library.purl,
      source: library.source,
      relation: library.relation,
      via: library.via,
      evidence: library.evidence,
      ...(library.republisher === undefined ? {} : { republisher: library.republisher }),
      place: placeOf(skill, file),
      digest,
      trust: withheld ? 'withheld' : 'readable',
      standing: skill.standing,
      notes: withheld ? [...notes, whereToLook(library, skill, file)] : notes,
      page,
      pages: pages.length,
    }),
    text: withheld ? '' : cleanText(shown).text,
    files: skill.files,
  };
}

/** What is no address may still be what an answer showed, and mean one skill. */
function findAsked(request: ReadRequest, lookup: Lookup): FoundSkill & Pick<ReadRequest, 'file'> {
  try {
    const found = findSkill(withVersion(request.library), lookup);
    return { ...found, ...fileOf(request.file, found) };
  } catch (error) {
    if (!(error instanceof SkillscopeError) || !NAMES_NO_SKILL.has(error.code)) throw error;
    const meant = meantSkills(request, lookup);
    const [only, second] = meant;
    if (!only) throw error;
    if (second) {
      throw new SkillscopeError(
        'ambiguous-skill',
        `"${request.library}" may be ${meant.length} skills here; name one.`,
        {
          candidates: addressesOf(meant),
        },
      );
    }
    const found = findSkill(only.skill.id, lookup);
    return { ...found, ...fileOf(only.file, found) };
  }
}

/** By their ids where libraries have one name, as two versions of one have. */
function addressesOf(meant: readonly MeantSkill[]): readonly string[] {
  const addresses = meant.map(({ library, skill }) => addressOf(library, skill));
  return meant.map(({ skill }, index) => {
    const address = addresses[index] ?? skill.id;
    return addresses.indexOf(address) === addresses.lastIndexOf(address) ? address : skill.id;
  });
}

const NAMES_NO_SKILL: ReadonlySet<string> = new Set<ErrorCode>(['out-of-scope', 'unknown-skill', 'ambiguous-skill']);

/** Without what names the skill once more, or the version as it is printed behind an address. */
function fileOf(file: string | undefined, { library, skill }: FoundSkill): Pick<ReadRequest, 'file'> {
  if (file === undefined || skill.files.some(({ path }) => path === file))
    return { ...(file === undefined ? {} : { file }) };
  if (file === library.version) return {};
  const below = fileBelow(file, skill) ?? file;
  return below === '' ? {} : { file: below };
}

function distinct(notes: readonly Note[]): readonly Note[] {
  return [...new Map(notes.map((note) => [JSON.stringify([note.code, note.message, note.line]), note])).values()];
}

const CHANGED: Note = {
  code: 'changed-since-indexed',
  message: 'The file has changed since it was indexed; this is what is on disk now.',
};

function servedFile(wanted: string, library: Library, skill: Skill): string {
  const path = safeRelativePath(wanted);
  const file = path === undefined ? undefined : fileAt(path, skill.files);
  const readable = skill.files.filter(({ kind }) => kind === 'text').map((candidate) => candidate.path);
  if (!file) {
    throw new SkillscopeError('unknown-file', `The skill "${skill.name}" of ${library.name} has no file "${wanted}".`, {
      candidates: readable,
    });
  }
  if (file.kind !== 'text') {
    throw new SkillscopeError(
      'unservable-file',
      `"${file.path}" is ${REFUSED[file.kind]}; it is named, never served.`,
      {
        candidates: readable,
      },
    );
  }
  return file.path;
}

/** One that differs only in case is meant, or whose path ends so, where it is the only one. */
function fileAt(path: string, files: readonly SkillFile[]): SkillFile | undefined {
  const wanted = path.toLowerCase();
  const tests: ((lower: string, own: string) => boolean)[] = [
    (_lower, own) => own === path,
    (lower) => lower === wanted,
    (lower) => lower.endsWith(`/${wanted}`),
  ];
  for (const test of tests) {
    const [only, second] = files.filter((file) => test(file.path.toLowerCase(), file.path));
    if (only) return second === undefined ? only : undefined;
  }
  return undefined;
}

const REFUSED = { script: 'a script', binary: 'not text', 'too-large': 'too large' } as const;

async function textOf(library: Library, skill: Skill, file: string | undefined) {
  const place = placeOf(skill, file);
  const artifact = artifactOf(library, skill);
  const tree = artifact && (await openTree(artifact));
  if (!tree || 'reason' in tree) {
    throw new SkillscopeError(
      'unreadable',
      `${library.name} cannot be read: ${tree?.message ?? 'it is not installed.'}`,
    );
  }
  try {
    const result = await readSkillText(tree, skill, file);
    if (result.ok) return result;
    throw new SkillscopeError('unreadable', `"${place}" of ${library.name} cannot be read: ${result.message}`, {
      hint: 'It was there when the project was scanned; ask again to scan anew.',
    });
  } finally {
    tree.close();
  }
}

function inspect(text: string, firstLine: number): { readonly withheld: boolean; readonly notes: readonly Note[] } {
  const findings = inspectText(text);
  return {
    withheld: withholds(findings),
    notes: findings.map(({ code, message, line }) => ({ code, message, line: line + firstLine - 1 })),
  };
}

/** The way out of a withheld text: the developer looks at it, the agent does not. */
function whereToLook(library: Library, skill: Skill, file: string | undefined): Note {
  return {
    code: 'withheld',
    message: `The text is withheld. A person can look at it: "${placeOf(skill, file)}" in "${artifactOf(library, skill)?.path ?? ''}", and approve it with \`skillscope approve ${addressOf(library, skill)}\`.`,
  };
}

function placeOf(skill: Skill, file: string | undefined): string {
  const name = file ?? skill.entry;
  return [skill.path === '.' ? '' : skill.path, name].filter(Boolean).join('/');
}
