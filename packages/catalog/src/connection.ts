import type { Database, DatabaseConstructor, Statement, Value } from './driver.ts';
import { POLICY } from './policy.ts';

/** One open database with its prepared statements. */
export interface Connection {
  exec(sql: string): void;
  all<Row>(sql: string, ...values: readonly Value[]): Row[];
  get<Row>(sql: string, ...values: readonly Value[]): Row | undefined;
  /** Returns the row number that the last insert made. */
  run(sql: string, ...values: readonly Value[]): number;
  /** Takes the write lock, then commits what `action` did, or undoes it when it throws. */
  transaction<T>(action: () => T): T;
  close(): void;
}

export interface ConnectionOptions {
  readonly busyMilliseconds: number;
  readonly readOnly?: boolean;
}

/** Opens a database and sets what is the same for every use of it. */
export function connect(driver: DatabaseConstructor, location: string, options: ConnectionOptions): Connection {
  const database = new driver(location, { readOnly: options.readOnly ?? false });
  try {
    database.exec(`pragma busy_timeout = ${options.busyMilliseconds}`);
    database.exec(PRAGMAS);
  } catch (error) {
    database.close();
    throw error;
  }
  return withStatements(database);
}

/*
 * synchronous         in WAL mode a power cut can lose the last commits but damages nothing, and commits need no fsync
 * journal_size_limit  a log that grew while somebody read for long is cut back
 * foreign_keys        scan rows go with their project
 * trusted_schema      the file may have been written by somebody else: its schema may call no function
 * cell_size_check     damage is noticed when a page is read, not when it is used
 * temp_store          no temporary files beside the cache
 * mmap_size           a file cut short by somebody else would end the process with SIGBUS
 */
const PRAGMAS = `
  pragma synchronous = normal;
  pragma journal_size_limit = ${POLICY.logBytes};
  pragma foreign_keys = on;
  pragma trusted_schema = off;
  pragma cell_size_check = on;
  pragma temp_store = memory;
  pragma mmap_size = 0;
`;

function withStatements(database: Database): Connection {
  const statements = new Map<string, Statement>();

  function statement(sql: string): Statement {
    let prepared = statements.get(sql);
    if (!prepared) {
      prepared = database.prepare(sql);
      statements.set(sql, prepared);
    }
    return prepared;
  }

  return {
    exec: (sql) => database.exec(sql),
    all: <Row>(sql: string, ...values: readonly Value[]) => statement(sql).all(...values) as Row[],
    get: <Row>(sql: string, ...values: readonly Value[]) => statement(sql).get(...values) as Row | undefined,
    run: (sql, ...values) => Number(statement(sql).run(...values).lastInsertRowid),
    transaction: (action) => {
      database.exec('begin immediate');
      try {
        const result = action();
        database.exec('commit');
        return result;
      } catch (error) {
        rollBack(database);
        throw error;
      }
    },
    close: () => {
      statements.clear();
      database.close();
    },
  };
}

function rollBack(database: Database): void {
  try {
    database.exec('rollback');
  } catch {
    // A full disk or a failed write has already ended the transaction.
  }
}
