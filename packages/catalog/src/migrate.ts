import type { Connection } from './connection.ts';
import type { Migration } from './migration.ts';
import { MIGRATIONS } from './sql.generated.ts';

/**
 * `ready`: all our migrations are in the file, perhaps more that break nothing. `behind`: some are missing.
 * `newer`: one that we do not know breaks us. `foreign`: somebody else's database.
 */
export type SchemaState = 'ready' | 'behind' | 'newer' | 'foreign';

export interface Schema {
  readonly state: SchemaState;
  /** Of the last migration in the file; 0 for none. */
  readonly number: number;
}

/** Reads only. */
export function readSchema(connection: Connection, migrations: readonly Migration[] = MIGRATIONS): Schema {
  const objects = connection.get<{ total: number; ours: number }>(
    "select count(*) as total, count(*) filter (where name = 'migration') as ours from sqlite_schema",
  );
  if (!objects?.ours) return { state: objects?.total ? 'foreign' : 'behind', number: 0 };
  const applied = connection.all<{ number: number; breaking: number }>('select number, breaking from migration');
  const number = Math.max(0, ...applied.map((row) => row.number));
  if (applied.some((row) => row.number > migrations.length && row.breaking === 1)) return { state: 'newer', number };
  const numbers = new Set(applied.map((row) => row.number));
  return { state: migrations.every((migration) => numbers.has(migration.number)) ? 'ready' : 'behind', number };
}

/**
 * Applies what is missing, each migration in a transaction that first records its number: of two programs that start
 * at once the second waits for the lock, finds the number taken, and goes on.
 */
export function migrate(connection: Connection, migrations: readonly Migration[] = MIGRATIONS): void {
  for (const { number, breaking, sql } of migrations) {
    connection.transaction(() => {
      connection.exec(MIGRATION_TABLE);
      if (connection.get('select 1 from migration where number = ?', number)) return;
      connection.run(
        'insert into migration (number, breaking, applied_at) values (?, ?, ?)',
        number,
        breaking ? 1 : 0,
        Date.now(),
      );
      connection.exec(sql);
    });
  }
}

const MIGRATION_TABLE = `create table if not exists migration (
  number integer primary key,
  breaking integer not null,                -- 1: a program that does not know this number must not use the file
  applied_at integer not null               -- ms
) strict`;
