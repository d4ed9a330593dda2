import { appendFileSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { HOOK_LIMITS } from './limits.ts';

/** What one session has been told, so that it is told once. */
export interface SessionMemory {
  /**
   * Those of the keys that were not claimed before in this session; they are claimed now. Of two processes that claim a key
   * at once one gets it. Where nothing can be kept, every key.
   */
  claim(keys: readonly string[]): ReadonlySet<string>;
  /** Whether a key was claimed. */
  has(key: string): boolean;
  forget(): void;
}

/** The folder in the cache directory that holds one small file a session. */
export const MEMORY_FOLDER = 'hook-sessions';

/** @param cache the cache directory; without it, or without a session, nothing is remembered */
export function openMemory(cache: string | undefined, session: string | undefined): SessionMemory {
  if (cache === undefined || !isAbsolute(cache) || session === undefined) return NO_MEMORY;
  const folder = join(cache, MEMORY_FOLDER);
  const file = join(folder, fileName(session));
  return {
    has: (key) => claimsIn(file).has(encodeURIComponent(key)),
    claim(keys) {
      try {
        return claim(folder, file, keys);
      } catch {
        return new Set(keys);
      }
    },
    forget() {
      try {
        rmSync(file, { force: true });
      } catch {
        // What cannot be forgotten is only not repeated.
      }
    },
  };
}

/** Removes what belongs to sessions long over. */
export function dropOldMemories(cache: string | undefined, now: number): void {
  if (cache === undefined || !isAbsolute(cache)) return;
  try {
    const folder = join(cache, MEMORY_FOLDER);
    for (const name of readdirSync(folder).slice(0, HOOK_LIMITS.memoryFiles)) {
      const file = join(folder, name);
      if (NAME.test(name) && now - statSync(file).mtimeMs > HOOK_LIMITS.memoryAge) rmSync(file, { force: true });
    }
  } catch {
    // There is none yet, or somebody else is removing it.
  }
}

/** Forgets every session, and gives the bytes that took. Throws what the file system throws. */
export function forgetSessions(cache: string): number {
  const folder = join(cache, MEMORY_FOLDER);
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return 0;
  let bytes = 0;
  for (const name of readdirSync(folder).filter((entry) => NAME.test(entry))) {
    const file = join(folder, name);
    bytes += lstatSync(file, { throwIfNoEntry: false })?.size ?? 0;
    rmSync(file, { force: true });
  }
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
  return bytes;
}

const NO_MEMORY: SessionMemory = { claim: (keys) => new Set(keys), has: () => false, forget: () => undefined };

const NAME = /^[0-9a-f]{32}$/;

/** Every process adds its lines at the end and then looks whose line was first. */
function claim(folder: string, file: string, keys: readonly string[]): ReadonlySet<string> {
  const before = claimsIn(file);
  const open = keys.filter((key) => !before.has(encodeURIComponent(key)));
  if (open.length === 0) return new Set();
  const claimant = `${process.pid}-${performance.now()}-${Math.random()}`;
  // Not recursive: the cache itself is made with the first scan, and Node never ends where a parent cannot be made.
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  appendFileSync(file, open.map((key) => `${encodeURIComponent(key)} ${claimant}\n`).join(''), { mode: 0o600 });
  const after = claimsIn(file);
  return new Set(open.filter((key) => after.get(encodeURIComponent(key)) === claimant));
}

/** Key to whoever claimed it first. */
function claimsIn(file: string): ReadonlyMap<string, string> {
  const claims = new Map<string, string>();
  try {
    if (statSync(file).size > HOOK_LIMITS.memoryBytes) rmSync(file);
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const [key = '', claimant = ''] = line.split(' ');
      if (claimant !== '' && !claims.has(key)) claims.set(key, claimant);
    }
  } catch {
    // Nothing was claimed yet.
  }
  return claims;
}

/** A hash that no session's name can be read from, and no path. Loading Node's own takes a third of an answer. */
function fileName(session: string): string {
  return [1, 2, 3, 4].map((seed) => hash(session, seed).toString(16).padStart(8, '0')).join('');
}

/** FNV-1a with a final mix, 32 bits. */
function hash(text: string, seed: number): number {
  let value = 0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1);
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
