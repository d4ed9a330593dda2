import { isPassing, registryErrorOf } from './database-failure.ts';
import { type DirectoryOptions, makeDirectory, openDirectory, openMemory } from './embedded-store.ts';
import { checkSchema, migrate, migrateFilled, missing } from './migrate.ts';
import { RegistryError } from './registry-error.ts';
import { openServer, type ServerOptions } from './server-store.ts';
import type { Queryable, Store } from './store.ts';
import { holdsData, leftovers } from './unfinished.ts';

export interface Capabilities {
  /** Whether skills can be ranked by vectors, which needs pgvector. */
  readonly vector: boolean;
  /** Ranking by words, always there. */
  readonly fullText: true;
  /** Whether several processes may have it open at once. */
  readonly shared: boolean;
}

/** Whose rows are seen and written, and by whom. */
export interface RegistryScope {
  /** 1 to 200 letters, digits and `. _ / @ : # + -`. Default: `default`. */
  readonly tenant?: string;
  /** Who acts, for the records. */
  readonly principal?: string;
  /** Then every write is refused by the database. Default: false. */
  readonly readOnly?: boolean;
}

export type RegistryPlace = ServerOptions | DirectoryOptions | { readonly memory: true };

export interface OpenOptions extends RegistryScope {
  /**
   * Makes the schema where there is none and brings an older one up to date. Default: true. Where it is false, nothing is
   * made, no directory either: `registry-missing` or `registry-behind`.
   */
  readonly migrate?: boolean;
}

/** An open registry, seen as one tenant. */
export interface Registry {
  readonly tenant: string;
  readonly capabilities: Capabilities;
  /** The same database seen as another tenant or principal; closing either closes both. */
  as(scope: RegistryScope): Registry;
  /** Runs statements in one transaction as this tenant; every function of the registry goes through it. */
  read<T>(work: (database: Queryable) => Promise<T>): Promise<T>;
  write<T>(work: (database: Queryable) => Promise<T>): Promise<T>;
  /**
   * The same with the right to every table, still as this tenant only; sees one moment from its first statement on.
   * Refused (`no-permission`) for a user that is not a member of `skillscope_owner`.
   */
  administer<T>(work: (database: Queryable) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const TENANT = /^[A-Za-z0-9@][A-Za-z0-9._/@:#+-]{0,199}$/;
const ATTEMPTS = 5;

/**
 * Opens the registry on a server (`url`), in a directory of this machine (`dir`) or in memory (`memory`), and brings its
 * schema up to date. Throws a `RegistryError` that says what to do.
 */
export async function openRegistry(options: RegistryPlace & OpenOptions): Promise<Registry> {
  // Before anything is made.
  preambleOf(options);
  const mayMigrate = options.migrate ?? true;
  if ('dir' in options && !holdsData(options.dir)) {
    if (!mayMigrate) throw missingIn(options.dir);
    await makeDirectory(options, migrate);
  }
  const store = await openStore(options);
  try {
    if (mayMigrate) await migrate(store);
    else await checkSchema(store);
    return await registryIn(store, options);
  } catch (error) {
    await store.close();
    throw registryErrorOf(error);
  }
}

/**
 * As `openRegistry`, with rows to begin with. Where there is no registry yet it is made with them, as a whole or not at
 * all; where there is one, they are written in one transaction. `fill` may refuse.
 */
export async function openFilled(
  options: RegistryPlace & OpenOptions,
  fill: (database: Queryable, tenant: string) => Promise<void>,
): Promise<Registry> {
  const preamble = preambleOf(options, 'skillscope_owner');
  const fillAs = async (database: Queryable) => {
    await database.execute(preamble);
    await fill(database, tenantOf(options));
  };
  if ('dir' in options && !holdsData(options.dir)) {
    const isMade = await makeDirectory(options, async (store) => {
      await migrateFilled(store, fillAs);
    }).catch((error: unknown) => {
      throw registryErrorOf(error);
    });
    if (isMade) return openRegistry(options);
    throw new RegistryError('not-empty', `There is a registry in ${options.dir} by now.`, {
      ways: ['Look at it, and do this again if it is meant.'],
    });
  }
  const store = await openStore(options);
  try {
    const isMade = await migrateFilled(store, fillAs);
    if (!isMade) await migrate(store);
    const registry = await registryIn(store, options);
    if (!isMade) await registry.administer((database) => fill(database, registry.tenant));
    return registry;
  } catch (error) {
    await store.close();
    throw registryErrorOf(error);
  }
}

function openStore(options: RegistryPlace): Promise<Store> {
  if ('url' in options) return openServer(options);
  return 'dir' in options ? openDirectory(options) : openMemory();
}

function missingIn(directory: string): RegistryError {
  const isBegun = leftovers(directory).length > 0;
  return missing(`in ${directory}${isBegun ? ', only one that is being made or was never finished' : ''}`);
}

async function registryIn(store: Store, scope: RegistryScope): Promise<Registry> {
  return registryOf(store, scope, await readCapabilities(store, preambleOf(scope)));
}

function registryOf(store: Store, scope: RegistryScope, capabilities: Capabilities): Registry {
  const preamble = preambleOf(scope);
  return {
    tenant: tenantOf(scope),
    capabilities,
    as: (other) => registryOf(store, other, capabilities),
    read: (work) => run(store, preamble, false, work),
    write: (work) => run(store, preamble, true, work),
    administer: (work) =>
      run(
        store,
        `set transaction isolation level repeatable read;${preambleOf(scope, 'skillscope_owner')}`,
        true,
        work,
      ),
    close: () => store.close(),
  };
}

async function run<T>(
  store: Store,
  preamble: string,
  writes: boolean,
  work: (database: Queryable) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await store.transaction(preamble, writes, work);
    } catch (error) {
      if (attempt >= ATTEMPTS || !isPassing(error)) throw registryErrorOf(error);
    }
  }
}

async function readCapabilities(store: Store, preamble: string): Promise<Capabilities> {
  const [row] = await store.transaction(preamble, false, (database) =>
    database.query<{ vector: boolean }>('select skillscope.vector_schema() is not null as vector'),
  );
  return { vector: row?.vector === true, fullText: true, shared: store.kind === 'server' };
}

/** Role, tenant and principal hold for one transaction only, so a pooled connection carries nothing to the next. */
function preambleOf(
  scope: RegistryScope,
  role: 'skillscope_owner' | 'skillscope_app' | 'skillscope_reader' = scope.readOnly
    ? 'skillscope_reader'
    : 'skillscope_app',
): string {
  return (
    `set local role ${role};` +
    `set local skillscope.tenant = ${literal(tenantOf(scope))};` +
    `set local skillscope.principal = ${literal(scope.principal ?? '')};`
  );
}

function tenantOf({ tenant = 'default' }: RegistryScope): string {
  if (TENANT.test(tenant)) return tenant;
  throw new RegistryError('bad-name', 'That is no name of a tenant.', {
    ways: ['Use 1 to 200 letters, digits and . _ / @ : # + -, beginning with a letter, a digit or @.'],
  });
}

function literal(text: string): string {
  if (text.includes('\0'))
    throw new RegistryError('bad-name', 'A name holds a NUL character.', { ways: ['Leave it out.'] });
  return ` E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
