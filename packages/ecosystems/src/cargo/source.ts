import { isCrateName, isVersion } from './names.ts';

/** What the source of a locked package says. */
export type LockedSource =
  | { readonly kind: 'crates-io' }
  | { readonly kind: 'registry'; readonly url: string }
  | { readonly kind: 'git'; readonly url: string; readonly reference: string; readonly commit: string };

/** How every Cargo.lock names the public registry, whichever protocol cargo uses. */
const CRATES_IO = 'https://github.com/rust-lang/crates.io-index';

const PROTOCOLS: readonly string[] = ['https:', 'http:', 'ssh:', 'git:', 'file:'];

/** Reads the `source` of a Cargo.lock entry; `undefined` when it is of no known kind. */
export function readSource(source: string): LockedSource | undefined {
  const plus = source.indexOf('+');
  const kind = source.slice(0, plus);
  const rest = source.slice(plus + 1);
  if (kind === 'git') return readGit(rest);
  if (kind !== 'registry' && kind !== 'sparse') return undefined;
  if (isCratesIo(rest)) return { kind: 'crates-io' };
  return { kind: 'registry', url: rest };
}

/** True for the index of the public registry, in its git and in its sparse form. */
export function isCratesIo(index: string): boolean {
  if (index === CRATES_IO) return true;
  const url = parseUrl(withoutSparse(index));
  if (url?.protocol !== 'https:') return false;
  return url.href === CRATES_IO || url.hostname.endsWith('.crates.io');
}

/** The host of an index or repository; empty when it has none, as for `file:`. */
export function hostOf(index: string): string {
  return parseUrl(withoutSparse(index))?.hostname ?? '';
}

/** An address fit to be shown and compared: no user, password, query or fragment. `undefined` when it is none of a repository. */
export function publicUrl(address: string): string | undefined {
  const url = parseUrl(withoutSparse(address));
  if (!url || !PROTOCOLS.includes(url.protocol)) return undefined;
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  return url.href;
}

/** Splits `name`, `name version` or `name version (source)`; `undefined` when it is none of these. */
export function readReference(
  text: string,
): { readonly name: string; readonly version?: string; readonly source?: string } | undefined {
  const [name, version, ...rest] = text.split(' ');
  if (!isCrateName(name)) return undefined;
  if (version === undefined) return { name };
  if (!isVersion(version)) return undefined;
  const source = rest.join(' ');
  return source.startsWith('(') && source.endsWith(')')
    ? { name, version, source: source.slice(1, -1) }
    : { name, version };
}

/** A source without the commit, which references in a Cargo.lock leave out. */
export function withoutCommit(source: string): string {
  const hash = source.indexOf('#');
  return hash < 0 ? source : source.slice(0, hash);
}

function readGit(text: string): LockedSource | undefined {
  const commit = text.slice(text.indexOf('#') + 1);
  if (!text.includes('#') || !/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(commit)) return undefined;
  const address = withoutCommit(text);
  const query = address.indexOf('?');
  return {
    kind: 'git',
    url: query < 0 ? address : address.slice(0, query),
    reference: query < 0 ? '' : readQuery(address.slice(query + 1)),
    commit,
  };
}

/** `branch=<name>` and its like, which version 4 of the lockfile percent-encodes. */
function readQuery(query: string): string {
  const [first] = new URLSearchParams(query);
  return first ? first.join('=') : '';
}

function withoutSparse(address: string): string {
  return address.startsWith('sparse+') ? address.slice('sparse+'.length) : address;
}

function parseUrl(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}
