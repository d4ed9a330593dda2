import { type Artifact, artifactOf, LIMITS, type Skill } from '@skillscope/core';
import { type Library, openTree, type Tree } from '@skillscope/ecosystems';

export type FileBytes =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: string };

/** Reads files of skills; each artifact is opened once and stays open until `close`. */
export interface SkillReader {
  /** A file of a skill, as `skill.files` names it; the entry by default. */
  read(library: Library, skill: Skill, file?: string): Promise<FileBytes>;
  close(): void;
}

export function openSkillReader(): SkillReader {
  const trees = new Map<string, Promise<Tree | { readonly message: string }>>();
  const opened: Tree[] = [];

  async function open(artifact: Artifact) {
    const tree = await openTree(artifact);
    if (!('reason' in tree)) opened.push(tree);
    return tree;
  }

  return {
    async read(library, skill, file = skill.entry) {
      const artifact = artifactOf(library, skill);
      if (!artifact) return { ok: false, reason: 'It is not installed.' };
      const key = JSON.stringify([artifact.path, artifact.inside]);
      const tree = await (trees.get(key) ?? remember(trees, key, open(artifact)));
      if ('message' in tree) return { ok: false, reason: tree.message };
      const place = [skill.path === '.' ? '' : skill.path, file].filter(Boolean).join('/');
      const read = await tree.read(place, LIMITS.skillFileBytes);
      return read.ok ? read : { ok: false, reason: read.message };
    },
    close() {
      for (const tree of opened) tree.close();
    },
  };
}

function remember<T>(map: Map<string, T>, key: string, value: T): T {
  map.set(key, value);
  return value;
}
