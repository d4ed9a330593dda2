import type { Source } from './dependency.ts';

/**
 * Where a library came from, by the qualifier of its package URL: host and path of a repository or an archive, without
 * scheme, user, commit and `.git`; the path below the project's root; the name of the library that carried it.
 * `undefined` where nothing says it, and for a registry, whose package URL says all there is.
 */
export function sourcePlace({ purl, source }: { readonly purl: string; readonly source: Source }): string | undefined {
  switch (source) {
    case 'registry':
      return undefined;
    case 'git':
      return known(plainRepository(qualifierOf(purl, 'vcs_url')));
    case 'url':
      return known(plainAddress(qualifierOf(purl, 'download_url')));
    case 'path':
    case 'workspace':
      return known(qualifierOf(purl, 'path'));
    case 'bundled':
      return known(qualifierOf(purl, 'bundled_in'));
  }
}

/** Of a package URL as `toPurl` writes it, without the parser, which every listing would have to load; else empty. */
function qualifierOf(purl: string, key: string): string {
  const query = purl.slice(purl.indexOf('?') + 1, purl.includes('#') ? purl.indexOf('#') : undefined);
  const pair = query.split('&').find((text) => text.startsWith(`${key}=`)) ?? '';
  try {
    return decodeURIComponent(pair.slice(key.length + 1));
  } catch {
    return '';
  }
}

/** An address as people name it: no `git+`, scheme, user, `.git` or slash at its end. */
export function plainAddress(address: string): string {
  const scheme = address.indexOf('://');
  const rest = scheme < 0 ? address : address.slice(scheme + '://'.length);
  const slash = rest.indexOf('/');
  const user = rest.lastIndexOf('@', slash < 0 ? rest.length : slash);
  const place = (user < 0 ? rest : rest.slice(user + 1)).replace(/\/$/, '');
  return place.endsWith('.git') ? place.slice(0, -'.git'.length) : place;
}

/** The commit stands behind the last `@` of the path. */
function plainRepository(address: string): string {
  const at = address.lastIndexOf('@');
  const path = address.indexOf('/', address.indexOf('://') + '://'.length);
  return plainAddress(at > path && path >= 0 ? address.slice(0, at) : address);
}

/** What stands in a qualifier where an address could not be shown says nothing. */
function known(place: string): string | undefined {
  return place === '' || place === 'unknown' ? undefined : place;
}
