import { cleanLine } from '@skillscope/core';
import { commonFault, isRecord, type LockReading, type Manifests } from './lock.ts';
import { graphOfBerry } from './lock-yarn-berry.ts';
import { graphOfClassic } from './lock-yarn-classic.ts';
import { flowMap, type Outline, type OutlineValue, readOutline } from './outline.ts';

/** Reads yarn.lock, the format of the first Yarn as well as that of the later ones. */
export async function readYarnLock(text: string, manifests: Manifests): Promise<LockReading> {
  const common = commonFault(text);
  if (common) return common;
  const berry = /^__metadata:/m.test(text);
  const entries = readOutline(text, berry ? ': ' : ' ') ?? (await readSyml(text));
  if (!entries) return { ok: false, reason: 'malformed', message: 'The lockfile is damaged.' };
  const incomplete = [...entries].find(
    ([heading, fields]) => heading !== '__metadata' && !flowMap(fields).has('version'),
  );
  if (incomplete) {
    return { ok: false, reason: 'malformed', message: cleanLine(`The entry ${incomplete[0]} has no version.`) };
  }
  return { ok: true, graph: berry ? graphOfBerry(entries) : graphOfClassic(entries, manifests) };
}

async function readSyml(text: string): Promise<Outline | undefined> {
  const { parseFullSyml } = await import('./full-syml.ts');
  const value = parseFullSyml(text);
  return value && toOutline(value);
}

function toOutline(value: Readonly<Record<string, unknown>>): Outline {
  const map = new Map<string, OutlineValue>();
  for (const [key, item] of Object.entries(value)) map.set(key, isRecord(item) ? toOutline(item) : String(item));
  return map;
}
