import { dirname, join } from 'node:path';
import {
  type Artifact,
  artifactsOf,
  cleanLine,
  type Dependency,
  maySteer,
  type Note,
  type Skill,
  type Skipped,
  steers,
  steersBehind,
} from '@skillscope/core';
import type { ArtifactContents } from './contents/index.ts';
import { joinArtifacts } from './contents/join-artifacts.ts';
import { withoutSplitPhrase } from './contents/split-phrase.ts';
import type { Ecosystem, Project, Reading } from './ecosystem.ts';
import { type Observation, openFiles, type RecordingFiles } from './files.ts';
import type { IndexAhead } from './index-ahead.ts';
import type { indexAt } from './index-artifact.ts';
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
  /** Absolute path of a script that calls `serveIndexing`: artifacts are then indexed on a second thread. */
  readonly thread?: string;
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
  // Loaded here, since few scans need it.
  const ahead = request.thread && (await import('./index-ahead.ts')).openIndexAhead(request.thread);
  try {
    return await scanWith({ ...request, files: openFiles(), ...(ahead ? { ahead } : {}) });
  } finally {
    if (ahead) ahead.close();
  }
}

/** A request with what serves it. */
interface Scanning extends ScanRequest {
  readonly files: RecordingFiles;
  readonly ahead?: IndexAhead;
}

async function scanWith(scanning: Scanning): Promise<ObservedScan> {
  const { project, files } = scanning;
  const readings = new Map<Ecosystem, Reading>();
  for (const ecosystem of project.ecosystems) {
    readings.set(ecosystem, await ecosystem.read(projectFor(ecosystem, scanning)));
  }

  await scanning.ahead?.help(async ({ ecosystem, artifact, number }) => {
    if (number % BREATHE_EVERY === 0) await breathe(scanning, { phase: 'reading', done: 0, total: 0 });
    const indexer = project.ecosystems.find(({ id }) => id === ecosystem);
    return indexer ? await indexHere(artifact, indexer) : NOTHING;
  });

  const skipped: Skipped[] = [];
  const libraries: Library[] = [];
  const suspects = suspectsOf([...readings.values()].flatMap(({ dependencies }) => dependencies));
  const total = sum([...readings.values()].map(({ dependencies }) => dependencies.length));
  for (const [ecosystem, reading] of readings) {
    skipped.push(...reading.skipped);
    for (const dependency of reading.dependencies) {
      if (libraries.length % BREATHE_EVERY === 0)
        await breathe(scanning, { phase: 'indexing', done: libraries.length, total });
      const isSuspect = suspects.has(dependency);
      if (isSuspect && steers(nameOf(dependency))) {
        skipped.push({ path: dependency.artifact?.manifest ?? '', reason: 'withheld', message: NAME_STEERS });
        continue;
      }
      const contents = await contentsOf(ecosystem, dependency, scanning);
      const skills = contents.skills.map((skill) => identify(withoutSplitPhrase(skill, dependency.name), dependency));
      libraries.push({ ...(isSuspect ? withoutSteering(dependency, skipped) : dependency), skills });
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

function projectFor(ecosystem: Ecosystem, scanning: Scanning): Project {
  const environment: Record<string, string> = {};
  for (const name of ecosystem.variables) {
    const value = scanning.environment[name];
    if (value) environment[name] = value;
  }
  return {
    directory: scanning.project.directory,
    files: scanning.files,
    environment,
    home: scanning.home,
    expect: (artifacts) => scanning.ahead?.expect(artifacts),
    announce: (artifact) => announce(artifact, ecosystem, scanning),
    breathe: () => breathe(scanning, { phase: 'reading', done: 0, total: 0 }),
  };
}

/** Has an artifact indexed ahead. What can change at any time is looked at here, where that is remembered. */
function announce(artifact: Artifact, { id }: Ecosystem, { ahead, files }: Scanning): void {
  if (!ahead || artifact.mutable) return;
  // Its stamp has to be from before it is read.
  files.observe(stampFileOf(artifact));
  ahead.announce(id, artifact);
}

async function contentsOf(ecosystem: Ecosystem, dependency: Dependency, scanning: Scanning): Promise<ArtifactContents> {
  const all: ArtifactContents[] = [];
  for (const artifact of artifactsOf(dependency))
    all.push(await contentsOfOne(artifact, ecosystem, dependency, scanning));
  return joinArtifacts(all);
}

async function contentsOfOne(
  artifact: Artifact,
  ecosystem: Ecosystem,
  dependency: Dependency,
  scanning: Scanning,
): Promise<ArtifactContents> {
  const { files, ahead, known: recall, indexed } = scanning;
  const key = {
    path: artifact.path,
    inside: artifact.inside ?? '',
    ecosystem: ecosystem.id,
    fingerprint: files.observe(stampFileOf(artifact)),
  };
  const known = artifact.mutable ? undefined : recall?.(key, dependency);
  // Skills that somebody edits in place leave the manifest of a directory as it was, so only their absence is taken
  // for known there.
  if (known && (artifact.kind === 'archive' || (known.skills.length === 0 && !known.skipped.some(isUnread))))
    return known;
  const contents =
    (await ahead?.contentsOf(ecosystem.id, artifact)) ??
    (await indexHere(artifact, ecosystem, artifact.mutable ? files.observe : undefined));
  indexed?.(key, dependency, contents);
  if (artifact.kind === 'directory') observeSkills(artifact.path, contents, files);
  return contents;
}

/** Somebody may give leave to read it, which changes nothing above it. */
function isUnread({ reason }: Omit<Skipped, 'purl'>): boolean {
  return reason === 'unreadable';
}

async function indexHere(...request: Parameters<typeof indexAt>): Promise<ArtifactContents> {
  // Loaded here, since a scan that is still fresh needs no parser.
  const { indexAt } = await import('./index-artifact.ts');
  return await indexAt(...request);
}

/** What a skill was read from: its files, its folder, and the folder that another skill could appear in. */
function observeSkills(root: string, { skills, skipped }: ArtifactContents, files: RecordingFiles): void {
  for (const { path } of skipped.filter(isUnread)) files.observe(join(root, path));
  for (const { path, entry, files: own } of skills) {
    const directory = entry === '' ? dirname(join(root, path)) : join(root, path);
    files.observe(dirname(directory));
    files.observe(directory);
    for (const file of own) files.observe(entry === '' ? join(root, path) : join(directory, file.path));
  }
}

/** The file whose stamp stands for the artifact. */
function stampFileOf({ kind, path, manifest }: Artifact): string {
  return kind === 'archive' ? path : `${path}/${manifest}`;
}

const NOTHING: ArtifactContents = { skills: [], skipped: [] };

/** Artifacts between two turns of the event loop. */
const BREATHE_EVERY = 25;

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

/** Texts that are looked through at once, in dependencies: one that is suspect has them all asked. */
const LOOKED_THROUGH = 32;

/**
 * Dependencies whose name or description may steer. One suspect text has all asked that are looked through with it, so
 * those with anything but plain characters, which always are, are kept apart.
 */
function suspectsOf(dependencies: readonly Dependency[]): ReadonlySet<Dependency> {
  const suspects = new Set<Dependency>();
  const plain: Dependency[] = [];
  for (const one of dependencies) {
    if (isPlain(one)) plain.push(one);
    else suspects.add(one);
  }
  for (let start = 0; start < plain.length; start += LOOKED_THROUGH) {
    const some = plain.slice(start, start + LOOKED_THROUGH);
    if (maySteer(some.flatMap(textsOf))) for (const one of some) suspects.add(one);
  }
  return suspects;
}

function isPlain({ name, version, summary = '' }: Dependency): boolean {
  return PLAIN.test(name) && PLAIN.test(version) && PLAIN.test(summary);
}

const PLAIN = /^[ -~]*$/;

function textsOf(dependency: Dependency): readonly string[] {
  const { name, version, summary } = dependency;
  // No phrase ends in digits and dots, and single ones in a row would make everything suspect.
  const shown = /^[\d.]+$/.test(version) ? name : nameOf(dependency);
  return summary === undefined ? [shown] : [shown, summary, `${name} ${summary}`];
}

function nameOf({ name, version }: Dependency): string {
  return `${name} ${version}`;
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
