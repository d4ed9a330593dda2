import { toPurl } from '@skillscope/core';
import { type LockedSource, publicUrl } from './source.ts';

/** What the identity of a package rests on. A path is relative to the workspace root, with `/` separators. */
export type Provenance =
  | LockedSource
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'declared-git'; readonly url: string; readonly reference?: string }
  | { readonly kind: 'unknown-registry'; readonly name: string };

/**
 * The package URL of a crate. Only crates of the public registry get the bare form; all others carry a qualifier:
 * `repository_url`, `vcs_url` or `path`. `undefined` when a source has no address fit to be shown.
 */
export function purlOf(
  name: string,
  version: string | undefined,
  provenance: Extract<Provenance, { readonly kind: 'path' }>,
): string;
export function purlOf(name: string, version: string | undefined, provenance: Provenance): string | undefined;
export function purlOf(name: string, version: string | undefined, provenance: Provenance): string | undefined {
  const qualifiers = qualifiersOf(provenance);
  if (!qualifiers) return undefined;
  return toPurl({ type: 'cargo', name, qualifiers, ...(version === undefined ? {} : { version }) });
}

function qualifiersOf(provenance: Provenance): Readonly<Record<string, string>> | undefined {
  switch (provenance.kind) {
    case 'crates-io':
      return {};
    case 'registry': {
      const url = publicUrl(provenance.url);
      return url === undefined ? undefined : { repository_url: url };
    }
    case 'unknown-registry':
      return { repository_url: provenance.name };
    case 'git': {
      const url = publicUrl(provenance.url);
      return url === undefined ? undefined : { vcs_url: `git+${url}@${provenance.commit}` };
    }
    case 'declared-git': {
      const url = publicUrl(provenance.url);
      if (url === undefined) return undefined;
      return { vcs_url: `git+${url}${provenance.reference === undefined ? '' : `@${provenance.reference}`}` };
    }
    case 'path':
      return { path: provenance.path };
  }
}
