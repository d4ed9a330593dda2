import type { Skill, Skipped } from '@skillscope/core';

/** Identifies what is held about one artifact, and the state it was in. */
export interface ArtifactKey {
  /** Absolute real path of the directory or archive. */
  readonly path: string;
  /** Folder in it that is the library's root, or that tells its files from others'; else empty. */
  readonly inside: string;
  readonly ecosystem: string;
  /** Stamp of the artifact's manifest, or of the archive. */
  readonly fingerprint: string;
}

/** The library whose artifact it is. */
export interface ArtifactLibrary {
  readonly purl: string;
  readonly name: string;
  /** The library's own one-line description. */
  readonly summary?: string;
}

/** What an artifact ships. No bodies: they are read from the artifact when asked for. */
export interface ArtifactContents {
  /** At most `LIMITS.skillsPerArtifact` of core; 1,023 have room. */
  readonly skills: readonly Omit<Skill, 'id'>[];
  readonly skipped: readonly Omit<Skipped, 'purl'>[];
}

/** What is held about one artifact. */
export interface StoredArtifact extends ArtifactContents {
  /**
   * Stands for the artifact in searches; absent while it waits to be made searchable. Means nothing in another catalog,
   * nor once the cache was rebuilt.
   */
  readonly number?: number;
  /** True when it may answer for its name everywhere. */
  readonly vouched: boolean;
}
