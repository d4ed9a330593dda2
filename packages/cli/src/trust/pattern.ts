import { cleanLine, type Dependency, LIMITS, plainAddress, type Source, sourcePlace } from '@skillscope/core';

/** Which libraries, and perhaps which of their skills, one line of a policy speaks of. `*` stands for any characters. */
export interface Pattern {
  /** Default: any. */
  readonly ecosystem?: string;
  readonly name: string;
  /** A skill's path, the end of its path from a `/` on, or its name. Default: the library with all its skills. */
  readonly skill?: string;
  /** True: only workspace members. False: everything else. Default: both. */
  readonly workspace?: boolean;
  /** Only what came from there, whatever it calls itself; `name` is `*` then. Default: anywhere. */
  readonly from?: { readonly source: ClaimingSource; readonly place: string };
  /** Whose word for a name is taken where it allows: see `provesName`. Default: that of a registry, and of the project itself for its own members. */
  readonly believes?: 'manifest' | 'anyone';
}

/** Where a library came from that is called what it calls itself. */
export type ClaimingSource = Exclude<Source, 'registry' | 'workspace'>;

/** As much of a library as a pattern looks at. */
export type Named = Pick<Dependency, 'purl' | 'ecosystem' | 'name' | 'source'> & Partial<Pick<Dependency, 'relation'>>;

/**
 * Reads `pkg:…` URLs without a version, `ecosystem:name` and bare names, each with an optional `#skill`; `#skill` alone
 * speaks of every library. A text that is none gives the reason why.
 */
export function parsePattern(text: string, ecosystems: readonly string[]): Pattern | { readonly reason: string } {
  if (text.length > LIMITS.patternCharacters) return { reason: 'it is too long' };
  const trimmed = text.trim();
  const hash = trimmed.indexOf('#');
  const library = hash < 0 ? trimmed : trimmed.slice(0, hash);
  const skill = hash < 0 ? '' : trimmed.slice(hash + 1).replace(/^\.?\/|\/$/g, '');
  if (hash >= 0 && skill === '') return { reason: 'it names no skill behind #' };
  if (library === '' && hash < 0) return { reason: 'it is empty' };
  const rest = skill === '' || skill === '*' ? {} : { skill };
  if (library === '') return { name: '*', ...rest };
  const from = fromSource(library);
  if (from) return 'reason' in from ? from : { name: '*', from, ...rest };
  const named = library.startsWith('pkg:') ? fromPurl(library) : fromName(library, ecosystems);
  const reason = faultOf(named, ecosystems);
  return reason === undefined ? { ...named, ...rest } : { reason };
}

const SOURCES: readonly ClaimingSource[] = ['git', 'url', 'path', 'bundled'];

/** `git:host/path`, `url:host/path`, `path:folder` below the root, `bundled:library`; `undefined` for what begins otherwise. */
function fromSource(text: string): Pattern['from'] | { readonly reason: string } {
  const source = SOURCES.find((one) => text.startsWith(`${one}:`));
  if (source === undefined) return undefined;
  const written = text.slice(source.length + 1).trim();
  const place = source === 'git' || source === 'url' ? plainAddress(written) : written.replace(/^\.\/|\/$/g, '');
  if (place === '') return { reason: `it says nothing behind ${source}:` };
  if (/[\s?@]/.test(source === 'bundled' ? place.slice(1) : place)) return { reason: VERSIONED };
  return { source, place };
}

/** The pattern that names a library by where it came from; `undefined` where its name is proven, or nothing says it. */
export function patternOfPlace(library: Named): string | undefined {
  const source = SOURCES.find((one) => one === library.source);
  const place = source === undefined ? undefined : sourcePlace(library);
  return source === undefined || place === undefined ? undefined : cleanLine(`${source}:${place}`);
}

/** Why nothing could ever have this name: a rule that speaks of nothing would look as if it protected. */
function faultOf({ ecosystem, name }: Pattern, ecosystems: readonly string[]): string | undefined {
  if (name === '' || ecosystem === '') return 'it names no library';
  if (ecosystem !== undefined && !ecosystems.includes(ecosystem))
    return `"${ecosystem}" is none of ${ecosystems.join(', ')}`;
  if (/[@?]/.test(name.slice(name.lastIndexOf('/') + 1).slice(1))) return VERSIONED;
  if (!/^[\w@./~*:+-]+$/.test(name)) return 'it holds a character that no name holds';
  if (name.split('/').some((segment) => segment === '' || segment === '.' || segment === '..'))
    return 'it is written like a path, and a library is meant by its name';
  if (name.includes(':') ? !isMaven(ecosystem, name) : ecosystem === 'maven' && !name.includes('*'))
    return faultOfParts(ecosystem, name, ecosystems);
  if (/^@[^/*]*$/.test(name)) return 'it names a scope; all of its packages are meant by /* behind it';
  return undefined;
}

const VERSIONED = 'it names a version or a source, and a policy is for all of them';

/** Maven alone has a colon in its names. A bare one is told from a prefix by a group that looks like one. */
function isMaven(ecosystem: string | undefined, name: string): boolean {
  const [group = '', artifact = '', ...more] = name.split(':');
  if (group === '' || artifact === '' || more.length > 0 || name.includes('/')) return false;
  if (ecosystem !== undefined) return ecosystem === 'maven';
  return !/^\d/.test(artifact) && (/[.*]/.test(group) || group === artifact);
}

function faultOfParts(ecosystem: string | undefined, name: string, ecosystems: readonly string[]): string {
  if (ecosystem === 'maven' && name.split(':').length < 3) return 'a library of Maven is named group:artifact';
  if (ecosystem !== undefined || /:\d[^:]*$/.test(name)) return VERSIONED;
  return `what is before ":" is none of ${ecosystems.join(', ')}; libraries of Maven are written maven:group:artifact`;
}

/** True when the pattern speaks of the library, or of some of its skills. */
export function matchesLibrary({ ecosystem, name, workspace, from }: Pattern, library: Named): boolean {
  if (ecosystem !== undefined && ecosystem !== library.ecosystem) return false;
  if (workspace !== undefined && workspace !== (library.source === 'workspace')) return false;
  if (from) return from.source === library.source && matchesGlob(from.place, sourcePlace(library) ?? '');
  return matchesGlob(spelling(library.ecosystem, name), spelling(library.ecosystem, library.name));
}

/**
 * True when a pattern that fits a library may allow it. A name is proven by the registry that gave it, or by the project
 * that has the library in its own workspace; what comes from elsewhere is called what it calls itself. A pattern of any
 * name asks for no proof. `manifest`: the project's own manifest proves the name of what it asks for directly, too.
 */
export function provesName({ name, from, workspace, believes }: Pattern, { source, relation }: Named): boolean {
  if (name === '*' || from !== undefined || workspace === true || believes === 'anyone') return true;
  if (source === 'registry' || source === 'workspace') return true;
  return believes === 'manifest' && relation === 'direct' && source !== 'bundled';
}

/** True when the pattern, which fits its library, speaks of the skill. */
export function matchesSkill(
  { skill }: Pattern,
  { path, name }: { readonly path: string; readonly name: string },
): boolean {
  if (skill === undefined) return true;
  if (matchesGlob(skill, path) || matchesGlob(skill, name)) return true;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1))
    if (matchesGlob(skill, path.slice(at + 1))) return true;
  return false;
}

function fromPurl(purl: string): Pattern {
  const [ecosystem = '', ...segments] = purl.slice('pkg:'.length).split('/');
  return { ecosystem, name: segments.map(decode).join(ecosystem === 'maven' ? ':' : '/') };
}

function fromName(text: string, ecosystems: readonly string[]): Pattern {
  const colon = text.indexOf(':');
  const ecosystem = text.slice(0, Math.max(0, colon));
  return ecosystems.includes(ecosystem) ? { ecosystem, name: text.slice(colon + 1) } : { name: text };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Names that a registry takes for one are one here, so that no spelling evades a policy. */
function spelling(ecosystem: string, name: string): string {
  if (ecosystem === 'pypi') return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
  if (ecosystem === 'cargo') return name.toLowerCase().replaceAll('_', '-');
  return name;
}

/** `*` matches any characters, also `/` and none. Each `*` is given back once at most, so time is the product of both lengths. */
export function matchesGlob(glob: string, text: string): boolean {
  let at = 0;
  let inText = 0;
  let star = -1;
  let resume = 0;
  while (inText < text.length) {
    if (glob[at] === '*') {
      star = at;
      resume = inText;
      at += 1;
    } else if (glob[at] === text[inText]) {
      at += 1;
      inText += 1;
    } else if (star >= 0) {
      at = star + 1;
      resume += 1;
      inText = resume;
    } else return false;
  }
  while (glob[at] === '*') at += 1;
  return at === glob.length;
}
