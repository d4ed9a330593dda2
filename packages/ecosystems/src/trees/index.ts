import type { Artifact, SkipReason } from '@skillscope/core';
import type { Tree } from '../tree.ts';
import { openDirectory } from './directory.ts';

/** Why an artifact cannot be looked into at all. */
export interface Unopened {
  readonly reason: SkipReason;
  readonly message: string;
}

/**
 * Opens an artifact read-only. The caller closes the tree.
 * `observe` is told the absolute path of everything looked at in a directory; an archive is one file and its stamp
 * is the caller's to take.
 */
export async function openTree(artifact: Artifact, observe?: (path: string) => void): Promise<Tree | Unopened> {
  if (artifact.kind === 'archive') {
    const { openArchive } = await import('./archive.ts');
    return openArchive(artifact.path, artifact.inside);
  }
  return openDirectory(artifact.path, observe, artifact.inside);
}
