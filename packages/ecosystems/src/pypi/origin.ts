import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where a distribution comes from, as far as a text says it. Addresses never hold credentials. */
export type Origin =
  | {
      readonly source: 'registry';
      /** Address of the index; absent for the public one, and where nothing says which. */
      readonly index?: string;
    }
  | {
      /** For `vcs_url` and `download_url`; absent where the address is none that can be shown. */
      readonly source: 'git' | 'url';
      readonly address?: string;
    }
  | {
      readonly source: 'path';
      /** Absolute path of a directory or a packed distribution. */
      readonly path: string;
      /** True where the code is used in place. */
      readonly editable?: boolean;
    };

const VERSION_CONTROL = /^(git|hg|bzr|svn)\+/;

/** What an address in a requirement points at. A relative path starts from `directory`. */
export function originOfUrl(url: string, directory: string): Origin {
  const [address = '', fragment = ''] = splitFragment(url);
  if (VERSION_CONTROL.test(address)) return repository(address);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address) || address.startsWith('file:')) {
    if (!address.startsWith('file:')) return download(address);
    const path = filePath(address, directory);
    return path === undefined ? { source: 'url' } : { source: 'path', path };
  }
  // `subdirectory=` and `egg=` belong to repositories and downloads; a path has no fragment.
  const path = fragment === '' ? url : address;
  return path.includes('\0') ? { source: 'url' } : { source: 'path', path: resolve(directory, path) };
}

/** The same origin, marked as used in place or not. */
export function withEditable(origin: Origin, editable: boolean): Origin {
  return origin.source === 'path' ? { ...origin, editable } : origin;
}

/** A git repository by its parts, as lockfiles and metadata write them. */
export function originOfGit(url: string, revision: string | undefined): Origin {
  const base = url.startsWith('git+') ? url : `git+${url}`;
  const shown = publicAddress(scpToUrl(base));
  if (shown === undefined) return { source: 'git' };
  return { source: 'git', address: revision ? `${shown}@${revision}` : shown };
}

/** A download by its address. */
export function download(url: string): Origin {
  const address = publicAddress(url);
  return { source: 'url', ...(address === undefined ? {} : { address }) };
}

/** An index by its address; the public one is not named. */
export function originOfIndex(url: string): Origin {
  const address = publicAddress(url);
  if (address === undefined || PUBLIC_HOSTS.has(new URL(address).hostname)) return { source: 'registry' };
  return { source: 'registry', index: address };
}

const PUBLIC_HOSTS: ReadonlySet<string> = new Set(['pypi.org', 'files.pythonhosted.org']);

/** The path in a `file:` address; `undefined` when it names none on this machine. */
export function filePath(url: string, directory: string): string | undefined {
  if (!url.startsWith('file://')) {
    const path = url.slice('file:'.length);
    return path === '' || path.includes('\0') ? undefined : resolve(directory, path);
  }
  try {
    const path = fileURLToPath(url.split('#')[0] ?? '');
    return isAbsolute(path) && !path.includes('\0') ? path : undefined;
  } catch {
    return undefined;
  }
}

/** An address without user, password, query and fragment; `undefined` when it is none. */
function publicAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  url.username = url.username === 'git' && url.password === '' ? 'git' : '';
  url.password = '';
  url.search = '';
  url.hash = '';
  return url.href;
}

function repository(address: string): Origin {
  const scheme = VERSION_CONTROL.exec(address)?.[1];
  const at = address.lastIndexOf('@');
  const path = address.indexOf('/', address.indexOf('://') + 3);
  const revision = at > path && path > 0 ? address.slice(at + 1) : undefined;
  const url = revision === undefined ? address : address.slice(0, at);
  if (scheme === 'git') return originOfGit(url, revision);
  const shown = publicAddress(url);
  return { source: 'git', ...(shown === undefined ? {} : { address: revision ? `${shown}@${revision}` : shown }) };
}

/** `git+user@host:path` as a URL. */
function scpToUrl(address: string): string {
  const match = /^git\+([\w.-]+@[\w.-]+):([^/].*)$/.exec(address);
  return match ? `git+ssh://${match[1]}/${match[2]}` : address;
}

function splitFragment(url: string): readonly [string, string] {
  const hash = url.indexOf('#');
  return hash < 0 ? [url, ''] : [url.slice(0, hash), url.slice(hash + 1)];
}
