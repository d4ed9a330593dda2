import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { sep } from 'node:path';
import { LIMITS } from '@skillscope/core';
import { decodeText, type Entry, readBytes, readEntries } from '../files.ts';
import type { Tree, TreeRead } from '../tree.ts';
import { join, nameOf, parentOf } from './paths.ts';

/** What lies at one path, links resolved. `outside` leads out of the artifact or nowhere. */
interface Node {
  readonly kind: 'file' | 'directory' | 'other' | 'outside';
  /** Absolute real path. */
  readonly real: string;
  readonly size: number;
}

/**
 * A directory on this machine as a tree. `root` is its absolute real path.
 * `observe` is told the absolute path of everything looked at, absent things too. `inside` is the folder with the list
 * of one library's files, where several share the directory.
 */
export function openDirectory(root: string, observe?: (path: string) => void, inside = ''): Tree {
  const nodes = new Map<string, Node | undefined>([['', { kind: 'directory', real: root, size: 0 }]]);
  const lists = new Map<string, readonly Entry[] | undefined>();
  const prefix = root.endsWith(sep) ? root : root + sep;

  function nodeAt(path: string): Node | undefined {
    if (nodes.has(path)) return nodes.get(path);
    const node = locate(path);
    nodes.set(path, node);
    return node;
  }

  function locate(path: string): Node | undefined {
    const name = nameOf(path);
    if (name === '' || name === '.' || name === '..' || name.includes(sep) || name.includes('\0')) return undefined;
    const parent = nodeAt(parentOf(path));
    if (parent?.kind !== 'directory') return parent?.kind === 'outside' ? parent : undefined;
    const absolute = below(parent.real, name);
    observe?.(absolute);
    const stat = statusOf(absolute);
    if (!stat) return undefined;
    return stat.isSymbolicLink() ? follow(absolute) : { kind: kindOf(stat), real: absolute, size: stat.size };
  }

  function follow(link: string): Node {
    const outside: Node = { kind: 'outside', real: link, size: 0 };
    try {
      const real = realpathSync.native(link);
      if (real !== root && !real.startsWith(prefix)) return outside;
      const stat = statSync(real);
      return { kind: kindOf(stat), real, size: stat.size };
    } catch {
      return outside;
    }
  }

  function resolve(entry: Entry, path: string, parent: string): Entry {
    if (entry.kind === 'directory') nodes.set(path, { kind: 'directory', real: below(parent, entry.name), size: 0 });
    if (entry.kind !== 'link') return entry;
    const node = nodeAt(path);
    return !node || node.kind === 'outside' ? entry : { name: entry.name, kind: node.kind };
  }

  function read(path: string, cap: number): TreeRead {
    const node = nodeAt(path);
    if (!node) return { ok: false, reason: 'missing', message: 'There is no such file.' };
    if (node.kind === 'outside')
      return {
        ok: false,
        reason: 'outside-artifact',
        message: 'This link leads out of the package or nowhere; it is not followed.',
      };
    observe?.(node.real);
    return readBytes(node.real, cap);
  }

  return {
    inside,
    list(directory) {
      if (lists.has(directory)) return lists.get(directory);
      const node = nodeAt(directory);
      if (node?.kind === 'directory') observe?.(node.real);
      const entries = node?.kind === 'directory' ? readEntries(node.real) : undefined;
      const resolved = entries?.map((entry) => resolve(entry, join(directory, entry.name), node?.real ?? ''));
      lists.set(directory, resolved);
      return resolved;
    },
    real(path) {
      const node = nodeAt(path);
      if (!node || node.kind === 'outside') return undefined;
      return node.real === root ? '' : node.real.slice(prefix.length).replaceAll(sep, '/');
    },
    async read(path, cap) {
      return read(path, cap);
    },
    async text(path, cap = LIMITS.manifestBytes) {
      const bytes = read(path, cap);
      return bytes.ok ? decodeText(bytes.bytes) : undefined;
    },
    size(path) {
      const node = nodeAt(path);
      return node?.kind === 'file' ? node.size : undefined;
    },
    refused: [],
    close() {},
  };
}

function below(directory: string, name: string): string {
  return directory.endsWith(sep) ? directory + name : directory + sep + name;
}

function statusOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function kindOf(stat: Stats): 'file' | 'directory' | 'other' {
  return stat.isFile() ? 'file' : stat.isDirectory() ? 'directory' : 'other';
}
