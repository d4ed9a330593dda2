import {
  commonFault,
  isNestedTooDeep,
  isRecord,
  type LockedPackage,
  type LockReading,
  lineAt,
  NESTED_TOO_DEEP,
  readJson,
} from './lock.ts';
import { type Catalogs, overriddenName } from './manifest.ts';
import { cleanVersion, isPackageName } from './names.ts';
import { type Origin, originOf } from './origin.ts';
import { namesAnother, sentInstead } from './tarball.ts';
import { splitPattern } from './yarn-pattern.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What an entry of `packages` holds: `[id, …, info, integrity]`, where the place of the info depends on the source. */
interface Entry {
  readonly id: string;
  readonly info: Fields;
  /** What stands behind the id of a registry's package: the address of its tarball, empty for the usual one. */
  readonly tarball: string;
}

/** Reads bun.lock, the text form of Bun's lockfile. */
export async function readBunLock(text: string): Promise<LockReading> {
  const common = commonFault(text);
  if (common) return common;
  const json = await readRelaxedJson(text);
  if (!json.ok) return { ...json, reason: 'malformed' };
  if (!isRecord(json.value) || !isRecord(json.value['workspaces'])) {
    return { ok: false, reason: 'malformed', message: 'The lockfile has no workspaces.' };
  }
  const entries = entriesOf(isRecord(json.value['packages']) ? json.value['packages'] : {});
  if ([...entries.keys()].some((key) => isNestedTooDeep(key))) return NESTED_TOO_DEEP;
  const packages = new Map<string, LockedPackage>();
  for (const [key, { id, info, tarball }] of entries) {
    const pattern = splitPattern(id);
    if (!pattern) continue;
    packages.set(key, {
      name: pattern.name,
      version: /^\d/.test(pattern.range) ? (cleanVersion(pattern.range) ?? '') : '',
      origin: originOfEntry(key, { ...pattern, tarball }, entries),
      edges: edgesFrom(key, info, entries),
      platform: info['os'] !== undefined || info['cpu'] !== undefined || info['libc'] !== undefined,
    });
  }
  const importers = new Map<string, ReadonlyMap<string, string>>();
  const declared = new Map<string, ReadonlyMap<string, string>>();
  for (const [path, value] of Object.entries(json.value['workspaces'])) {
    if (!isRecord(value)) continue;
    const own = typeof value['name'] === 'string' && path !== '' ? value['name'] : '';
    const member = path === '' ? '.' : path;
    importers.set(member, edgesFrom(own, value, entries));
    declared.set(member, declaredIn(value));
  }
  const overridden = new Set(Object.keys(recordIn(json.value, 'overrides')).map(overriddenName));
  return { ok: true, graph: { importers, packages, declared, catalogs: catalogsOf(json.value), overridden } };
}

function declaredIn(workspace: Fields): ReadonlyMap<string, string> {
  const tables = ['dependencies', 'devDependencies', 'optionalDependencies'];
  return new Map(tables.flatMap((table) => texts(recordIn(workspace, table))));
}

function catalogsOf(lock: Fields): Catalogs {
  const named = recordIn(lock, 'catalogs');
  return new Map([
    ...Object.keys(named).map((name) => [name, new Map(texts(recordIn(named, name)))] as const),
    ['', new Map(texts(recordIn(lock, 'catalog')))],
  ]);
}

function texts(fields: Fields): readonly (readonly [string, string])[] {
  return Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

function recordIn(fields: Fields, key: string): Fields {
  const value = fields[key];
  return isRecord(value) ? value : {};
}

function entriesOf(packages: Fields): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const [key, value] of Object.entries(packages)) {
    if (!Array.isArray(value) || typeof value[0] !== 'string') continue;
    const tarball = typeof value[1] === 'string' ? value[1] : '';
    entries.set(key, { id: value[0], info: value.find(isRecord) ?? {}, tarball });
  }
  return entries;
}

function originOfEntry(
  key: string,
  { name, range, tarball }: { readonly name: string; readonly range: string; readonly tarball: string },
  entries: ReadonlyMap<string, Entry>,
): Origin {
  const carrier = isPacked(entries.get(key)) ? carrierOf(key, entries) : undefined;
  if (carrier !== undefined) return { source: 'bundled', address: carrier };
  const origin = originOfId(range);
  return origin.source === 'registry' && namesAnother(tarball, name) ? sentInstead(tarball) : origin;
}

/** The nearest package around one that came packed which did not come packed itself. */
function carrierOf(key: string, entries: ReadonlyMap<string, Entry>): string | undefined {
  for (let at = parentOf(key); at !== ''; at = parentOf(at)) {
    const entry = entries.get(at);
    if (entry && !isPacked(entry)) return splitPattern(entry.id)?.name;
  }
  return undefined;
}

function isPacked(entry: Entry | undefined): boolean {
  return entry?.info['bundled'] === true;
}

function originOfId(range: string): Origin {
  if (range.startsWith('workspace:')) return { source: 'path', address: range.slice('workspace:'.length) };
  return originOf(range);
}

function edgesFrom(from: string, info: Fields, entries: ReadonlyMap<string, Entry>): ReadonlyMap<string, string> {
  const edges = new Map<string, string>();
  for (const table of ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']) {
    const names = isRecord(info[table]) ? Object.keys(info[table]) : [];
    for (const name of names) {
      const key = isPackageName(name) ? lookUp(from, name, entries) : undefined;
      if (key !== undefined) edges.set(name, key);
    }
  }
  return edges;
}

/** Keys spell the way through nested folders: `a/b` is the `b` that `a` alone gets. */
function lookUp(from: string, name: string, entries: ReadonlyMap<string, Entry>): string | undefined {
  for (let at = from; at !== ''; at = parentOf(at)) {
    if (entries.has(`${at}/${name}`)) return `${at}/${name}`;
  }
  return entries.has(name) ? name : undefined;
}

function parentOf(key: string): string {
  const parts = key.split('/');
  parts.pop();
  if (parts.at(-1)?.startsWith('@') === true) parts.pop();
  return parts.join('/');
}

/** Bun writes commas before closing brackets; comments are for a real parser. */
async function readRelaxedJson(
  text: string,
): Promise<
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly line: number }
> {
  const plain = readJson(withoutTrailingCommas(text));
  if (plain.ok) return plain;
  const { parseFullJson } = await import('./full-json.ts');
  const full = parseFullJson(text);
  return full.ok ? full : { ok: false, message: 'The JSON is damaged.', line: lineAt(text, full.position) };
}

function withoutTrailingCommas(text: string): string {
  let result = '';
  let kept = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') {
      for (index += 1; index < text.length && text[index] !== '"'; index += 1) if (text[index] === '\\') index += 1;
    } else if (character === ',') {
      let after = index + 1;
      while (/\s/.test(text[after] ?? 'x')) after += 1;
      if (text[after] === '}' || text[after] === ']') {
        result += text.slice(kept, index);
        kept = index + 1;
      }
    }
  }
  return result + text.slice(kept);
}
