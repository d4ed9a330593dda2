import { mkdirSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { failureOf } from './failure.ts';
import { writeJson } from './json.ts';
import { writeObservations } from './observations.ts';
import { isFolder, namesIn, removeFile } from './own-folder.ts';
import { scansOf, stampOf } from './places.ts';
import { DAY, POLICY } from './policy.ts';
import { readScanFile, type ScanFile, scanText } from './scan-file.ts';
import type { ScanRecord, StoredScan } from './scan-record.ts';

/** Finished scans of this machine, each in a file of its own, since most answers need one of them and nothing else. */
export interface Scans {
  /** The scan kept under a key, of any age. */
  read(key: string): StoredScan | undefined;
  /** Keeps a scan in place of what was kept under its key; for this process alone unless `lasting`. */
  write(key: string, record: ScanRecord, lasting: boolean): void;
  /** Drops the scan kept under a key. */
  forget(key: string): void;
  /** Drops every scan. */
  forgetAll(): void;
  /** Drops what was not asked for in long or is too much, and gives how many. */
  prune(now: number): number;
}

interface Held extends ScanFile {
  /** What `details` says, once somebody has asked. */
  parsed?: unknown;
  /** Of the file it was read from or written to; absent where there is none. */
  readonly stamp?: string | undefined;
}

/**
 * Opens the scans in a cache directory, which need not be there; `undefined`: this process keeps its own. Never throws
 * for the state of the disk; `onFailure` is told when a scan cannot be written. A file is written whole beside its
 * place and then moved there, so that another process sees the old one or the new one.
 */
export function openScans(directory: string | undefined, onFailure: (cause: unknown) => void): Scans {
  const place = directory !== undefined && isAbsolute(directory) ? scansOf(directory) : undefined;
  const held = new Map<string, Held>();

  function hold(name: string, scan: Held): Held {
    held.delete(name);
    held.set(name, scan);
    const [oldest] = held.keys();
    if (held.size > POLICY.scansHeld && oldest !== undefined) held.delete(oldest);
    return scan;
  }

  /** What lies on disk, unless it is what this process has already. */
  function load(key: string): Held | undefined {
    const name = nameOf(key);
    const known = held.get(name);
    const file = place === undefined ? undefined : join(place, name);
    const stamp = file === undefined ? undefined : stampOf(file);
    if (file === undefined || stamp === undefined || known?.stamp === stamp) return known;
    const read = readScanFile(file, key);
    return read ? hold(name, { ...read, stamp: keepInUse(file, stamp) }) : known;
  }

  return {
    read(key) {
      const found = load(key);
      if (found === undefined) return undefined;
      const { at, result, observed } = found;
      return {
        at,
        result,
        details() {
          found.parsed ??= JSON.parse(found.details);
          return found.parsed;
        },
        holds: (stamp) => holds(observed, stamp),
      };
    },
    write(key, { observations, result, details = null }, lasting) {
      const observed = writeObservations(observations);
      if (observed === undefined) return;
      const at = Date.now();
      const [json, rest] = [writeJson(result), writeJson(details)];
      const text = scanText(key, at, observed, json, rest);
      const stamp = lasting && place !== undefined ? attempt(() => writeFile(place, nameOf(key), text)) : undefined;
      hold(nameOf(key), { at, observed: observations.flat(), result: JSON.parse(json), details: rest, stamp });
    },
    forget(key) {
      held.delete(nameOf(key));
      if (place !== undefined) removeFile(join(place, nameOf(key)));
    },
    forgetAll() {
      held.clear();
      if (place !== undefined) for (const { name } of filesIn(place)) removeFile(join(place, name));
    },
    prune(now) {
      return (place === undefined ? undefined : attempt(() => dropSurplus(place, now))) ?? 0;
    },
  };

  function attempt<T>(action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      if (failureOf(error) === undefined) throw error;
      onFailure(error);
      return undefined;
    }
  }
}

/** How many scans lie in a folder. */
export function countScans(place: string): number {
  return filesIn(place).filter(({ isScan }) => isScan).length;
}

function holds(observed: readonly string[], stampOf: (path: string) => string): boolean {
  for (let index = 0; index < observed.length; index += 2)
    if (stampOf(observed[index] ?? '') !== observed[index + 1]) return false;
  return true;
}

const SUFFIX = '.scan';
/** A scan, or what a killed process left of one; see `writeFile`. */
const OWN = /^[0-9a-f]{16}\.scan(?:\.\d+)?$/;

/**
 * Two 32-bit FNV-1a hashes of the key's UTF-16 units. That two keys get one name is of no matter: a file says whose it
 * is. Loading Node's own hashes would take as long as reading a scan.
 */
function nameOf(key: string): string {
  const hex = FNV_BASES.map((base) => {
    let hash = base;
    for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), FNV_PRIME);
    return (hash >>> 0).toString(16).padStart(8, '0');
  });
  return `${hex.join('')}${SUFFIX}`;
}

/** The prime and the offset basis of 32-bit FNV-1a, and another start for the second half. */
const FNV_PRIME = 0x0100_0193;
const FNV_BASES: readonly number[] = [0x811c_9dc5, 0x1234_5678];

/** The date of a file says when it was last asked for, to the day. Gives its stamp. */
function keepInUse(file: string, stamp: string): string | undefined {
  try {
    const now = Date.now();
    if (statSync(file).mtimeMs > now - DAY) return stamp;
    utimesSync(file, now / 1_000, now / 1_000);
    return stampOf(file);
  } catch {
    return stamp;
  }
}

function writeFile(place: string, name: string, text: string): string | undefined {
  if (!isFolder(place)) makeFolder(place);
  const partial = join(place, `${name}.${process.pid}`);
  try {
    writeFileSync(partial, text, { mode: 0o600 });
    const stamp = stampOf(partial);
    renameSync(partial, join(place, name));
    return stamp;
  } catch (error) {
    removeFile(partial);
    throw error;
  }
}

function makeFolder(place: string): void {
  try {
    mkdirSync(place, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(place)) throw error;
  }
}

/** Also drops what a killed process left half written. */
function dropSurplus(place: string, now: number): number {
  let bytes = 0;
  let count = 0;
  let dropped = 0;
  for (const { name, isScan, asked, size } of filesIn(place)) {
    count += 1;
    bytes += size;
    const isKept = isScan
      ? asked > now - POLICY.scanDays * DAY && count <= POLICY.scans && bytes <= POLICY.scanBytes
      : asked > now - DAY;
    if (isKept) continue;
    removeFile(join(place, name));
    if (isScan) dropped += 1;
  }
  return dropped;
}

/** The last asked for first. */
function filesIn(place: string) {
  return namesIn(place)
    .filter((name) => OWN.test(name))
    .map((name) => {
      const stat = statSync(join(place, name), { throwIfNoEntry: false });
      return { name, isScan: name.endsWith(SUFFIX), asked: stat?.mtimeMs ?? 0, size: stat?.size ?? 0 };
    })
    .sort((a, b) => b.asked - a.asked);
}
