import { basename, dirname, join } from 'node:path';
import type { Files } from '../files.ts';
import { originOfUrl, withEditable } from './origin.ts';
import type { Declared } from './requirement.ts';
import {
  type RequirementEntry,
  type RequirementsFile,
  readRequirementsFile,
  type UnnamedEntry,
} from './requirements-file.ts';

/** A requirements file that a tool wrote. */
export interface CompiledFile {
  readonly path: string;
  readonly entries: readonly RequirementEntry[];
}

export interface RequirementLists {
  readonly declared: readonly Declared[];
  readonly compiled: readonly CompiledFile[];
  /** Absolute paths of all that was read. */
  readonly files: readonly string[];
}

interface Request {
  readonly directory: string;
  /** No file outside it is read. */
  readonly boundary: string;
  readonly files: Files;
  /** Lists that are part of the project's own metadata, absolute. */
  readonly published: readonly string[];
  /**
   * True where requirements files are how the project says what it needs. Else they are looked for only beside a
   * `requirements.txt`: a directory that is listed is read again whenever anything in it comes or goes.
   */
  readonly isUsual: boolean;
  /** What a directory that is listed by its path alone calls itself. */
  readonly nameAt: (directory: string) => { readonly name?: string; readonly key?: string } | undefined;
}

/** Reads the requirements files of a directory: `requirements.txt`, those for other occasions, and a folder of them. */
export function readRequirementLists(request: Request): RequirementLists {
  const { directory, boundary, files, published, nameAt } = request;
  const names = namesIn(request);
  const declared: Declared[] = [];
  const compiled: CompiledFile[] = [];
  const seen = new Set<string>();
  const own = new Set(published);
  const paths = new Set([...published, ...listsIn(directory, names, files)]);
  if (paths.size > LISTS) files.skip({ path: directory, reason: 'too-many', message: TOO_MANY_LISTS });
  for (const path of [...paths].slice(0, LISTS)) {
    if (seen.has(path)) continue;
    const file = readRequirementsFile(path, boundary, files);
    for (const one of file.files) seen.add(one);
    if (isCompiled(file, names.has(basename(path).replace(/\.txt$/, '.in')))) {
      compiled.push({ path, entries: file.entries });
      continue;
    }
    const isPublished = own.has(path);
    const optional = !isPublished && !USUAL.has(basename(path));
    const list = {
      list: isPublished ? 'main' : 'group',
      optional,
      ...(isPublished ? {} : { statedIn: 'requirements' as const }),
    } as const;
    for (const { requirement } of file.entries) declared.push({ ...requirement, ...list });
    if (file.unnamed.length > ADDRESSES) files.skip({ path, reason: 'too-many', message: TOO_MANY });
    for (const entry of file.unnamed.slice(0, ADDRESSES)) {
      const requirement = named(entry);
      if (requirement) declared.push({ ...requirement, ...list });
    }
  }
  return { declared, compiled, files: [...seen] };

  /** A directory that is listed by its path alone; the project's own is none of its needs. */
  function named({
    address,
    extras,
    editable,
    path,
    line,
  }: UnnamedEntry): Omit<Declared, 'list' | 'optional' | 'statedIn'> | undefined {
    const origin = withEditable(originOfUrl(address, dirname(path)), editable);
    if (origin.source === 'path' && origin.path === directory) return undefined;
    const { name, key } = (origin.source === 'path' ? nameAt(origin.path) : undefined) ?? {};
    if (name !== undefined && key !== undefined) return { name, key, extras, specifier: '', origin };
    files.skip({ path, line, reason: 'unsupported', message: 'Nothing says which distribution this address holds.' });
    return undefined;
  }
}

/** Requirements files of one directory; the largest projects have some 60. */
const LISTS = 500;

const TOO_MANY_LISTS = `There are more than ${LISTS} requirements files; the rest is not read.`;

/** Addresses without a name that one list may hold: each is a directory to look into. */
const ADDRESSES = 1_000;

const TOO_MANY = `It lists more than ${ADDRESSES} addresses without a name; the rest is not read.`;

function namesIn({ directory, files, isUsual }: Request): ReadonlySet<string> {
  const isListed = isUsual || [...USUAL].some((name) => files.isFile(join(directory, name)));
  return new Set(isListed ? (files.list(directory) ?? []).map(({ name }) => name) : []);
}

const USUAL: ReadonlySet<string> = new Set(['requirements.txt', 'requirements.in']);

/** `requirements.txt` first, then lists for other occasions. */
function listsIn(directory: string, names: ReadonlySet<string>, files: Files): readonly string[] {
  const own = [...names].filter((name) => /^(?:[\w.-]+[-_.])?requirements(?:[-_.][\w.-]+)?\.(?:txt|in)$/.test(name));
  const folder = join(directory, 'requirements');
  const below = names.has('requirements') ? (files.list(folder) ?? []) : [];
  return [
    ...own
      .sort((a, b) => Number(USUAL.has(b)) - Number(USUAL.has(a)) || (a < b ? -1 : 1))
      .map((name) => join(directory, name)),
    ...below
      .filter(({ kind, name }) => kind === 'file' && /\.(?:txt|in)$/.test(name))
      .map(({ name }) => join(folder, name)),
  ];
}

function isCompiled({ generated, entries }: RequirementsFile, hasSource: boolean): boolean {
  return generated || (hasSource && entries.some(({ via }) => via.length > 0));
}
