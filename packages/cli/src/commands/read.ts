import {
  artifactOf,
  cleanText,
  type EnvelopeJson,
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
  const { library, skill, isApproved } = findAsked(request, lookup);
  const file = request.file === undefined ? undefined : servedFile(request.file, library, skill);
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

/** A skill's name where a file's belongs is a slip, and its address the way out. */
function findAsked({ library, file }: ReadRequest, lookup: Lookup): FoundSkill {
  try {
    return findSkill(library, lookup);
  } catch (error) {
    if (!(error instanceof SkillscopeError) || error.code !== 'ambiguous-skill' || file === undefined) throw error;
    const { message, code, candidates } = error;
    const isNamed = candidates.some((candidate) => candidate.startsWith(`${library}#${file}:`));
    throw isNamed ? new SkillscopeError(code, message, { candidates, ...meant(`${library}#${file}`) }) : error;
  }
}

function meant(address: string) {
  return {
    hint: `\`skillscope read '${address}'\` reads that skill.`,
    toolHint: `Pass "${address}" as \`library\`, and no \`file\`, to read that skill.`,
  };
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
      ...(wanted === skill.name ? meant(addressOf(library, skill)) : {}),
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

/** One that differs only in case is meant, where it is the only one. */
function fileAt(path: string, files: readonly SkillFile[]): SkillFile | undefined {
  const exact = files.find((candidate) => candidate.path === path);
  const [only, second] = files.filter((candidate) => candidate.path.toLowerCase() === path.toLowerCase());
  return exact ?? (second === undefined ? only : undefined);
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
