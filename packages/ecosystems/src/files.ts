import { isUtf8 } from 'node:buffer';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { LIMITS, type Skipped } from '@skillscope/core';

export interface Entry {
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'link' | 'other';
}

/** One observation: what was looked at, and the stamp it had. A scan is fresh while every stamp is unchanged. */
export type Observation = readonly [path: string, stamp: string];

/**
 * Read-only, capped access to the file system, handed to ecosystems. It never throws: what cannot be read is
 * `undefined`, and remembered in `skipped` unless it is simply absent. It also remembers every path it looked at with
 * its stamp, absent ones too, which is the whole invalidation rule of a cached scan.
 */
export interface Files {
  /** Text of a file, decoded as UTF-8, or as UTF-16 by its byte-order mark, which is taken off. Default cap: `LIMITS.manifestBytes`. */
  text(path: string, cap?: number): string | undefined;
  /** Entries of a directory, by code point; `undefined` when it is none. Remembered per path for the life of this object. */
  list(directory: string): readonly Entry[] | undefined;
  /**
   * Entries of a directory whose being there, in one that was listed, stands for what it holds, as in a store that
   * files everything under its digest. An empty one is remembered: it may be about to be filled.
   */
  peek(directory: string): readonly Entry[] | undefined;
  /** True when the path is a file, links followed. */
  isFile(path: string): boolean;
  /** True when the path is a directory, links followed. */
  isDirectory(path: string): boolean;
  /** When a file was last changed, ms since 1970; `undefined` when there is nothing. */
  modified(path: string): number | undefined;
  /** The real path, or `undefined` when there is nothing. */
  real(path: string): string | undefined;
  /**
   * The real path of an entry of a directory that was looked at. The directory stands for it, so it is not remembered by
   * itself: a link that is made anew changes the directory it lies in.
   */
  follow(directory: string, name: string): string | undefined;
  /** Adds to what was left out. */
  skip(skipped: Skipped): void;
  /**
   * The same files, for reading what only changes together with a path that was looked at, such as packages whose
   * manager keeps a record of what it laid out: nothing read through it is remembered.
   */
  aside(): Files;
}

/** `Files` with what it remembered. */
export interface RecordingFiles extends Files {
  /** Remembers a path without reading it, unless it was read aside, and gives its stamp. */
  readonly observe: (path: string) => string;
  readonly observations: () => readonly Observation[];
  readonly skipped: () => readonly Skipped[];
}

/** Stands for a path that was looked for and not there. */
export const ABSENT = '-';

/**
 * The stamp of a path: changes whenever the file or the directory's own entry list changes.
 * ctime and inode are in it since package managers set a fixed mtime and sizes repeat between versions.
 */
export function stampOf(path: string): string {
  return stampIn(safeStat(path));
}

function stampIn(stat: Stats | undefined): string {
  return stat ? `${stat.mtimeMs}:${stat.ctimeMs}:${stat.size}:${stat.ino}` : ABSENT;
}

export function openFiles(): RecordingFiles {
  const observed = new Map<string, string>();
  const asides = new Map<string, string>();
  const skipped: Skipped[] = [];
  const shared: Shared = { regular: new Set(), directories: new Set(), targets: new Map(), skipped };
  const files = filesOver(observed, shared);
  const aside = filesOver(asides, shared);
  return {
    ...files,
    observe: (path) => asides.get(path) ?? files.observe(path),
    aside: () => aside,
    observations: () => [...observed],
    skipped: () => skipped,
  };
}

interface Shared {
  readonly regular: Set<string>;
  readonly directories: Set<string>;
  /** Many links lead to the same few thousand targets, and a real path costs a look at every folder above. */
  readonly targets: Map<string, string | undefined>;
  readonly skipped: Skipped[];
}

/** Files that note in `stamps` what they looked at. */
function filesOver(
  stamps: Map<string, string>,
  { regular, directories, targets, skipped }: Shared,
): Files & Pick<RecordingFiles, 'observe'> {
  const lists = new Map<string, readonly Entry[] | undefined>();

  function observe(path: string): string {
    return stamps.get(path) ?? remember(path, safeStat(path));
  }

  function remember(path: string, stat: Stats | undefined): string {
    const stamp = stampIn(stat);
    stamps.set(path, stamp);
    if (stat?.isFile()) regular.add(path);
    else if (stat?.isDirectory()) directories.add(path);
    return stamp;
  }

  function kindOf(path: string): 'file' | 'directory' | undefined {
    observe(path);
    return regular.has(path) ? 'file' : directories.has(path) ? 'directory' : undefined;
  }

  const files: Files & Pick<RecordingFiles, 'observe'> = {
    observe,
    text(path, cap = LIMITS.manifestBytes) {
      if (stamps.get(path) === ABSENT) return undefined;
      const read = readCapped(path, cap, (stat) => {
        if (!stamps.has(path)) remember(path, stat);
      });
      observe(path);
      if (read.ok) return read.text;
      if (read.reason !== 'missing') skipped.push({ path, reason: read.reason, message: read.message });
      return undefined;
    },
    list(directory) {
      if (lists.has(directory)) return lists.get(directory);
      const entries = observe(directory) === ABSENT ? undefined : readEntries(directory);
      lists.set(directory, entries);
      return entries;
    },
    peek(directory) {
      const entries = lists.get(directory) ?? readEntries(directory);
      return entries?.length ? entries : files.list(directory);
    },
    isFile(path) {
      return kindOf(path) === 'file';
    },
    isDirectory(path) {
      return kindOf(path) === 'directory';
    },
    modified(path) {
      if (observe(path) === ABSENT) return undefined;
      return safeStat(path)?.mtimeMs;
    },
    real(path) {
      observe(path);
      return safeReal(path);
    },
    follow(directory, name) {
      const target = targetOf(`${directory}${sep}${name}`);
      if (target === undefined) return undefined;
      if (!targets.has(target)) targets.set(target, safeReal(target));
      return targets.get(target);
    },
    skip(item) {
      skipped.push(item);
    },
    aside: () => files,
  };
  return files;
}

type Read =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly reason: 'missing' | 'unreadable' | 'too-large' | 'not-text';
      readonly message: string;
    };

/**
 * Reads one regular file with a cap. Devices, pipes and directories are refused before they can block.
 * `onOpened` is told what was opened, before anything of it is read.
 */
export function readCapped(path: string, cap: number, onOpened?: (stat: Stats) => void): Read {
  const bytes = readBytes(path, cap, onOpened);
  if (!bytes.ok) return bytes;
  const text = decodeText(bytes.bytes) ?? decodeUtf16(bytes.bytes);
  if (text === undefined) return { ok: false, reason: 'not-text', message: 'The file is not UTF-8 text.' };
  return { ok: true, text };
}

/** UTF-16 text, as a redirection in PowerShell writes it; `undefined` without its byte-order mark. */
function decodeUtf16(bytes: Uint8Array): string | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xfe) return undefined;
  try {
    return new TextDecoder('utf-16le', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** UTF-8 text without a byte-order mark; `undefined` when the bytes are binary. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0) || !isUtf8(bytes)) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** A pipe nobody writes to would keep an ordinary `open` waiting; Windows has neither the flag nor the need. */
const READ_WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

export function readBytes(
  path: string,
  cap: number,
  onOpened?: (stat: Stats) => void,
):
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: 'missing' | 'unreadable' | 'too-large'; readonly message: string } {
  let handle: number | undefined;
  try {
    handle = openSync(path, READ_WITHOUT_WAITING);
    const stat = fstatSync(handle);
    onOpened?.(stat);
    if (!stat.isFile()) return { ok: false, reason: 'unreadable', message: 'This is not a regular file.' };
    const { size } = stat;
    if (size > cap)
      return { ok: false, reason: 'too-large', message: `The file has ${size} bytes; the limit is ${cap}.` };
    const buffer = Buffer.allocUnsafe(size);
    let filled = 0;
    while (filled < size) {
      const count = readSync(handle, buffer, filled, size - filled, filled);
      if (count === 0) break;
      filled += count;
    }
    return { ok: true, bytes: buffer.subarray(0, filled) };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return { ok: false, reason: 'missing', message: 'There is no such file.' };
    return { ok: false, reason: 'unreadable', message: `The file cannot be read (${code ?? 'unknown fault'}).` };
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** Entries of a directory by code point; `undefined` when it cannot be listed. */
export function readEntries(directory: string): readonly Entry[] | undefined {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .map(
        (entry): Entry => ({
          name: entry.name,
          kind: entry.isFile() ? 'file' : entry.isDirectory() ? 'directory' : entry.isSymbolicLink() ? 'link' : 'other',
        }),
      )
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  } catch {
    return undefined;
  }
}

/** Where a link points, or the path itself where it is none. */
function targetOf(path: string): string | undefined {
  try {
    // Asked first, since an exception costs more than ten looks.
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat?.isSymbolicLink() ? resolve(dirname(path), readlinkSync(path)) : stat && path;
  } catch {
    return undefined;
  }
}

function safeReal(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function safeStat(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
