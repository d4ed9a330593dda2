import type { Migration } from './migration.ts';
import { RegistryError } from './registry-error.ts';
import { MIGRATIONS } from './sql.generated.ts';
import type { Queryable, Store } from './store.ts';

/**
 * `ready`: all our migrations are there, perhaps more that break nothing. `behind`: some are missing; `missing`: there is
 * no schema. `newer`: one that we do not know breaks us.
 */
export type SchemaState = 'ready' | 'behind' | 'missing' | 'newer';

/** Any number will do, as long as every program that migrates takes the same. */
const LOCK = 7_265_431_906;

/**
 * Brings the schema up to date, all missing migrations in one transaction. Of programs that start at once one does it
 * and the others wait. Throws `registry-newer`, and `registry-behind` where the user may not change the schema.
 */
export async function migrate(store: Store, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
  const state = await store.asOwner((database) => readState(database, migrations));
  if (state === 'newer') throw newer();
  if (state === 'ready') return;
  await asMigrator(store, (database) => apply(database, migrations));
}

/**
 * The same, and `fill` in the same transaction where there is no schema yet: it is made with what it begins with, or not
 * at all. Gives false, and changes nothing, where there is one.
 */
export async function migrateFilled(store: Store, fill: (database: Queryable) => Promise<void>): Promise<boolean> {
  const state = await store.asOwner((database) => readState(database, MIGRATIONS));
  if (state !== 'missing') return false;
  await asMigrator(store, async (database) => {
    await apply(database, MIGRATIONS);
    await fill(database);
  });
  return true;
}

async function asMigrator(store: Store, work: (database: Queryable) => Promise<void>): Promise<void> {
  try {
    await store.asOwner(work);
  } catch (cause) {
    if (!(cause instanceof Error) || !('code' in cause) || cause.code !== '42501') throw cause;
    throw new RegistryError('registry-behind', 'The schema is not up to date, and this user may not change it.', {
      ways: ['Open the registry once as a user that may create roles and schemas.'],
      cause,
    });
  }
}

/** Changes nothing. Throws `registry-missing`, `registry-behind` or `registry-newer` unless the schema can be worked with. */
export async function checkSchema(store: Store, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
  const state = await store.asOwner((database) => readState(database, migrations));
  if (state === 'newer') throw newer();
  if (state === 'missing') throw missing('in this database');
  if (state === 'behind')
    throw new RegistryError('registry-behind', 'The schema is not up to date.', {
      ways: ['Open the registry once as a user that may change it.'],
    });
}

export function missing(place: string): RegistryError {
  return new RegistryError('registry-missing', `There is no registry ${place}.`, {
    ways: ['Name the place of one that was opened before, or open a new one there.'],
  });
}

async function readState(database: Queryable, migrations: readonly Migration[]): Promise<SchemaState> {
  const [table] = await database.query<{ present: boolean }>(
    "select to_regclass('skillscope.migrations') is not null as present",
  );
  if (!table?.present) return 'missing';
  const applied = await database.query<{ number: number; breaking: boolean }>(
    'select number, breaking from skillscope.migrations',
  );
  if (applied.some(({ number, breaking }) => breaking && number > migrations.length)) return 'newer';
  const numbers = new Set(applied.map(({ number }) => number));
  return migrations.every(({ number }) => numbers.has(number)) ? 'ready' : 'behind';
}

async function apply(database: Queryable, migrations: readonly Migration[]): Promise<void> {
  await database.query('select pg_advisory_xact_lock($1)', [LOCK]);
  await database.execute("set local lock_timeout = 0; set local statement_timeout = 0; set local search_path = ''");
  await addVector(database);
  await database.execute(GROUND);
  const applied = await database.query<{ number: number; breaking: boolean }>(
    'select number, breaking from skillscope.migrations',
  );
  if (applied.some(({ number, breaking }) => breaking && number > migrations.length)) throw newer();
  const numbers = new Set(applied.map(({ number }) => number));
  for (const { number, breaking, sql } of migrations) {
    if (numbers.has(number)) continue;
    await database.execute(sql);
    await database.query('insert into skillscope.migrations (number, breaking) values ($1, $2)', [number, breaking]);
  }
  await database.execute(
    'reset role; set local lock_timeout to default; set local statement_timeout to default; set local search_path to default',
  );
}

/** pgvector is used where the server has it and lets this user install it; without it, search is by words. */
async function addVector(database: Queryable): Promise<void> {
  await database.execute(`
    do $$ begin
      if exists (select from pg_catalog.pg_available_extensions where name = 'vector' and installed_version is null) then
        create extension vector schema public;
      end if;
    exception when insufficient_privilege or invalid_schema_name or undefined_file then null;
    end $$`);
}

/**
 * The roles are the cluster's, so another database may have them, or be making them. The owner is nobody's login: it
 * is bound by row-level security, and so is every function that runs in its name.
 */
const GROUND = `
do $$
declare
  the_role text;
begin
  foreach the_role in array array['skillscope_owner', 'skillscope_app', 'skillscope_reader'] loop
    begin
      if not exists (select from pg_catalog.pg_roles where rolname = the_role) then
        execute pg_catalog.format('create role %I nologin nosuperuser nobypassrls', the_role);
      end if;
    exception when duplicate_object or unique_violation then null;
    end;
    if not pg_catalog.pg_has_role(current_user, the_role, 'member') then
      execute pg_catalog.format('grant %I to current_user', the_role);
    end if;
  end loop;
end $$;
create schema if not exists skillscope authorization skillscope_owner;
set local role skillscope_owner;
create table if not exists skillscope.migrations (
  number integer primary key,
  breaking boolean not null,
  applied_at timestamptz not null default pg_catalog.now()
);
comment on table skillscope.migrations is 'The steps of this schema. A program that does not know a breaking one must not use the database';
`;

function newer(): RegistryError {
  return new RegistryError('registry-newer', 'The registry was made by a newer version, which this one cannot use.', {
    ways: ['Upgrade this program.'],
  });
}
