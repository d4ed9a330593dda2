import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PGliteInterface, Transaction } from '@electric-sql/pglite';
import { logFlusher } from './flush-log.ts';
import { takeDirectory } from './lock-directory.ts';
import { RegistryError } from './registry-error.ts';
import type { Queryable, Store } from './store.ts';

/** PostgreSQL inside this process, in a directory or in memory. It has one owner: a second one would destroy rows. */
export async function openEmbedded(directory: string | undefined): Promise<Store> {
  // Before anything is made on the disk.
  const driver = await loadDriver();
  if (directory === undefined) return storeOf(await start(driver, undefined), undefined, () => {});
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const release = takeDirectory(directory);
  const data = dataIn(directory);
  try {
    return storeOf(await start(driver, data), join(data, 'pg_wal'), release);
  } catch (cause) {
    release();
    throw new RegistryError('registry-damaged', `The registry in ${directory} does not open.`, {
      ways: ['Set the directory aside, open a new one, and restore the last dump into it.'],
      cause,
    });
  }
}

type Driver = Awaited<ReturnType<typeof loadDriver>>;

/** Whether there is a registry in a directory. */
export function holdsData(directory: string): boolean {
  return existsSync(dataIn(directory));
}

function dataIn(directory: string): string {
  return join(directory, 'data');
}

async function loadDriver() {
  const [{ PGlite }, vector] = await Promise.all([
    import('@electric-sql/pglite').catch((cause: unknown) => {
      throw new RegistryError('driver-missing', 'The package `@electric-sql/pglite` is not installed.', {
        ways: ['Install `@electric-sql/pglite` 0.5.14 beside this package, or use a server.'],
        facts: { packages: ['@electric-sql/pglite@0.5.14', '@electric-sql/pglite-pgvector@0.0.15'] },
        cause,
      });
    }),
    import('@electric-sql/pglite-pgvector').then((module) => module.vector).catch(() => undefined),
  ]);
  return { PGlite, vector };
}

function start({ PGlite, vector }: Driver, data: string | undefined): Promise<PGliteInterface> {
  return PGlite.create({
    ...(data === undefined ? {} : { dataDir: data }),
    ...(vector ? { extensions: { vector } } : {}),
  });
}

function storeOf(database: PGliteInterface, log: string | undefined, release: () => void): Store {
  const flush = log === undefined ? undefined : logFlusher(log);
  return {
    kind: log === undefined ? 'memory' : 'directory',
    asOwner: (work) => database.transaction((transaction) => work(queryable(transaction))),
    transaction: async (preamble, writes, work) => {
      const result = await database.transaction(async (transaction) => {
        await transaction.exec(preamble);
        return work(queryable(transaction));
      });
      if (writes) flush?.();
      return result;
    },
    close: async () => {
      await database.close();
      release();
    },
  };
}

function queryable(transaction: Transaction): Queryable {
  return {
    query: async <Row>(sql: string, values: readonly unknown[] = []) =>
      (await transaction.query<Row>(sql, [...values])).rows,
    execute: async (sql) => {
      await transaction.exec(sql);
    },
  };
}
