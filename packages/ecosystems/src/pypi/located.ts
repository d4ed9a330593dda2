import { isAbsolute, join } from 'node:path';
import { cleanLine } from '@skillscope/core';
import type { Files } from '../files.ts';
import { cleanVersion, isName, normalName } from './names.ts';
import { compareVersions } from './versions.ts';

/** Where the metadata of one distribution lies, before it is read. */
export interface Located {
  /** In normal form. */
  readonly key: string;
  /** As the folder's name has it. */
  readonly name: string;
  readonly version: string | undefined;
  /** Absolute real path of the folder that holds distributions. */
  readonly folder: string;
  /** Name of the metadata folder or file in it. */
  readonly entry: string;
  /** Name of a file in `folder` that adds a directory to the import path on its behalf. */
  readonly pathFile?: string;
  readonly kind: 'dist-info' | 'egg-info' | 'egg-file' | 'egg' | 'egg-link';
  /** True when the entry is a link. */
  readonly isLink: boolean;
  /** True when another version of it lies in the same folder, as whole as this one: no installer leaves that behind. */
  readonly isContested?: true;
}

/**
 * The distributions in one folder, each name once. Where an interrupted upgrade has left two versions, the one with the
 * metadata counts, then the one with the list of its files, then the newer; the other is reported.
 */
export function locate(folder: string, files: Files): readonly Located[] {
  const found = new Map<string, Located>();
  const entries = files.list(folder) ?? [];
  const pathFiles = new Set(entries.map(({ name }) => name).filter((name) => name.endsWith('.pth')));
  for (const { name: entry, kind } of entries) {
    const bare = readEntry(folder, entry, kind);
    if (!bare) continue;
    const pathFile = [`__editable__.${bare.name}-${bare.version}.pth`, `_${bare.name}.pth`, `${bare.name}.pth`].find(
      (name) => pathFiles.has(name),
    );
    const located = pathFile === undefined ? bare : { ...bare, pathFile };
    const other = found.get(located.key);
    const kept = other ? better(other, located, files) : located;
    found.set(located.key, kept);
    if (other && isSameKind(other, located)) {
      const left = kept.entry === other.entry ? located : other;
      files.skip({
        path: cleanLine(join(folder, left.entry)),
        reason: 'duplicate',
        message: 'Another version of it lies in the same folder.',
      });
    }
  }
  return [...found.values()];
}

/** The project directory that an `.egg-link` file leads to. */
export function linkedDirectory({ folder, entry }: Located, files: Files): string | undefined {
  const path = files.text(join(folder, entry))?.split('\n', 1)[0]?.trim();
  return path && isAbsolute(path) ? path : undefined;
}

function readEntry(folder: string, entry: string, kind: string): Located | undefined {
  const dot = entry.lastIndexOf('.');
  const suffix = entry.slice(dot + 1);
  const stem = entry.slice(0, dot);
  const isFolder = kind === 'directory' || kind === 'link';
  switch (suffix) {
    case 'dist-info':
      return isFolder ? named('dist-info', stem) : undefined;
    case 'egg-info':
      return named(isFolder ? 'egg-info' : 'egg-file', stem.replace(/-py\d(?:\.\d+)?(?:-[\w.-]+)?$/, ''));
    case 'egg':
      return isFolder ? named('egg', stem.replace(/-py\d(?:\.\d+)?(?:-[\w.-]+)?$/, '')) : undefined;
    case 'egg-link':
      return named('egg-link', stem);
    default:
      return undefined;
  }

  function named(as: Located['kind'], text: string): Located | undefined {
    const dash = text.indexOf('-');
    const name = as === 'egg-link' || dash < 0 ? text : text.slice(0, dash);
    const version = as === 'egg-link' || dash < 0 ? undefined : cleanVersion(text.slice(dash + 1));
    return isName(name)
      ? { key: normalName(name), name, version, folder, entry, kind: as, isLink: kind === 'link' }
      : undefined;
  }
}

/** Metadata of the present format stands before older ones, as a tool that replaces one leaves nothing behind. */
function better(a: Located, b: Located, files: Files): Located {
  if (!isSameKind(a, b)) return rank(a) <= rank(b) ? a : b;
  for (const file of ['METADATA', 'RECORD']) {
    const [hasA, hasB] = [a, b].map(({ folder, entry }) => files.isFile(join(folder, entry, file)));
    if (hasA !== hasB) return hasA ? a : b;
  }
  return { ...(compareVersions(a.version ?? '', b.version ?? '') >= 0 ? a : b), isContested: true };
}

function isSameKind(a: Located, b: Located): boolean {
  return a.kind === b.kind;
}

function rank({ kind }: Located): number {
  return ['egg-link', 'dist-info', 'egg-info', 'egg-file', 'egg'].indexOf(kind);
}
