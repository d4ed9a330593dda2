import type { Artifact } from '@skillscope/core';
import { type ArtifactContents, indexArtifact } from './contents/index.ts';
import type { Ecosystem } from './ecosystem.ts';
import { openTree } from './trees/index.ts';

export { indexArtifact, openTree };

/**
 * Opens an artifact and reads every skill of it. What cannot be opened holds nothing, and says why. Never throws on
 * foreign input.
 *
 * @param observe told the absolute path of everything looked at in a directory
 */
export async function indexAt(
  artifact: Artifact,
  ecosystem: Pick<Ecosystem, 'places'>,
  observe?: (path: string) => void,
): Promise<ArtifactContents> {
  const tree = await openTree(artifact, observe);
  if ('reason' in tree) return { skills: [], skipped: [{ path: '', reason: tree.reason, message: tree.message }] };
  try {
    return await indexArtifact(tree, ecosystem, artifact);
  } finally {
    tree.close();
  }
}
