import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { RegistryError } from './registry-error.ts';

/** The part of `node:sqlite` that is used here. */
interface Sqlite {
  readonly DatabaseSync: new (location: string) => { exec(sql: string): void; close(): void };
}

/**
 * Makes this process the owner of a directory until the function it gives is called or the process ends, however it
 * ends: the lock is the kernel's, on a file that SQLite holds exclusively. Throws `registry-in-use` where there is
 * another owner, in this process or in any other.
 */
export function takeDirectory(directory: string): () => void {
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(join(directory, 'owner.lock'));
  try {
    database.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive');
  } catch (cause) {
    database.close();
    throw new RegistryError('registry-in-use', `The registry in ${directory} is open${ownerOf(directory)}.`, {
      ways: ['Close it there first.', 'Use a server where several programs write.'],
      cause,
    });
  }
  writeFileSync(join(directory, 'owner'), String(process.pid));
  return () => database.close();
}

function ownerOf(directory: string): string {
  try {
    const id = readFileSync(join(directory, 'owner'), 'utf8');
    return /^\d{1,10}$/.test(id) ? ` in process ${id}` : ' elsewhere';
  } catch {
    return ' elsewhere';
  }
}

function loadSqlite(): Sqlite {
  const own: unknown = process.getBuiltinModule('node:sqlite');
  return (own ?? createRequire(import.meta.url)('@photostructure/sqlite')) as Sqlite;
}
