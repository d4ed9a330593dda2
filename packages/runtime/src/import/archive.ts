import { RegistryError } from '../registry/registry-error.ts';

/** An archive that is read in place: nothing of it is written to a disk. */
export interface Archive {
  /** Files by path, `/` separators, with their bytes as the archive claims them. What is unsafe is not among them. */
  readonly files: ReadonlyMap<string, number>;
  /** What is left out whatever is asked for: links, names that lead out, names that are there twice. */
  readonly refused: readonly ArchiveFault[];
  /** Reads files; a fault of one is its own. */
  read(paths: ReadonlySet<string>): Promise<ReadonlyMap<string, Uint8Array | ArchiveFault>>;
}

export interface ArchiveFault {
  readonly path: string;
  /** One sentence. */
  readonly message: string;
}

export function badArchive(path: string, what: string, cause?: unknown): RegistryError {
  return new RegistryError('bad-archive', `${path} ${what}`, {
    ways: ['Name a .zip, .skill, .jar, .tar, .tar.gz or .tgz file that is whole.'],
    ...(cause === undefined ? {} : { cause }),
  });
}
