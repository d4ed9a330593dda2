import { LIMITS } from '@skillscope/core';
import { decodeText, type Entry, readBytes } from '../files.ts';
import type { Tree, TreeRead } from '../tree.ts';
import { byCodePoint, containedPath, nameOf, parentOf } from './paths.ts';

/** Where a file of the tree lies on this machine. */
export interface ListedFile {
  /** Absolute. */
  readonly path: string;
  readonly size: number;
}

/**
 * Files that a list names, each of which lies elsewhere under another name, as a tree. Names that are absolute or
 * climb are left out; where a file and a folder have one name, the folder counts.
 */
export function openListed(listed: Iterable<readonly [name: string, file: ListedFile]>): Tree {
  const files = new Map<string, ListedFile>();
  const folders = new Map<string, Map<string, Entry>>([['', new Map()]]);
  for (const [written, file] of listed) {
    const path = containedPath(written);
    if (path === undefined || path === '' || path.split('/').length > LIMITS.archiveDepth) continue;
    files.set(path, file);
    add(path, 'file');
  }

  function add(path: string, kind: 'file' | 'directory'): void {
    const parent = parentOf(path);
    const known = folders.get(parent) ?? new Map<string, Entry>();
    if (known.get(nameOf(path))?.kind !== 'directory') known.set(nameOf(path), { name: nameOf(path), kind });
    if (folders.has(parent)) return;
    folders.set(parent, known);
    add(parent, 'directory');
  }

  function fileAt(path: string): ListedFile | undefined {
    return folders.has(path) ? undefined : files.get(path);
  }

  function read(path: string, cap: number): TreeRead {
    const file = fileAt(path);
    return file ? readBytes(file.path, cap) : { ok: false, reason: 'missing', message: 'There is no such file.' };
  }

  return {
    inside: '',
    list(directory) {
      const entries = folders.get(directory);
      return entries && [...entries.values()].sort((a, b) => byCodePoint(a.name, b.name));
    },
    real: (path) => (folders.has(path) || files.has(path) ? path : undefined),
    read: async (path, cap) => read(path, cap),
    async text(path, cap = LIMITS.manifestBytes) {
      const bytes = read(path, cap);
      return bytes.ok ? decodeText(bytes.bytes) : undefined;
    },
    size: (path) => fileAt(path)?.size,
    refused: [],
    close() {},
  };
}
