import { dirname, join } from 'node:path';
import {
  type Artifact,
  artifactsOf,
  cleanLine,
  type Dependency,
  type Note,
  type Skill,
  type Skipped,
  steers,
  steersBehind,
} from '@skillscope/core';
import type { ArtifactContents } from './contents/index.ts';
import { joinArtifacts } from './contents/join-artifacts.ts';
import { withoutSplitPhrase } from './contents/split-phrase.ts';
import type { Ecosystem, Reading } from './ecosystem.ts';
import { type Observation, openFiles, type RecordingFiles } from './files.ts';
import type { FoundProject } from './project.ts';

/** One dependency with the skills its artifacts ship. */
export interface Library extends Dependency {
  readonly skills: readonly Skill[];
}

/** What one ecosystem said about the project. */
export interface ScannedEcosystem {
  readonly id: string;
  readonly root: string;
  readonly member?: string;
  readonly members: readonly string[];
  readonly evidence: Reading['evidence'];
}

export interface Scan {
  /** The directory with the manifest that was asked for. */
  readonly directory: string;
  /** The outermost workspace root among the ecosystems. */
  readonly root: string;
  readonly member?: string;
  readonly ecosystems: readonly ScannedEcosystem[];
  /** Every dependency in scope: direct first, then by ecosystem, name and version. */
  readonly libraries: readonly Library[];
  readonly skipped: readonly Skipped[];
  readonly notes: readonly Note[];
  /** When it was made, ISO 8601. Whoever keeps a scan sets it. */
  readonly scannedAt?: string;
}

/** Identifies what the catalog holds about one artifact. */
export interface ArtifactKey {
  readonly path: string;
  readonly inside: string;
  readonly ecosystem: string;
  /** Stamp of the artifact's manifest, or of the archive. */
  readonly fingerprint: string;
}

export interface Progress {
  readonly phase: 'reading' | 'indexing';
  readonly done: number;
  readonly total: number;
}

export interface ScanRequest {
  readonly project: FoundProject;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user's home directory. */
  readonly home: string;
  /** What is already known about an artifact; default nothing. */
  readonly known?: (key: ArtifactKey, dependency: Dependency) => ArtifactContents | undefined;
  /** Told about every artifact that had to be indexed. */
  readonly indexed?: (key: ArtifactKey, dependency: Dependency, contents: ArtifactContents) => void;
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

/** A scan with everything it looked at; it stays true while `stampOf` gives the stamp observed for every path. */
export interface ObservedScan {
  readonly scan: Scan;
  readonly observations: readonly Observation[];
}

/**
 * Reads a project and indexes the artifacts of its dependencies.
 * Runs nothing and downloads nothing. Rejects only when `signal` is aborted.
 */
export async function scan(request: ScanRequest): Promise<ObservedScan> {
  const { project } = request;
  const files = openFiles();
  const readings = new Map<Ecosystem, Reading>();
  for (const ecosystem of project.ecosystems) {
    readings.set(ecosystem, await ecosystem.read(projectFor(ecosystem, project.directory, files, request)));
  }

  const skipped: Skipped[] = [];
  const libraries: Library[] = [];
  const total = sum([...readings.values()].map(({ dependencies }) => dependencies.length));
  for (const [ecosystem, reading] of readings) {
    skipped.push(...reading.skipped);
    for (const dependency of reading.dependencies) {
      if (libraries.length % 25 === 0) await breathe(request, { phase: 'indexing', done: libraries.length, total });
      if (steers(`${dependency.name} ${dependency.version}`)) {
        skipped.push({ path: dependency.artifact?.manifest ?? '', reason: 'withheld', message: NAME_STEERS });
        continue;
      }
      const contents = await contentsOf(ecosystem, dependency, files, request);
      const skills = contents.skills.map((skill) => identify(withoutSplitPhrase(skill, dependency.name), dependency));
      libraries.push({ ...withoutSteering(dependency, skipped), skills });
      skipped.push(...contents.skipped.map((item) => ({ ...item, purl: dependency.purl })));
    }
  }
  skipped.push(...files.skipped());

  const first = [...readings.values()].reduce((a, b) => (b.root.length < a.root.length ? b : a));
  const scanned = [...readings].map(
    ([{ id }, { root, member, members, evidence }]): ScannedEcosystem => ({
      id,
      root,
      members,
      evidence,
      ...(member === undefined ? {} : { member }),
    }),
  );
  return {
    observations: files.observations(),
    scan: {
      directory: project.directory,
      root: first.root,
      ...(first.member === undefined ? {} : { member: first.member }),
      ecosystems: scanned,
      libraries: libraries.sort(byRelationThenName),
      skipped: skipped.map(showable),
      notes: [...readings.values()].flatMap(({ notes }) => notes.map(showableNote)),
    },
  };
}

function projectFor(ecosystem: Ecosystem, directory: string, files: RecordingFiles, request: ScanRequest) {
  const environment: Record<string, string> = {};
  for (const name of ecosystem.variables) {
    const value = request.environment[name];
    if (value) environment[name] = value;
  }
  return {
    directory,
    files,
    environment,
    home: request.home,
    breathe: () => breathe(request, { phase: 'reading', done: 0, total: 0 }),
  };
}

async function contentsOf(
  ecosystem: Ecosystem,
  dependency: Dependency,
  files: RecordingFiles,
  request: ScanRequest,
): Promise<ArtifactContents> {
  const all: ArtifactContents[] = [];
  for (const artifact of artifactsOf(dependency))
    all.push(await contentsOfOne(artifact, ecosystem, dependency, files, request));
  return joinArtifacts(all);
}

async function contentsOfOne(
  artifact: Artifact,
  ecosystem: Ecosystem,
  dependency: Dependency,
  files: RecordingFiles,
  request: ScanRequest,
): Promise<ArtifactContents> {
  const stampFile = artifact.kind === 'archive' ? artifact.path : `${artifact.path}/${artifact.manifest}`;
  const key = {
    path: artifact.path,
    inside: artifact.inside ?? '',
    ecosystem: ecosystem.id,
    fingerprint: files.observe(stampFile),
  };
  const known = artifact.mutable ? undefined : request.known?.(key, dependency);
  // Skills that somebody edits in place leave the manifest of a directory as it was, so only their absence is taken
  // for known there.
  if (known && (artifact.kind === 'archive' || known.skills.length === 0)) return known;
  // Loaded here, since a scan that is still fresh needs no parser.
  const { indexArtifact, openTree } = await import('./index-artifact.ts');
  const tree = await openTree(artifact, artifact.mutable ? files.observe : undefined);
  if ('reason' in tree) {
    const contents = { skills: [], skipped: [{ path: '', reason: tree.reason, message: tree.message }] };
    request.indexed?.(key, dependency, contents);
    return contents;
  }
  try {
    const contents = await indexArtifact(tree, ecosystem, artifact);
    request.indexed?.(key, dependency, contents);
    if (artifact.kind === 'directory') observeSkills(artifact.path, contents, files);
    return contents;
  } finally {
    tree.close();
  }
}

/** What a skill was read from: its files, its folder, and the folder that another skill could appear in. */
function observeSkills(root: string, { skills }: ArtifactContents, files: RecordingFiles): void {
  for (const { path, entry, files: own } of skills) {
    const directory = entry === '' ? dirname(join(root, path)) : join(root, path);
    files.observe(dirname(directory));
    files.observe(directory);
    for (const file of own) files.observe(entry === '' ? join(root, path) : join(directory, file.path));
  }
}

const NAME_STEERS = 'The name or version of a dependency would steer an agent or hides something.';

/** What was left out is named, but in words that may be shown. */
function showable({ path, message, ...rest }: Skipped): Skipped {
  return {
    ...rest,
    path: steers(path) ? '' : cleanLine(path),
    message: steers(message) ? 'What was found there is withheld.' : cleanLine(message),
  };
}

/** A note about the project may quote names and versions of dependencies. */
function showableNote(note: Note): Note {
  return steers(note.message) ? { ...note, message: 'What it is about is withheld.' } : note;
}

/** A library's own description goes into every search, so what would be withheld in a skill is withheld here too. */
function withoutSteering(dependency: Dependency, skipped: Skipped[]): Dependency {
  const { name, summary, purl, artifact } = dependency;
  if (summary === undefined || !(steers(summary) || steersBehind(name, summary))) return dependency;
  const message = "The library's description is withheld: it would steer an agent or hides something.";
  skipped.push({ purl, path: artifact?.manifest ?? '', reason: 'withheld', message });
  const { summary: _, ...rest } = dependency;
  return rest;
}

function identify(skill: Omit<Skill, 'id'>, { purl, republisher }: Dependency): Skill {
  const id = `${purl}#${encodeSubpath(skill.path)}`;
  return republisher === undefined
    ? { id, ...skill }
    : { id, ...skill, notes: [...skill.notes, republished(republisher)] };
}

function republished(republisher: string): Note {
  return {
    code: 'republished',
    message: `${republisher} republishes skills that others wrote; this one is not tied to a version of any library here.`,
  };
}

/** A purl subpath: segments percent-encoded, slashes kept. */
function encodeSubpath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

async function breathe(request: ScanRequest, progress: Progress): Promise<void> {
  request.onProgress?.(progress);
  await new Promise<void>((resolve) => setImmediate(resolve));
  request.signal?.throwIfAborted();
}

function byRelationThenName(a: Library, b: Library): number {
  if (a.relation !== b.relation) return a.relation === 'direct' ? -1 : 1;
  return (
    compare(a.ecosystem, b.ecosystem) ||
    compare(a.name, b.name) ||
    compare(a.version, b.version) ||
    compare(a.purl, b.purl)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
