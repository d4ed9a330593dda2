import { toPurl } from '@skillscope/core';
import { type LockedSource, publicUrl } from './source.ts';

/** What the identity of a package rests on. A path is relative to the workspace root, with `/` separators. */
export type Provenance =
  | LockedSource
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'declared-git'; readonly url: string; readonly reference?: string }
  | { readonly kind: 'named-registry'; readonly name: string };

/** For an address that is none, or holds nothing but credentials: the qualifier still says it is no public crate. */
const NO_ADDRESS = 'unknown';

/**
 * The package URL of a crate. Only crates of the public registry get the bare form; all others carry a qualifier:
 * `repository_url`, `vcs_url` or `path`. Without a version where only a requirement is known.
 */
export function purlOf(name: string, version: string | undefined, provenance: Provenance): string {
  const qualifiers = qualifiersOf(provenance);
  return toPurl({ type: 'cargo', name, qualifiers, ...(version === undefined ? {} : { version }) });
}

function qualifiersOf(provenance: Provenance): Readonly<Record<string, string>> {
  switch (provenance.kind) {
    case 'crates-io':
      return {};
    case 'registry':
      return { repository_url: publicUrl(provenance.url) ?? NO_ADDRESS };
    case 'named-registry':
      return { repository_url: provenance.name || NO_ADDRESS };
    case 'git':
      return { vcs_url: vcsUrl(provenance.url, provenance.commit) };
    case 'declared-git':
      return { vcs_url: vcsUrl(provenance.url, provenance.reference) };
    case 'path':
      return { path: provenance.path || NO_ADDRESS };
  }
}

function vcsUrl(address: string, revision: string | undefined): string {
  const url = publicUrl(address);
  if (url === undefined) return NO_ADDRESS;
  return `git+${url}${revision === undefined ? '' : `@${revision}`}`;
}
