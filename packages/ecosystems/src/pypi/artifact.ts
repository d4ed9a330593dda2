import { dirname, join, relative, sep } from 'node:path';
import { type Artifact, LIMITS } from '@skillscope/core';
import type { Files } from '../files.ts';
import type { Access } from './access.ts';
import type { Located } from './located.ts';
import { isInside } from './paths.ts';
import { listsDataSkills } from './record.ts';

/** The file with the metadata in each kind of folder; empty where the entry is the file. */
export const METADATA_FILES: Readonly<Record<Located['kind'], string>> = {
  'dist-info': 'METADATA',
  'egg-info': 'PKG-INFO',
  'egg-file': '',
  egg: join('EGG-INFO', 'PKG-INFO'),
  'egg-link': '',
};

/** What is known about an environment as a whole. */
export interface Surroundings {
  /** Absolute real path of the environment. */
  readonly prefix: string;
  /** False where no distribution can have put skills among the environment's data. */
  readonly hasData: boolean;
}

/** Whether an environment holds a folder that skills may lie in, beside its import packages. */
export function mayHoldData(prefix: string, files: Files): boolean {
  const shared = join(prefix, 'share');
  return [prefix, shared, ...(files.list(shared) ?? []).map(({ name }) => join(shared, name))].some((folder) =>
    files.list(folder)?.some(({ name }) => name === 'skills' || name === '.agents'),
  );
}

/**
 * Where a distribution lies: the folder that it shares with others; where its installer only made links into a store,
 * the store's folder; and the whole environment where the distribution put skills among the environment's data.
 */
export function artifactOf(
  { folder, entry, kind }: Located,
  { prefix, hasData }: Surroundings,
  { files, metadata: reader, isPlain }: Access,
): Artifact {
  const mutable = false;
  if (kind === 'egg') {
    const path = files.follow(folder, entry) ?? join(folder, entry);
    return { kind: 'directory', path, inside: 'EGG-INFO', manifest: 'EGG-INFO/PKG-INFO', mutable };
  }
  const file = METADATA_FILES[kind];
  const real = file === '' || isPlain ? undefined : files.follow(join(folder, entry), file);
  const metadata = real === undefined ? join(folder, entry) : dirname(real);
  const holder = dirname(metadata);
  const isOwn = holder === folder && isInside(prefix, folder);
  const path = hasData && isOwn && putsDataSkills(join(metadata, 'RECORD'), reader) ? prefix : holder;
  const inside = relative(path, metadata).split(sep).join('/');
  return { kind: 'directory', path, inside, manifest: file === '' ? inside : `${inside}/${file}`, mutable };
}

function putsDataSkills(record: string, files: Files): boolean {
  const text = files.text(record, LIMITS.fileListBytes);
  return text !== undefined && listsDataSkills(text);
}
