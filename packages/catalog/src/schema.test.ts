import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connect } from './connection.ts';
import { loadDriver } from './driver.ts';
import { openCatalog, readArtifact, writeArtifacts } from './index.ts';
import { migrate, readSchema } from './migrate.ts';
import { MIGRATIONS } from './sql.generated.ts';
import { temporaryDirectory } from './testing/directories.ts';
import { withDatabase } from './testing/raw.ts';
import { INDEXERS, record, words } from './testing/records.ts';

const HERE = import.meta.dirname;

test('schema.sql shows what the migrations make', () => {
  const connection = connect(loadDriver(), ':memory:', { busyMilliseconds: 0 });
  migrate(connection);
  const rows = connection.all<{ sql: string }>(
    "select sql from sqlite_schema where sql is not null and name not like 'sqlite\\_%' escape '\\' and name not like 'search\\__%' escape '\\' order by rowid",
  );
  connection.close();
  const dump = readFileSync(join(HERE, 'schema.sql'), 'utf8');
  expect(dump.slice(dump.indexOf('CREATE '))).toBe(rows.map(({ sql }) => `${sql};\n`).join('\n'));
});

test('the migrations in the module are those in the folder', async () => {
  const texts = MIGRATIONS.map(({ number }) =>
    readFileSync(join(HERE, 'sql', `${String(number).padStart(6, '0')}.sql`), 'utf8'),
  );
  expect(MIGRATIONS.map(({ sql }) => sql)).toEqual(texts);
  expect(MIGRATIONS.map(({ number }) => number)).toEqual(MIGRATIONS.map((_, index) => index + 1));
});

test('migrating twice changes nothing', () => {
  const connection = connect(loadDriver(), ':memory:', { busyMilliseconds: 0 });
  migrate(connection);
  migrate(connection);
  expect(readSchema(connection)).toEqual({ state: 'ready', number: MIGRATIONS.length });
  connection.close();
});

test('a failing migration leaves nothing behind', () => {
  const connection = connect(loadDriver(), ':memory:', { busyMilliseconds: 0 });
  migrate(connection);
  const next = {
    number: MIGRATIONS.length + 1,
    breaking: false,
    sql: 'create table more (a); create table artifact (a)',
  };
  expect(() => migrate(connection, [...MIGRATIONS, next])).toThrow('already exists');
  expect(readSchema(connection, [...MIGRATIONS, next])).toEqual({ state: 'behind', number: MIGRATIONS.length });
  expect(connection.get("select 1 from sqlite_schema where name = 'more'")).toBeUndefined();
  connection.close();
});

test('a file that a newer version broke for us is left alone', () => {
  const directory = written();
  withDatabase(directory, (connection) => connection.exec('insert into migration values (999, 1, 0)'));

  const catalog = openCatalog({ directory, indexers: INDEXERS });
  expect(readArtifact(catalog, record('db').key)).toBeUndefined();
  writeArtifacts(catalog, [record('other')], { words });
  expect(readArtifact(catalog, record('other').key)?.skills).toHaveLength(2);
  expect(catalog.location).toBeUndefined();
  expect(catalog.notes).toEqual([
    {
      code: 'cache-newer',
      message: `The cache in "${directory}" belongs to a newer version of skillscope and is left alone, so everything is read again each time.`,
    },
  ]);
  catalog.close();
  expect(withDatabase(directory, (connection) => connection.all('select name from artifact'))).toEqual([
    { name: 'db' },
  ]);
});

test('a file that a newer version only added to is used', () => {
  const directory = written();
  withDatabase(directory, (connection) =>
    connection.exec('insert into migration values (999, 0, 0); alter table artifact add column more text'),
  );
  const catalog = openCatalog({ directory, indexers: INDEXERS });
  expect(readArtifact(catalog, record('db').key)?.skills).toHaveLength(2);
  expect(writeArtifacts(catalog, [record('other')], { words })).toEqual([expect.any(Number)]);
  expect(catalog.notes).toEqual([]);
  catalog.close();
});

function written(): string {
  const directory = temporaryDirectory();
  const catalog = openCatalog({ directory, indexers: INDEXERS });
  writeArtifacts(catalog, [record('db')], { words });
  catalog.close();
  return directory;
}
