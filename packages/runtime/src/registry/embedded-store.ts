import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { PGliteInterface, Transaction } from '@electric-sql/pglite';
import { logFlusher } from './flush-log.ts';
import { type Patience, takeDirectory } from './lock-directory.ts';
import { RegistryError } from './registry-error.ts';
import type { Queryable, Store } from './store.ts';
import { beginRegistry, dataIn } from './unfinished.ts';

export interface DirectoryOptions extends Patience {
  /** A directory of this machine. One process at a time may have it open. */
  readonly dir: string;
}

/** PostgreSQL inside this process, in memory. */
export async function openMemory(): Promise<Store> {
  return storeOf(await start(await loadDriver(), undefined), undefined, () => {});
}

/**
 * PostgreSQL inside this process, in a directory that holds a registry. It has one owner: a second one would destroy
 * rows. Throws `registry-in-use` and `registry-damaged`.
 */
export async function openDirectory(options: DirectoryOptions): Promise<Store> {
  const { dir } = options;
  const driver = await loadDriver();
  const release = await takeDirectory(dir, options);
  const data = dataIn(dir);
  try {
    // Without it a new database would be made over what is there.
    lstatSync(join(data, 'PG_VERSION'));
    return storeOf(await start(driver, data), join(data, 'pg_wal'), release);
  } catch (cause) {
    release();
    throw new RegistryError('registry-damaged', `The registry in ${dir} does not open.`, {
      ways: [
        'Set the directory aside, open a new one, and restore the last dump into it.',
        'Where it never held a registry, name another directory.',
      ],
      cause,
    });
  }
}

/**
 * Makes a registry in a directory that holds none, and lets `fill` write into it before anybody can see it. Where that
 * fails, or this process is killed, there is none as before. Gives false where somebody else made one meanwhile.
 */
export async function makeDirectory(
  options: DirectoryOptions,
  fill: (store: Store) => Promise<void>,
): Promise<boolean> {
  // Before anything is made on the disk.
  const driver = await loadDriver();
  const unfinished = await beginRegistry(options.dir, options);
  try {
    const { data } = unfinished;
    const database = await start(driver, data).catch((cause: unknown) => {
      throw new RegistryError('database-failed', `No database can be made for ${options.dir}.`, {
        ways: ['See that the disk has room and that you may write there.'],
        cause,
      });
    });
    const store = storeOf(database, join(data, 'pg_wal'), () => {});
    try {
      await fill(store);
    } finally {
      await store.close();
    }
    return await unfinished.place();
  } finally {
    unfinished.remove();
  }
}

type Driver = Awaited<ReturnType<typeof loadDriver>>;

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
  return withoutTimersLeft(() =>
    PGlite.create({
      ...(data === undefined ? {} : { dataDir: data }),
      ...(vector ? { extensions: { vector } } : {}),
    }),
  );
}

/** PostgreSQL times its own start: of one that fails, the timer would keep the process for a minute. */
async function withoutTimersLeft<T>(work: () => Promise<T>): Promise<T> {
  const mine = new AsyncLocalStorage<NodeJS.Timeout[]>();
  const timers: NodeJS.Timeout[] = [];
  const hook = createHook({
    init: (_id, type, _trigger, resource) => {
      if (type === 'Timeout') mine.getStore()?.push(resource as NodeJS.Timeout);
    },
  }).enable();
  try {
    return await mine.run(timers, work);
  } catch (error) {
    for (const timer of timers) timer.unref();
    throw error;
  } finally {
    hook.disable();
  }
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
