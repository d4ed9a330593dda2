import { type Source, toPurl } from '@skillscope/core';
import type { Origin } from './origin.ts';
import { toPath } from './paths.ts';

/** What a distribution is, as far as there is proof. */
export interface Identity {
  readonly purl: string;
  readonly name: string;
  readonly version: string;
  readonly source: Source;
  /** As in `Dependency`. */
  readonly pinned?: true;
}

/** Where a project's own directories are. */
export interface Place {
  readonly root: string;
  /** Absolute real directories of the members of the workspace, the root among them. */
  readonly members: ReadonlySet<string>;
}

/** For an address that is none, or holds nothing but credentials: the qualifier still says it is no registry package. */
const NO_ADDRESS = 'unknown';

/** Only what the public index is known or presumed to have sent gets the bare form; all else carries a qualifier. */
export function identify(
  { name, key, version }: { readonly name: string; readonly key: string; readonly version: string },
  origin: Origin,
  { root, members }: Place,
  isVersion = true,
): Identity {
  const qualifiers = qualifiersOf(origin, root);
  const purl = toPurl({
    type: 'pypi',
    name: key,
    ...(version && isVersion ? { version } : {}),
    ...(qualifiers ? { qualifiers } : {}),
  });
  const source = origin.source === 'path' && members.has(origin.path) ? 'workspace' : origin.source;
  return { purl, name, version, source };
}

function qualifiersOf(origin: Origin, root: string): Readonly<Record<string, string>> | undefined {
  switch (origin.source) {
    case 'registry':
      return origin.index === undefined ? undefined : { repository_url: origin.index };
    case 'git':
      return { vcs_url: origin.address ?? NO_ADDRESS };
    case 'url':
      return { download_url: origin.address ?? NO_ADDRESS };
    case 'path':
      return { path: toPath(root, origin.path) };
  }
}
