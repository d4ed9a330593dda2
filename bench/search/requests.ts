import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type ListingDocument, libraryDocument, type Query } from '@skillscope/core';

/** One question with its right answers; none right means that nothing serves it. */
export interface Request {
  readonly id: string;
  readonly need: string;
  readonly terms: readonly string[];
  /** Ids of listings. */
  readonly right: ReadonlySet<string>;
  /** Name of the library of the right skill, or empty. */
  readonly library: string;
}

export interface SkillSet {
  /** Base name of the file. */
  readonly name: string;
  readonly packages: Readonly<Record<string, string>>;
  readonly requests: readonly Request[];
}

interface SkillSetFile {
  readonly packages: Readonly<Record<string, string>>;
  readonly requests: readonly {
    readonly id: string;
    readonly request: string;
    readonly package: string;
    readonly right: readonly string[];
  }[];
}

const HERE = import.meta.dirname;

/** Reads a set of skill requests; the terms come from `terms-dev.json`, none for requests it does not know. */
export function readSkillSet(path: string): SkillSet {
  const file = readJson<SkillSetFile>(path);
  const { terms } = readJson<{ readonly terms: Readonly<Record<string, readonly string[]>> }>(
    join(HERE, 'terms-dev.json'),
  );
  return {
    name: basename(path),
    packages: file.packages,
    requests: file.requests.map((request) => ({
      id: request.id,
      need: request.request,
      terms: terms[request.id] ?? [],
      right: new Set(request.right.map((name) => `${request.package}#${name}`)),
      library: request.package,
    })),
  };
}

/** Needs that other libraries serve: over the skills of the set, each answer to one is wrong. Empty without the file. */
export function readForeignNeeds(skillSetPath: string): ForeignNeed[] {
  const path = join(dirname(skillSetPath), 'needs-dev.json');
  if (!existsSync(path)) return [];
  return readJson<ForeignNeed[]>(path).map(({ need, terms, ecosystem }) => ({ need, terms, ecosystem }));
}

export interface ForeignNeed extends Query {
  readonly ecosystem: string;
}

/** `libraries-dev.json`: needs for libraries that are installed here. */
export function readLibraryRequests(): Request[] {
  const { requests } = readJson<{
    readonly requests: readonly { readonly request: string; readonly right: readonly string[] }[];
  }>(join(HERE, 'libraries-dev.json'));
  return requests.map(({ request, right }, index) => ({
    id: `library-${index + 1}`,
    need: request,
    terms: [],
    right: new Set(right),
    library: '',
  }));
}

/** `short-dev.json`: needs as short as a title. */
export function readShortRequests(kind: 'skills' | 'libraries'): Request[] {
  const requests = readJson<
    Readonly<Record<typeof kind, readonly { readonly request: string; readonly right: readonly string[] }[]>>
  >(join(HERE, 'short-dev.json'))[kind];
  return requests.map(({ request, right }, index) => ({
    id: `short-${index + 1}`,
    need: request,
    terms: [],
    right: new Set(right),
    library: '',
  }));
}

/** Short needs in one project, in the half that a rule was chosen on and the half that was asked once after that. */
export interface ProjectSet {
  readonly packages: Readonly<Record<string, string>>;
  readonly halves: Readonly<Record<'first' | 'second', readonly Request[]>>;
}

/** `project-dev.json`. */
export function readProjectSet(): ProjectSet {
  const file = readJson<
    Pick<ProjectSet, 'packages'> &
      Readonly<Record<'first' | 'second', readonly { readonly request: string; readonly right: readonly string[] }[]>>
  >(join(HERE, 'project-dev.json'));
  const requests = (half: 'first' | 'second') =>
    file[half].map(
      ({ request, right }, index): Request => ({
        id: `${half}-${index + 1}`,
        need: request,
        terms: [],
        right: new Set(right),
        library: '',
      }),
    );
  return { packages: file.packages, halves: { first: requests('first'), second: requests('second') } };
}

/** Requests over libraries of one ecosystem, and the libraries by their own descriptions. */
export interface OutsideSet {
  readonly ecosystem: string;
  readonly libraries: readonly ListingDocument[];
  readonly requests: readonly Request[];
}

/** `outside-dev.json`: needs for libraries that lie on a machine. */
export function readOutsideSets(): OutsideSet[] {
  const { requests, libraries } = readJson<{
    readonly requests: readonly { ecosystem: string; request: string; right: readonly string[] }[];
    readonly libraries: Readonly<Record<string, Readonly<Record<string, string>>>>;
  }>(join(HERE, 'outside-dev.json'));
  return Object.entries(libraries).map(([ecosystem, summaries]) => ({
    ecosystem,
    libraries: Object.entries(summaries).map(([name, summary]) => libraryDocument({ purl: name, name, summary })),
    requests: requests
      .filter((one) => one.ecosystem === ecosystem)
      .map(({ request, right }, index) => ({
        id: `${ecosystem}-${index + 1}`,
        need: request,
        terms: [],
        right: new Set(right),
        library: '',
      })),
  }));
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}
