import type { Skipped, SkipReason } from '@skillscope/core';
import type { Entry } from './files.ts';

/**
 * One artifact seen as a tree of files, whether it is a directory or a folder inside an archive.
 * All paths are relative to the artifact's root with `/` separators; the root itself is `''`.
 * Nothing outside the artifact can be reached: links are followed only while their real path stays inside.
 */
export interface Tree {
  /** In a directory that several libraries share: the folder that says which files are this one's. Else `''`. */
  readonly inside: string;
  /**
   * Entries by code point, links already resolved to what they point at; one that stays a `link` leads out of the
   * artifact or nowhere. `undefined` when it is no directory or lies outside. Remembered for the life of the tree.
   */
  list(directory: string): readonly Entry[] | undefined;
  /** The same path with every link on the way resolved, so that two routes to one file compare equal; `undefined` when absent or outside. */
  real(path: string): string | undefined;
  /** Bytes of a file, never more than `cap`. */
  read(path: string, cap: number): Promise<TreeRead>;
  /** Text of the manifest or another small file; `undefined` when absent or not text. */
  text(path: string, cap?: number): Promise<string | undefined>;
  /** Size in bytes, `undefined` when there is no such file inside the artifact. */
  size(path: string): number | undefined;
  /** What the artifact holds but no path can reach, such as archive entries with unsafe names; a few of each at most. */
  readonly refused: readonly Omit<Skipped, 'purl'>[];
  /** Releases the archive. Directories need no release; calling it twice is harmless. */
  close(): void;
}

export type TreeRead =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: SkipReason; readonly message: string };
