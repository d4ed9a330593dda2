import { type Connection, connect } from '../connection.ts';
import { loadDriver } from '../driver.ts';
import { databaseOf } from '../places.ts';

/** Uses the database of a directory behind the catalog's back. */
export function withDatabase<T>(directory: string, action: (connection: Connection) => T): T {
  const connection = connect(loadDriver(), databaseOf(directory), { busyMilliseconds: 5_000 });
  try {
    return action(connection);
  } finally {
    connection.close();
  }
}

/** What SQLite and its full-text index say about the whole file; `ok` when nothing is wrong. */
export function checkIntegrity(connection: Connection): string {
  const [row] = connection.all<{ integrity_check: string }>('pragma integrity_check');
  connection.exec("insert into search (search, rank) values ('integrity-check', 1)");
  return row?.integrity_check ?? 'no answer';
}

/** Artifacts of which not everything is there that belongs to them; none, ever. */
export function partialArtifacts(connection: Connection): readonly unknown[] {
  return connection.all(`
    select path from artifact where
      skills <> (select count(*) from skill where id between number << 10 and (number << 10) + 1023) or
      skills + 1 <> (select count(*) from search where rowid between number << 10 and (number << 10) + 1023)
    union all select id from skill where id >> 10 not in (select number from artifact)
    union all select rowid from search where rowid >> 10 not in (select number from artifact)`);
}
