import { type OpenOptions, openFilled, type Registry, type RegistryPlace } from './registry.ts';
import { RegistryError } from './registry-error.ts';
import { MIGRATIONS } from './sql.generated.ts';
import type { Queryable } from './store.ts';

/** In the order in which their rows can be written. Triggers make `needed_bindings` and `skill_words` from them. */
const TABLES = [
  'skills',
  'skill_versions',
  'skill_bodies',
  'resources',
  'labels',
  'required_servers',
  'approvals',
  'embeddings',
  'tool_servers',
  'agents',
  'agent_versions',
  'bindings',
  'attachments',
  'policies',
  'always',
  'plugins',
  'plugin_items',
  'threads',
  'branches',
  'runs',
  'run_skills',
  'decisions',
] as const;

type Lines = Iterable<string> | AsyncIterable<string>;

type Table = (typeof TABLES)[number];

const FORMAT = 'skillscope-registry';
/** Rows fetched and written at once; a row may hold a file of 16 MB. */
const BATCH = 50;

/**
 * Gives every row of the registry's tenant as lines of JSON, without line ends, as they were at one moment: a first line
 * that says what it is, one a row, and a last one with the number of rows, so that half a dump is known for one. They can
 * be restored on any store. The tenant's name is not among them.
 */
export function dumpRegistry(registry: Registry, write: (line: string) => void | Promise<void>): Promise<void> {
  return registry.administer(async (database) => {
    await database.execute("set local timezone = 'UTC'");
    await write(JSON.stringify({ format: FORMAT, schema: MIGRATIONS.length }));
    let count = 0;
    for (const table of TABLES) {
      const columns = await columnsOf(database, table);
      const order = table === 'branches' ? 'created_at, id' : `(t.*)::text collate "C"`;
      await database.execute(
        `declare rows no scroll cursor for select to_json(r)::text as line
         from (select ${columns.map((column) => `t.${column}`).join(', ')} from skillscope.${table} t order by ${order}) r`,
      );
      for (;;) {
        const rows = await database.query<{ readonly line: string }>(`fetch ${BATCH} from rows`);
        for (const { line } of rows) await write(`["${table}",${line}]`);
        count += rows.length;
        if (rows.length < BATCH) break;
      }
      await database.execute('close rows');
    }
    await write(JSON.stringify({ rows: count }));
  });
}

/**
 * Writes the lines of a dump into a tenant that has no rows, all or none. Throws `not-empty`, and `bad-dump` for lines
 * that no dump of this version or an earlier one has.
 */
export function restoreRegistry(registry: Registry, lines: Lines): Promise<void> {
  return registry.administer((database) => restoreRows(database, registry.tenant, lines));
}

/**
 * Opens a registry as `openRegistry` does and restores the lines of a dump into it. Where there is no registry yet it is
 * made of them, as a whole: where they are refused, or this process is killed, there is none as before.
 */
export function restoreInto(options: RegistryPlace & OpenOptions, lines: Lines): Promise<Registry> {
  return openFilled(options, (database, tenant) => restoreRows(database, tenant, lines));
}

async function restoreRows(database: Queryable, tenant: string, lines: Lines): Promise<void> {
  for (const table of ['skills', 'agents', 'tool_servers', 'plugins', 'threads'])
    if ((await database.query(`select from skillscope.${table} limit 1`)).length > 0)
      throw new RegistryError('not-empty', `The tenant "${tenant}" has rows already.`, {
        ways: ['Restore into a tenant that has none, or into a new registry.'],
      });
  let number = 0;
  let table: Table = TABLES[0];
  let rows: unknown[] = [];
  let isWhole = false;
  for await (const line of lines) {
    number += 1;
    const value = parse(line, number);
    if (isWhole) throw bad(number);
    if (number === 1) {
      checkHead(value);
      continue;
    }
    if (isEnd(value, number - 2)) {
      isWhole = true;
      continue;
    }
    const [next, row] = Array.isArray(value) ? value : [];
    const known = TABLES.find((name) => name === next);
    if (!known || TABLES.indexOf(known) < TABLES.indexOf(table) || typeof row !== 'object' || row === null)
      throw bad(number);
    if (known !== table || rows.length >= BATCH) {
      await insert(database, table, rows);
      rows = [];
      table = known;
    }
    rows.push(row);
  }
  if (number === 0) throw bad(1);
  if (!isWhole) throw cutOff(number);
  await insert(database, table, rows);
}

async function insert(database: Queryable, table: Table, rows: readonly unknown[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = (await columnsOf(database, table)).join(', ');
  await database.query(
    `insert into skillscope.${table} (${columns})
     select ${columns} from jsonb_populate_recordset(null::skillscope.${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}

/** What is stored and not made from something else, quoted. */
async function columnsOf(database: Queryable, table: Table): Promise<readonly string[]> {
  const rows = await database.query<{ readonly name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = 'skillscope.${table}'::regclass and attnum > 0 and not attisdropped
       and attgenerated = '' and attname <> 'tenant' order by attnum`,
  );
  return rows.map(({ name }) => name);
}

function checkHead(value: unknown): void {
  const head = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  if (head['format'] !== FORMAT || typeof head['schema'] !== 'number') throw bad(1);
  if (head['schema'] > MIGRATIONS.length)
    throw new RegistryError('registry-newer', 'The dump was made by a newer version, which this one cannot read.', {
      ways: ['Upgrade this program.'],
    });
}

function isEnd(value: unknown, rows: number): boolean {
  return typeof value === 'object' && value !== null && 'rows' in value && value.rows === rows;
}

function parse(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw bad(number);
  }
}

function cutOff(number: number): RegistryError {
  return new RegistryError('bad-dump', `The dump is cut off after line ${number}.`, {
    ways: ['Restore a dump that was written to its end.'],
    facts: { line: number },
  });
}

function bad(number: number): RegistryError {
  return new RegistryError('bad-dump', `Line ${number} is no line of a dump.`, {
    ways: ['Restore a dump as it was written.'],
    facts: { line: number },
  });
}
