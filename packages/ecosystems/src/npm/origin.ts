import type { Source } from '@skillscope/core';
import { isPackageName } from './names.ts';

/** What a version was fetched from, as far as a text says it. */
export interface Origin {
  readonly source: Source;
  /**
   * `git`: address for `vcs_url`, with the commit after `@` where known. `url`: address for `download_url`.
   * `path`: as written, without its protocol. `bundled`: name of the package that carries it. Never holds credentials. Absent where the text does not say it.
   */
  readonly address?: string;
  /** The name of the package itself, where the text names another than it is imported by. */
  readonly name?: string;
}

const REGISTRY: Origin = { source: 'registry' };
const PATH_PROTOCOLS = ['file:', 'link:', 'portal:'];
const HOSTS: Readonly<Record<string, string>> = {
  'github:': 'github.com',
  'gitlab:': 'gitlab.com',
  'bitbucket:': 'bitbucket.org',
};

/** What the right side of a dependency in a package.json, or of a resolution in a lockfile, points at. */
export function originOf(spec: string): Origin {
  if (isRange(spec)) return REGISTRY;
  const text = spec.trim();
  if (text.startsWith('npm:')) return namedBefore(text.slice(4), REGISTRY);
  if (text.startsWith('workspace:')) return namedBefore(text.slice('workspace:'.length), { source: 'workspace' });
  if (text.startsWith('jsr:')) return jsr(text.slice(4));
  if (text.startsWith('patch:')) return patchOf(text.slice('patch:'.length));
  const protocol = PATH_PROTOCOLS.find((candidate) => text.startsWith(candidate));
  if (protocol) return { source: 'path', address: withoutParameters(text.slice(protocol.length)) };
  if (isPath(text)) return { source: 'path', address: text };
  if (text.startsWith('catalog:')) return REGISTRY;
  return git(text) ?? download(text) ?? (/[:/\\@]/.test(text) ? { source: 'url' } : REGISTRY);
}

/** The range of a dependency on the registry, without the name an alias puts before it; `*` for what is none. */
export function rangeOf(spec: string): string {
  const range = spec.startsWith('npm:') ? spec.slice(spec.lastIndexOf('@') + 1) : spec;
  return range === '' || /[:/\\@]/.test(range) ? '*' : range;
}

/** True for what nearly every dependency asks for, so that it is told apart at its first sign. */
function isRange(spec: string): boolean {
  return /^[\d^~><=*]/.test(spec) && !spec.includes('/');
}

/** True for a path that ends in a packed package rather than in a directory. */
export function isTarball(path: string): boolean {
  return /\.(?:tgz|tar\.gz|tar)$/.test(path);
}

/** An address without user, password, query and fragment; `undefined` when it is none, or hides such a thing elsewhere. */
export function publicAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isPlace = url.host !== '' || (url.protocol.endsWith('file:') && url.pathname.startsWith('/'));
  if (!isPlace || /:[^/]*@/.test(url.pathname)) return undefined;
  url.username = url.username === 'git' && url.password === '' ? 'git' : '';
  url.password = '';
  url.search = '';
  url.hash = '';
  return url.href;
}

/** `real@range` names another package; a bare range does not. */
function namedBefore(text: string, origin: Origin): Origin {
  const at = text.lastIndexOf('@');
  const name = at > 0 ? text.slice(0, at) : text;
  return isPackageName(name) && (at > 0 || name.startsWith('@')) ? { ...origin, name } : origin;
}

/** Packages of that registry arrive under a scope of its own. */
function jsr(text: string): Origin {
  const { name } = namedBefore(text, REGISTRY);
  return name?.startsWith('@') ? { ...REGISTRY, name: `@jsr/${name.slice(1).replace('/', '__')}` } : REGISTRY;
}

/** What is patched has a name of its own, which counts. */
function patchOf(text: string): Origin {
  const { name, reference } = patched(text);
  if (!isPackageName(name)) return { source: 'url' };
  const origin = originOf(reference);
  return origin.source === 'registry' ? { name, ...origin } : origin;
}

/** `patch:` wraps the locator of what is patched, percent-encoded: `typescript@npm%3A5.0.0#…`. */
export function patched(text: string): { readonly name: string; readonly reference: string } {
  const inner = text.split('#')[0] ?? '';
  const at = inner.indexOf('@', 1);
  try {
    return {
      name: decodeURIComponent(at < 0 ? '' : inner.slice(0, at)),
      reference: decodeURIComponent(inner.slice(at + 1)),
    };
  } catch {
    return { name: '', reference: '' };
  }
}

function withoutParameters(path: string): string {
  const end = path.search(/[#?]|::/);
  return end < 0 ? path : path.slice(0, end);
}

function isPath(text: string): boolean {
  return /^(?:\.{1,2}(?:[\\/]|$)|[\\/]|~[\\/]|[a-z]:[\\/])/i.test(text);
}

function git(text: string): Origin | undefined {
  const hash = text.indexOf('#');
  const address = hash < 0 ? text : text.slice(0, hash);
  const commit = hash < 0 ? undefined : commitOf(text.slice(hash + 1));
  const url = gitUrl(address);
  const known = url === undefined ? hostedTarball(address) : undefined;
  if (known) return known;
  if (url === undefined) return undefined;
  const shown = publicAddress(url);
  if (shown === undefined || new URL(shown).pathname.includes('@')) return { source: 'git' };
  return { source: 'git', address: withCommit(shown, commit) };
}

/** Every spelling of a git repository, as a URL whose scheme begins with `git+`. */
function gitUrl(address: string): string | undefined {
  const host = Object.keys(HOSTS).find((candidate) => address.startsWith(candidate));
  if (host) return `git+https://${HOSTS[host]}/${withSuffix(address.slice(host.length))}`;
  if (address.startsWith('gist:')) return `git+https://gist.github.com/${withSuffix(address.slice('gist:'.length))}`;
  if (address.startsWith('git+')) return withSlash(address);
  if (address.startsWith('git://')) return `git+${address}`;
  if (address.startsWith('ssh://')) return withSlash(`git+${address}`);
  if (/^https?:\/\/[^?]+\.git$/.test(address)) return `git+${address}`;
  if (/^https:\/\/(?:www\.)?(?:github|gitlab)\.com\/[\w.-]+\/[\w.-]+$/.test(address)) return `git+${address}.git`;
  if (/^[\w.-]+@[\w.-]+:[^/]/.test(address)) return `git+ssh://${address.replace(':', '/')}`;
  if (/^[\w-][\w.-]*\/[\w.-]+$/.test(address)) return `git+https://github.com/${withSuffix(address)}`;
  return undefined;
}

/** Archives that a code host packs from a commit: a git source, though fetched as a file. */
function hostedTarball(address: string): Origin | undefined {
  const github = /^https:\/\/codeload\.github\.com\/([\w.-]+\/[\w.-]+)\/(?:legacy\.)?tar\.gz\/([\w./-]+)$/.exec(
    address,
  );
  const bitbucket = /^https:\/\/bitbucket\.org\/([\w.-]+\/[\w.-]+)\/get\/([\w.-]+?)\.tar\.gz$/.exec(address);
  const match = github ?? bitbucket;
  if (!match) return undefined;
  const host = github ? 'github.com' : 'bitbucket.org';
  return { source: 'git', address: withCommit(`git+https://${host}/${match[1]}.git`, commitOf(match[2] ?? '')) };
}

function download(text: string): Origin | undefined {
  if (!/^https?:\/\//.test(text)) return undefined;
  const address = publicAddress(text);
  return { source: 'url', ...(address === undefined ? {} : { address }) };
}

/** The commit or reference in what follows `#`; `undefined` for a version range. */
function commitOf(fragment: string): string | undefined {
  for (const part of fragment.split('&')) {
    const text = part.startsWith('commit=') ? part.slice('commit='.length) : part;
    if (/^[\w./-]+$/.test(text)) return text;
  }
  return undefined;
}

function withCommit(address: string, commit: string | undefined): string {
  return commit === undefined ? address : `${address}@${commit}`;
}

function withSuffix(path: string): string {
  return path.endsWith('.git') ? path : `${path}.git`;
}

/** `git+ssh://git@host:owner/name` is no URL until its colon is a slash. */
function withSlash(address: string): string {
  const start = address.indexOf('://') + 3;
  const slash = address.indexOf('/', start);
  const authority = slash < 0 ? address.slice(start) : address.slice(start, slash);
  const colon = authority.indexOf(':', authority.lastIndexOf('@') + 1);
  if (colon < 0 || /^\d*$/.test(authority.slice(colon + 1))) return address;
  return `${address.slice(0, start + colon)}/${address.slice(start + colon + 1)}`;
}
