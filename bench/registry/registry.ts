import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  attachSkill,
  listSkills,
  openRegistry,
  putAgent,
  putSkill,
  type Registry,
  readAgent,
  readSkill,
  searchSkills,
} from '../../packages/runtime/src/index.ts';
import { asAdministrator, startServer } from '../../packages/runtime/src/testing/servers.ts';
import { median, percentile } from '../statistics.ts';
import { FREQUENT_NEED, need, skillName, skillText } from './corpus.ts';
import { fill } from './fill.ts';
import { loseUpdates } from './lose-updates.ts';

/*
 * What the registry costs, on a server of its own and in a directory, and what a hand-rolled list of skills loses. Run
 * with `tsx bench/registry/registry.ts`; `--sizes 100,10000,100000`, `--stores server,directory`, `--rounds 100`,
 * `--no-write`. Needs Debian's PostgreSQL, and Linux.
 */

const WRITERS = 32;
const EACH = 20;
const STARTS = 3;

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '100,10000' },
    stores: { type: 'string', default: 'server,directory' },
    rounds: { type: 'string', default: '100' },
    write: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const sizes = values.sizes.split(',').map(Number);
const stores = values.stores.split(',');
const rounds = Number(values.rounds);

type Place = { readonly url: string; readonly connections: number } | { readonly dir: string };
type Column = ReadonlyMap<string, string>;

const scratch = mkdtempSync(join(tmpdir(), 'skillscope-bench-registry-'));
const server = await startServer();
try {
  const text = await measure();
  process.stdout.write(text);
  if (values.write) {
    mkdirSync(join(import.meta.dirname, '../results'), { recursive: true });
    const name = stores.length === 1 ? `registry-${stores[0]}` : 'registry';
    writeFileSync(join(import.meta.dirname, `../results/${name}.md`), text);
  }
} finally {
  await server.stop();
  rmSync(scratch, { recursive: true, force: true });
}

async function measure(): Promise<string> {
  const parts = [await concurrency()];
  const columns = new Map(sizes.map((size) => [size, [] as Column[]]));
  for (const store of stores)
    for (const size of sizes) {
      const name = `size_${size}`;
      if (store === 'server') await asAdministrator(server.url, `create database ${name}`);
      const place: Place =
        store === 'server'
          ? { url: server.url.replace(/postgres$/, name), connections: 1 }
          : { dir: join(scratch, name) };
      columns.get(size)?.push(await work(place, size));
      process.stderr.write(`${store}, ${size} skills: done\n`);
    }
  for (const [size, both] of columns) parts.push(table(`${size.toLocaleString('en')} skills`, both));
  const conditions = `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)} at the end. Times are processor time of program and server together, which is steady on a machine that does other work, then time on the clock and what 95 % stay below; ${rounds} of each`;
  return `${['# What the registry costs', `Written by \`tsx bench/registry/registry.ts --stores ${values.stores} --sizes ${values.sizes} --rounds ${values.rounds}\`. ${conditions}.`, ...parts].join('\n\n')}\n`;
}

async function concurrency(): Promise<string> {
  const lines = [`## ${WRITERS} writers add ${EACH} skills each to one agent`, ''];
  lines.push('| how | landed | lost | a second |', '|---|---:|---:|---:|');
  for (const store of stores) {
    const place = store === 'server' ? { url: server.url, connections: WRITERS } : { dir: join(scratch, 'attach') };
    const registry = await openRegistry(place);
    lines.push(row(`\`attachSkill\`, ${store}`, await attach(registry)));
    await registry.close();
  }
  lines.push(row('read the list, add, write it back; server', await loseUpdates(server.url, WRITERS, EACH)));
  return lines.join('\n');
}

function row(how: string, { landed, seconds }: { readonly landed: number; readonly seconds: number }): string {
  const rate = ((WRITERS * EACH) / seconds).toFixed(0);
  return `| ${how} | ${landed} | ${WRITERS * EACH - landed} | ${rate} |`;
}

async function attach(registry: Registry): Promise<{ readonly landed: number; readonly seconds: number }> {
  const count = WRITERS * EACH;
  await fill(registry, 0, count);
  await putAgent(registry, { name: 'agent' });
  const start = performance.now();
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let index = writer; index < count; index += WRITERS) await attachSkill(registry, 'agent', skillName(index));
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  return { landed: (await readAgent(registry, 'agent')).skills.length, seconds };
}

function table(title: string, columns: readonly Column[]): string {
  const lines = [`## ${title}`, '', `| what | ${stores.join(' | ')} |`, `|---|${'---:|'.repeat(stores.length)}`];
  for (const what of columns[0]?.keys() ?? [])
    lines.push(`| ${what} | ${columns.map((column) => column.get(what) ?? '').join(' | ')} |`);
  return lines.join('\n');
}

async function work(place: Place, size: number): Promise<Column> {
  const column = new Map<string, string>();
  let backend: number | undefined;
  const time = async (what: string, act: (index: number) => Promise<unknown>, count = rounds) => {
    const times: number[] = [];
    const used: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const [start, usedBefore] = [performance.now(), processorTime(backend)];
      await act(index);
      times.push(performance.now() - start);
      used.push(processorTime(backend) - usedBefore);
    }
    column.set(
      `${what}, ms`,
      `${median(used).toFixed(1)}; ${median(times).toFixed(1)}, ${percentile(times, 0.95).toFixed(1)}`,
    );
  };
  /** Names spread over all of them; the same ones always. */
  const some = (index: number) => skillName((index * 7919) % size);

  const first = performance.now();
  let registry = await openRegistry(place);
  column.set('open for the first time ever, ms', (performance.now() - first).toFixed(0));
  await fill(registry, 0, size);
  await registry.administer((database) => database.execute('analyze'));
  await registry.close();
  openings(place, column);

  registry = await openRegistry(place);
  if ('url' in place) {
    const [row] = await registry.read((database) =>
      database.query<{ readonly id: number }>('select pg_backend_pid() as id'),
    );
    backend = row?.id;
  }
  await time('put a new skill', (index) => putSkill(registry, { text: skillText(size + index) }));
  await time('put the same again', (index) => putSkill(registry, { text: skillText(size + index) }));
  const carried = [...new Set(Array.from({ length: 200 }, (_, index) => some(index)))];
  await putAgent(registry, { name: 'agent', skills: carried });
  await time('a transaction that does nothing', () => registry.read((database) => database.query('select')));
  await time('list 100, anywhere', (index) => listSkills(registry, { after: some(index) }));
  await time(`list what an agent carries (100 of ${carried.length})`, () => listSkills(registry, { agent: 'agent' }));
  await time('read one body', (index) => readSkill(registry, some(index)));
  await time('search for a need', (index) => searchSkills(registry, need(index)));
  await time('the same, looking at every listing', (index) => lookAtAll(registry, need(index)), rounds / 4);
  await time('search for the three most frequent words', () => searchSkills(registry, FREQUENT_NEED));
  await time(
    'the same, looking at every listing, for the three most frequent words',
    () => lookAtAll(registry, FREQUENT_NEED),
    rounds / 4,
  );
  await time('search what an agent carries', (index) => searchSkills(registry, need(index), { agent: 'agent' }));
  const fields = { listing: 0.7, body: 0.3 };
  await time('search bodies too', (index) => searchSkills(registry, need(index), { fields }), rounds / 10);
  await time('be refused an unknown name', (index) => readSkill(registry, `none-${index}`).catch(() => {}));
  const [bytes] = await registry.administer((database) =>
    database.query<{ readonly all: number; readonly words: number }>(
      `select sum(pg_total_relation_size(oid))::float8 as all,
         pg_total_relation_size('skillscope.skill_words')::float8 as words
       from pg_class where relnamespace = 'skillscope'::regnamespace and relkind = 'r'`,
    ),
  );
  column.set('tables and indexes, MB', megabytes(bytes?.all ?? 0));
  column.set('of that, the words of listings, MB', megabytes(bytes?.words ?? 0));
  if ('url' in place) column.set('memory of the server, MB', megabytes(serverBytes()));
  await registry.close();
  return column;
}

/** Milliseconds that this process and the server's process for its connection have run so far. */
function processorTime(backend: number | undefined): number {
  const { user, system } = process.cpuUsage();
  const served = backend === undefined ? 0 : Number(readFileSync(`/proc/${backend}/schedstat`, 'utf8').split(' ')[0]);
  return (user + system) / 1000 + served / 1_000_000;
}

/** In processes of their own. */
function openings(place: Place, column: Map<string, string>): void {
  const program = join(import.meta.dirname, 'open-child.ts');
  const told = Array.from({ length: STARTS }, () => {
    const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', program, JSON.stringify(place), 'default'], {
      encoding: 'utf8',
    });
    return JSON.parse(stdout) as { readonly opened: number; readonly bytes: number };
  });
  column.set('open it filled, ms', median(told.map(({ opened }) => opened)).toFixed(0));
  column.set('memory of the program after a search, MB', megabytes(median(told.map(({ bytes }) => bytes))));
}

/** As a search by words would have to be without `skill_words`: row-level security keeps `@@` from any index. */
function lookAtAll(registry: Registry, text: string): Promise<unknown> {
  return registry.administer((database) =>
    database.query(
      `select i.name, i.description, m.score from (
         select s.name, ts_rank(v.words, skillscope.any_word($1), 32) as score
         from skillscope.skills s
           join skillscope.skill_versions v on v.tenant = s.tenant and v.skill = s.name and v.version = s.version
         where s.tenant = 'default' and v.words @@ skillscope.any_word($1)
         order by score desc, s.name limit 10) as m
       join skillscope.skill_index i on i.name = m.name order by m.score desc, i.name`,
      [text],
    ),
  );
}

/** Of all processes of the server, what they share counted once. */
function serverBytes(): number {
  const main = readFileSync(join(server.directory, 'data', 'postmaster.pid'), 'utf8').split('\n')[0] ?? '';
  const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(' ');
  return [main, ...children].reduce((sum, id) => {
    const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1];
    return sum + Number(kilobytes ?? 0) * 1024;
  }, 0);
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(0);
}
