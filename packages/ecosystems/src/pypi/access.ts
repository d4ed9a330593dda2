import { join } from 'node:path';
import type { Files } from '../files.ts';
import type { Located } from './located.ts';

/** How the metadata of one distribution is read. */
export interface Access {
  readonly files: Files;
  /** For what lies in the metadata folder. */
  readonly metadata: Files;
  /** False for a file that is known not to be in the metadata folder. */
  lists(name: string): boolean;
  /** True when the metadata folder and what is read of it are no links. */
  readonly isPlain: boolean;
}

/**
 * A complete distribution changes only together with the folder that holds it: whoever installs another removes its
 * metadata folder and makes a new one. So that listed folder stands for it, as long as it holds no links into a store.
 */
export function accessTo({ folder, entry, kind, isLink }: Located, files: Files): Access {
  const aside = files.aside();
  const entries = kind === 'dist-info' && !isLink ? aside.list(join(folder, entry)) : undefined;
  const names = new Map(entries?.map(({ name, kind: is }) => [name, is]));
  // Installers write the list of files last.
  const isSettled = names.get('METADATA') === 'file' && names.get('RECORD') === 'file';
  if (!isSettled) return { files, metadata: files, lists: () => true, isPlain: false };
  return { files, metadata: aside, lists: (name) => names.has(name), isPlain: true };
}
