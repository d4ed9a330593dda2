/** What runs statements inside one transaction. */
export interface Queryable {
  /** One statement. `values` are `$1`, `$2`, …; objects must be given as JSON text. */
  query<Row>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Several statements without values. */
  execute(sql: string): Promise<void>;
}

/** A database, embedded or on a server. Each transaction commits as a whole or leaves nothing. */
export interface Store {
  readonly kind: 'server' | 'directory' | 'memory';
  /** Runs as the user that connected, for the schema itself. */
  asOwner<T>(work: (database: Queryable) => Promise<T>): Promise<T>;
  /** `preamble` is run first, inside the transaction; `writes` says whether there is anything to make durable. */
  transaction<T>(preamble: string, writes: boolean, work: (database: Queryable) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
