import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
import { startServer } from '../../packages/runtime/src/testing/servers.ts';
import { median, percentile } from '../statistics.ts';
import { loseUpdates } from './lose-updates.ts';

/*
 * What the registry costs, on a server of its own and in a directory, and what a hand-rolled list of skills loses. Run
 * with `tsx bench/registry/registry.ts`; `--sizes 100,10000`, `--no-write`. Needs Debian's PostgreSQL.
 */

const WRITERS = 32;
const EACH = 20;
const ROUNDS = 200;

const WORDS =
  'invoice refund customer delete table query migrate deploy review letter translate summary chart budget export parse ' +
  'schema index backup restore login token session cache queue worker retry limit audit report draft merge branch';
const VOCABULARY = WORDS.split(' ');

const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '100,10000' }, write: { type: 'boolean', default: true } },
  allowNegative: true,
});
const sizes = values.sizes.split(',').map(Number);

const scratch = mkdtempSync(join(tmpdir(), 'skillscope-bench-registry-'));
const server = await startServer();
try {
  const text = await measure();
  console.log(text);
  if (values.write) writeFileSync(join(import.meta.dirname, 'results.md'), text);
} finally {
  await server.stop();
  rmSync(scratch, { recursive: true, force: true });
}

async function measure(): Promise<string> {
  const lines = ['# What the registry costs', '', '## Opening', '', '| store | what | ms |', '|---|---|---:|'];
  const dir = join(scratch, 'registry');
  for (const [store, place] of [
    ['server', { url: server.url }],
    ['directory', { dir }],
  ] as const)
    for (const what of ['first ever, with its schema', 'again']) {
      const start = performance.now();
      const registry = await openRegistry(place);
      lines.push(`| ${store} | ${what} | ${(performance.now() - start).toFixed(0)} |`);
      await registry.close();
    }

  const shared = await openRegistry({ url: server.url, connections: WRITERS });
  const own = await openRegistry({ dir });
  lines.push('', `## ${WRITERS} writers add ${EACH} skills each to one agent`, '');
  lines.push('| how | landed | lost | a second |', '|---|---:|---:|---:|');
  for (const [store, registry] of [
    ['`attachSkill`, server', shared],
    ['`attachSkill`, directory', own],
  ] as const)
    lines.push(row(store, await attach(registry.as({ tenant: 'attach' }))));
  lines.push(row('read the list, add, write it back; server', await loseUpdates(server.url, WRITERS, EACH)));

  for (const size of sizes) {
    lines.push('', `## ${size.toLocaleString('en')} skills`, '');
    lines.push('| what | server, median ms | 95 % | directory, median ms | 95 % |', '|---|---:|---:|---:|---:|');
    const tenant = { tenant: `size-${size}` };
    const columns = [await work(shared.as(tenant), size), await work(own.as(tenant), size)];
    for (const what of columns[0]?.keys() ?? []) {
      const cells = columns.flatMap((column) => {
        const times = column.get(what) ?? [];
        return [median(times).toFixed(2), percentile(times, 0.95).toFixed(2)];
      });
      lines.push(`| ${what} | ${cells.join(' | ')} |`);
    }
  }
  await shared.close();
  await own.close();
  return `${lines.join('\n')}\n`;
}

function row(how: string, { landed, seconds }: { readonly landed: number; readonly seconds: number }): string {
  const rate = ((WRITERS * EACH) / seconds).toFixed(0);
  return `| ${how} | ${landed} | ${WRITERS * EACH - landed} | ${rate} |`;
}

async function attach(registry: Registry): Promise<{ readonly landed: number; readonly seconds: number }> {
  const names = Array.from({ length: WRITERS * EACH }, (_, index) => `skill-${index}`);
  for (const name of names) await putSkill(registry, skill(name, 0));
  await putAgent(registry, { name: 'agent' });
  const start = performance.now();
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (const name of names.slice(writer * EACH, (writer + 1) * EACH)) await attachSkill(registry, 'agent', name);
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  return { landed: (await readAgent(registry, 'agent')).skills.length, seconds };
}

async function work(registry: Registry, size: number): Promise<ReadonlyMap<string, readonly number[]>> {
  const names = Array.from({ length: size }, (_, index) => `skill-${String(index).padStart(6, '0')}`);
  const columns = new Map<string, readonly number[]>();
  columns.set('put a new skill', await each(names, (name, index) => putSkill(registry, skill(name, index))));
  columns.set(
    'put the same again',
    await each(some(names), (name) => putSkill(registry, skill(name, Number(name.slice(6))))),
  );
  const carried = some(names).slice(0, Math.min(1000, size));
  await putAgent(registry, { name: 'agent', skills: [...new Set(carried)] });
  columns.set('list 100, anywhere', await each(some(names), (after) => listSkills(registry, { after })));
  columns.set(
    `list what an agent carries (100 of ${new Set(carried).size})`,
    await each(some(names), () => listSkills(registry, { agent: 'agent' })),
  );
  columns.set('read one body', await each(some(names), (name) => readSkill(registry, name)));
  columns.set('search by words, all', await each(some(names), (_, index) => searchSkills(registry, need(index))));
  columns.set(
    'search by words, what an agent carries',
    await each(some(names), (_, index) => searchSkills(registry, need(index), { agent: 'agent' })),
  );
  const fields = { listing: 0.7, body: 0.3 };
  columns.set(
    'search by words, bodies too',
    await each(some(names).slice(0, 20), (_, index) => searchSkills(registry, need(index), { fields })),
  );
  return columns;
}

async function each<T>(
  items: readonly T[],
  act: (item: T, index: number) => Promise<unknown>,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (const [index, item] of items.entries()) {
    const start = performance.now();
    await act(item, index);
    times.push(performance.now() - start);
  }
  return times;
}

/** So many names, spread over all of them; the same ones always. */
function some(names: readonly string[]): readonly string[] {
  return Array.from({ length: ROUNDS }, (_, index) => names[(index * 7919) % names.length] ?? '');
}

function phrase(seed: number, count: number): string {
  return Array.from(
    { length: count },
    (_, index) => VOCABULARY[(seed * 31 + index * index * 17 + index) % VOCABULARY.length],
  ).join(' ');
}

function need(index: number): string {
  return `how do I ${phrase(index, 3)}`;
}

/** About 220 characters of listing and 3,000 of body, as published skills have. */
function skill(name: string, seed: number): { readonly text: string } {
  return {
    text: `---\nname: ${name}\ndescription: Use when ${phrase(seed, 28)}.\n---\n# ${name}\n\n${phrase(seed + 1, 420)}\n`,
  };
}
