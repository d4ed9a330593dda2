import type { PoolClient, PoolConfig } from 'pg';
import { RegistryError } from './registry-error.ts';
import type { Queryable, Store } from './store.ts';

export interface ServerOptions {
  /** `postgres://user@host:port/database`. */
  readonly url: string;
  /** Connections held at most; default 10. */
  readonly connections?: number;
  /** How TLS is used: `true` checks the server's certificate; an object goes to Node's TLS. Default: what `url` says. */
  readonly tls?: PoolConfig['ssl'];
  /** Milliseconds to wait for a connection; default 10,000. */
  readonly connectTimeout?: number;
  /** Milliseconds one statement may take; default 30,000. */
  readonly statementTimeout?: number;
  /** Milliseconds to wait for another transaction's lock; default 10,000. */
  readonly lockTimeout?: number;
}

/** A pool of connections to a server. Throws `driver-missing` where `pg` is not installed. */
export async function openServer(options: ServerOptions): Promise<Store> {
  const { default: pg } = await import('pg').catch((cause: unknown) => {
    throw new RegistryError('driver-missing', 'The package `pg` is not installed.', {
      ways: ['Install `pg` beside this package.'],
      facts: { packages: ['pg@8'] },
      cause,
    });
  });
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connections ?? 10,
    connectionTimeoutMillis: options.connectTimeout ?? 10_000,
    statement_timeout: options.statementTimeout ?? 30_000,
    lock_timeout: options.lockTimeout ?? 10_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'skillscope',
    ...(options.tls === undefined ? {} : { ssl: options.tls }),
  });
  // A connection that the server ends is only dropped from the pool; whoever was using it is told by the statement.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  async function inTransaction<T>(preamble: string, work: (database: Queryable) => Promise<T>): Promise<T> {
    const client = await connect();
    let broken: Error | undefined;
    let isEnding = false;
    try {
      await client.query(`begin;${preamble}`);
      const result = await work(queryable(client));
      isEnding = true;
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
      // The driver gives no code when the connection ends under a statement.
      if (broken === undefined || (error instanceof Error && 'code' in error && !isEnding)) throw error;
      throw lost(isEnding, error);
    } finally {
      client.release(broken);
    }
  }

  async function connect(): Promise<PoolClient> {
    try {
      return await pool.connect();
    } catch (cause) {
      // The pool gives no code when it waited in vain.
      if (!(cause instanceof Error) || 'code' in cause) throw cause;
      const isFull = cause.message.includes('timeout') && pool.totalCount > 0;
      throw new RegistryError(
        isFull ? 'registry-busy' : 'registry-unreachable',
        isFull ? 'Every connection of the pool is in use.' : 'The database cannot be reached.',
        { ways: ['See that the server runs and that its address is right, or allow more connections.'], cause },
      );
    }
  }

  return {
    kind: 'server',
    asOwner: (work) => inTransaction('', work),
    transaction: (preamble, _writes, work) => inTransaction(preamble, work),
    close: () => pool.end(),
  };
}

function lost(isEnding: boolean, cause: unknown): RegistryError {
  return new RegistryError(
    'registry-unreachable',
    isEnding
      ? 'The connection ended while the transaction was committed: it may have been, or not.'
      : 'The connection ended; nothing was written.',
    {
      ways: isEnding ? ['Look at what is there before you write it again.'] : ['Try again; see that the server runs.'],
      cause,
    },
  );
}

function queryable(client: PoolClient): Queryable {
  return {
    query: async <Row>(sql: string, values: readonly unknown[] = []) =>
      (await client.query(sql, [...values])).rows as readonly Row[],
    execute: async (sql) => {
      await client.query(sql);
    },
  };
}
