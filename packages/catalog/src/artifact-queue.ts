import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { ArtifactKey } from './artifact.ts';
import { failureOf } from './failure.ts';
import { writeJson } from './json.ts';
import { namesIn, removeFile } from './own-folder.ts';
import { prepareFolder, queueOf, waitingOf } from './places.ts';
import { DAY, POLICY } from './policy.ts';
import type { ArtifactRecord } from './write-artifacts.ts';

/**
 * Artifacts that wait for the first search, each scan's in a file. Putting them into the database takes as long as a
 * third of a first scan, and most answers search nothing.
 */
export interface ArtifactQueue {
  /** False when nothing can be kept, or too much waits already: then the database is to take them. */
  add(records: readonly ArtifactRecord[]): boolean;
  /**
   * What waits, the oldest file first. What is damaged, or was found by another version of an indexer, is not there; a file
   * that somebody deleted counts as damaged.
   */
  read(): readonly QueuedFile[];
  /** Drops a file whose artifacts the database has; for this process alone unless `lasting`. */
  drop(name: string, lasting: boolean): void;
  /** To be called when this process goes on with another database: what the former one took waits again. */
  reopen(): void;
  /** Drops what killed processes left half written. */
  prune(now: number): void;
}

export interface QueuedFile {
  readonly name: string;
  readonly records: readonly ArtifactRecord[];
  /** True when what it held is lost. */
  readonly isDamaged: boolean;
}

type Indexers = Readonly<Record<string, number>>;

/** Raise when the form changes: files of another form are dropped. */
const FORM = 1;

interface Content {
  readonly form: number;
  readonly indexers: Indexers;
  readonly records: readonly ArtifactRecord[];
}

/**
 * Opens the queue in a cache directory, which need not be there; without `indexers` whatever waits is read. Never throws
 * for the state of the disk.
 */
export function openQueue(directory: string | undefined, indexers?: Indexers): ArtifactQueue {
  const place = directory !== undefined && isAbsolute(directory) ? queueOf(directory) : undefined;
  const marks = directory !== undefined && isAbsolute(directory) ? waitingOf(directory) : undefined;
  const done = new Set<string>();
  let added = 0;

  return {
    add(records) {
      if (place === undefined || !prepareFolder(place)) return false;
      if (records.length === 0) return true;
      const waiting = sizesIn(place);
      const text = writeJson({ form: FORM, indexers: indexers ?? {}, records } satisfies Content);
      const bytes = waiting.reduce((total, { size }) => total + size, Buffer.byteLength(text));
      if (waiting.length >= POLICY.queueFiles || bytes > POLICY.queueBytes) return false;
      added += 1;
      const name = `${Date.now()}-${process.pid}-${added}${SUFFIX}`;
      if (!writeWhole(place, name, text)) return false;
      mark(name);
      return true;
    },
    read() {
      if (place === undefined) return [];
      const names = sizesIn(place).map(({ name }) => name);
      return [...names, ...missed(names)]
        .filter((name) => !done.has(name))
        .map((name) => {
          const records = readFile(join(place, name), indexers);
          return { name, records: records ?? [], isDamaged: records === undefined };
        });
    },
    drop(name, lasting) {
      done.add(name);
      if (place === undefined || marks === undefined || !lasting) return;
      // In this order: whoever finds the mark finds the file.
      removeFile(join(marks, name));
      removeFile(join(place, name));
    },
    reopen() {
      done.clear();
    },
    prune(now) {
      for (const folder of [place, marks]) {
        if (folder === undefined) continue;
        for (const name of namesIn(folder)) {
          const file = join(folder, name);
          if (HALF_WRITTEN.test(name) && (statOf(file)?.mtimeMs ?? now) < now - DAY) removeFile(file);
        }
      }
    },
  };

  /** Without it the file is read all the same; only its loss would not be noticed. */
  function mark(name: string): void {
    if (marks !== undefined && prepareFolder(marks)) writeWhole(marks, name, '');
  }

  /** Marked files that are not there. Another process may add or take one meanwhile, which is no loss. */
  function missed(names: readonly string[]): readonly string[] {
    if (place === undefined || marks === undefined) return [];
    const isGone = (name: string) => statOf(join(place, name)) === undefined;
    return namesIn(marks)
      .filter((name) => name.endsWith(SUFFIX) && !names.includes(name))
      .filter((name) => isGone(name) && statOf(join(marks, name)) !== undefined && isGone(name));
  }
}

/** The latest record of each artifact that waits. */
export function latestOf(files: readonly QueuedFile[]): ReadonlyMap<string, ArtifactRecord> {
  return new Map(files.flatMap(({ records }) => records.map((record) => [placeOf(record.key), record] as const)));
}

/** Tells artifacts apart, whatever state they are in. */
export function placeOf({ ecosystem, path, inside }: Omit<ArtifactKey, 'fingerprint'>): string {
  return `${ecosystem}\0${path}\0${inside}`;
}

const SUFFIX = '.json';
/** See `add` and `writeWhole`. */
const HALF_WRITTEN = /^\d+-\d+-\d+\.json\.\d+$/;

function sizesIn(place: string) {
  return namesIn(place)
    .filter((name) => name.endsWith(SUFFIX))
    .sort()
    .map((name) => ({ name, size: statOf(join(place, name))?.size ?? 0 }));
}

function readFile(file: string, indexers: Indexers | undefined): readonly ArtifactRecord[] | undefined {
  try {
    const stat = statOf(file);
    // A pipe would be waited for, and what this program never writes is not read.
    if (!stat?.isFile() || stat.size > POLICY.queueBytes) return undefined;
    const content = JSON.parse(readFileSync(file, 'utf8')) as Content;
    if (content.form !== FORM || !content.records.every(isRecord)) return undefined;
    if (indexers === undefined) return content.records;
    return content.records.filter(({ key: { ecosystem } }) => content.indexers[ecosystem] === indexers[ecosystem]);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError || failureOf(error) !== undefined) return undefined;
    throw error;
  }
}

/** As far as the database would not take it or readers would fail. */
function isRecord(record: ArtifactRecord): boolean {
  const { key, library, contents } = record;
  const texts = [key.path, key.inside, key.ecosystem, key.fingerprint, library.purl, library.name];
  if (!texts.every(isText) || !isTextOrAbsent(library.summary) || !Array.isArray(contents.skipped)) return false;
  return contents.skills.every((skill) => {
    const { name, description, whenToUse, headings } = skill.withheld ?? skill;
    return isText(skill.path) && [name, description, ...headings].every(isText) && isTextOrAbsent(whenToUse);
  });
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || isText(value);
}

function writeWhole(place: string, name: string, text: string): boolean {
  const partial = join(place, `${name}.${process.pid}`);
  try {
    writeFileSync(partial, text, { mode: 0o600 });
    renameSync(partial, join(place, name));
    return true;
  } catch (error) {
    if (failureOf(error) === undefined) throw error;
    removeFile(partial);
    return false;
  }
}

function statOf(file: string) {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
