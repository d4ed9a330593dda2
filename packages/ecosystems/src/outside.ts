import { cleanLine, LIMITS, steers } from '@skillscope/core';
import { ALL_ECOSYSTEMS } from './all.generated.ts';
import type { ArtifactContents } from './contents/index.ts';
import type { Ecosystem, OutsideLibrary, Step } from './ecosystem.ts';
import { openFiles, stampOf } from './files.ts';
import { readCoordinates } from './maven/coordinates.ts';
import { republisherOf } from './maven/republishers.ts';
import type { ArtifactKey } from './scan.ts';

/** Where a walk was cut. */
export interface WalkPosition {
  /** Path of the shelf that was being looked through. */
  readonly shelf: string;
  /** Key of the last step done there; `''` for none. */
  readonly after: string;
}

/** One artifact of a library that lies outside the project. */
export interface OutsideArtifact {
  readonly key: ArtifactKey;
  readonly library: Pick<OutsideLibrary, 'purl' | 'name' | 'summary'>;
  readonly contents: ArtifactContents;
  /** False where it lies in a project's own environment, which may hold anything under any name. */
  readonly vouched: boolean;
}

export interface OutsideRequest {
  /** Id of the ecosystem. */
  readonly ecosystem: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user's home directory. */
  readonly home: string;
  /** Absolute path of the program that runs this process. */
  readonly program: string;
  /** Directories in which scans have found artifacts of the ecosystem. */
  readonly known: readonly string[];
  /** Where an earlier walk was cut. Default: from the beginning. */
  readonly from?: WalkPosition;
  /** The fingerprint that an artifact had when it was indexed; `undefined` when nothing current, as well vouched for, is held about it. */
  readonly fingerprintOf: (path: string, inside: string, vouched: boolean) => string | undefined;
  /** Told about every artifact that had to be indexed. */
  readonly indexed: (artifact: OutsideArtifact) => void;
  /** Asked after every step, with what was found so far; false ends the walk there. May wait, to let others run. */
  readonly goOn: (position: WalkPosition, libraries: number) => boolean | Promise<boolean>;
}

export interface OutsideWalk {
  /** Where it was cut; absent when it came to the end. */
  readonly position?: WalkPosition;
  /** Libraries that were come across, known ones too. */
  readonly libraries: number;
}

/**
 * Walks the stores of one ecosystem and indexes what lies there. Runs nothing, downloads nothing, and follows no link
 * out of a store. What would steer an agent by its name is left out, what would by its description has none. Never
 * rejects for what lies on the disk.
 */
export async function walkOutside(request: OutsideRequest): Promise<OutsideWalk> {
  const { from, goOn } = request;
  const ecosystem = ALL_ECOSYSTEMS.find(({ id }) => id === request.ecosystem);
  if (!ecosystem) return { libraries: 0 };
  let libraries = 0;
  for (const { path, ofProject = false, find } of await shelvesOf(ecosystem, request)) {
    if (from !== undefined && path < from.shelf) continue;
    const after = path === from?.shelf ? from.after : '';
    for (const step of find(after, openFiles())) {
      if (step.read && (await take(step, ecosystem, request, !ofProject))) libraries += 1;
      const position = { shelf: path, after: step.key };
      if (!(await goOn(position, libraries))) return { position, libraries };
      if (libraries >= LIMITS.outsideLibraries) return { libraries };
    }
  }
  return { libraries };
}

async function shelvesOf({ outside }: Ecosystem, { environment, home, program, known }: OutsideRequest) {
  const own: Record<string, string> = {};
  for (const name of outside.variables) {
    const value = environment[name];
    if (value) own[name] = value;
  }
  const shelves = await outside.shelves({ files: openFiles(), environment: own, home, program, known });
  return [...new Map(shelves.map((shelf) => [shelf.path, shelf])).values()].sort((a, b) =>
    a.path < b.path ? -1 : a.path > b.path ? 1 : 0,
  );
}

/** Indexes one library, as far as it is not known. False when it is none. */
async function take(step: Step, ecosystem: Ecosystem, request: OutsideRequest, vouched: boolean): Promise<boolean> {
  const { place } = step;
  if (place && request.fingerprintOf(place.path, place.inside, vouched) !== undefined) return true;
  const library = step.read?.(openFiles());
  if (!library || !isShowable(library)) return false;
  const { purl, name, summary } = library;
  const shown = { purl, name, ...(summary === undefined || steers(summary) ? {} : { summary }) };
  for (const artifact of library.artifacts) {
    const { path, inside = '', kind, manifest } = artifact;
    if (cleanLine(path, Number.MAX_SAFE_INTEGER) !== path) continue;
    const fingerprint = stampOf(kind === 'archive' ? path : `${path}/${manifest}`);
    if (request.fingerprintOf(path, inside, vouched) === fingerprint) continue;
    const key = { path, inside, ecosystem: ecosystem.id, fingerprint };
    const contents = await contentsOf(library, artifact, ecosystem);
    request.indexed({ key, library: shown, contents, vouched });
  }
  return true;
}

function isShowable({ name, version }: OutsideLibrary): boolean {
  return [name, version].every((text) => text !== '' && cleanLine(text) === text) && !steers(`${name} ${version}`);
}

const NOTHING: ArtifactContents = { skills: [], skipped: [] };

async function contentsOf(
  { open }: OutsideLibrary,
  artifact: OutsideLibrary['artifacts'][number],
  ecosystem: Ecosystem,
): Promise<ArtifactContents> {
  // Loaded here, since a walk that comes across nothing new needs no parser.
  const { indexArtifact, openTree } = await import('./index-artifact.ts');
  const tree = open ? open() : await openTree(artifact);
  if ('reason' in tree) return NOTHING;
  try {
    return await indexArtifact(tree, ecosystem);
  } finally {
    tree.close();
  }
}

/** True for a library that only carries what others wrote elsewhere, and so describes nothing of its own. */
export function isRepublished(purl: string): boolean {
  const coordinates = purl.startsWith('pkg:maven/') ? readCoordinates(purl) : undefined;
  return coordinates !== undefined && republisherOf(coordinates) !== undefined;
}
