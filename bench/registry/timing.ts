import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  attachSkill,
  openRegistry,
  openRun,
  putAgent,
  putEmbedding,
  putSkill,
  putToolServer,
  type Registry,
  readAgent,
  readSkill,
  removeSkill,
  removeToolServer,
  searchSkills,
  setLabel,
} from '../../packages/runtime/src/index.ts';
import { startServer } from '../../packages/runtime/src/testing/servers.ts';
import { median } from '../statistics.ts';

/*
 * Whether the time of a refusal tells that another tenant has a name. Run with `tsx bench/registry/timing.ts`;
 * `--calls 600` of each kind, `--no-write`. Needs Debian's PostgreSQL, and Linux.
 */

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '600' }, write: { type: 'boolean', default: true } },
  allowNegative: true,
});
const calls = Number(values.calls);
/** Names that the other tenant has, and as many that nobody has. */
const NAMES = 100;

const ASKED: readonly (readonly [string, (registry: Registry, name: string) => Promise<unknown>])[] = [
  ['`readSkill`', (registry, name) => readSkill(registry, name)],
  ['`readAgent`', (registry, name) => readAgent(registry, name)],
  ['`attachSkill` to an own agent', (registry, name) => attachSkill(registry, 'own', name)],
  ['`attachSkill` to that agent', (registry, name) => attachSkill(registry, name, 'own')],
  ['`removeSkill`', (registry, name) => removeSkill(registry, name)],
  ['`removeToolServer`', (registry, name) => removeToolServer(registry, name)],
  ['`setLabel`', (registry, name) => setLabel(registry, name, 'stable', 1)],
  ['`putEmbedding`', (registry, name) => putEmbedding(registry, { skill: name, version: 1, model: 'm', vector: [1] })],
  ['`putSkill` over a version', (registry, name) => putSkill(registry, source(name), { expectedVersion: 1 })],
  ['`openRun`', (registry, name) => openRun(registry, { agent: name, thread: 'thread' })],
  ['`searchSkills` of an agent', (registry, name) => searchSkills(registry, 'use', { agent: name })],
  ['`searchSkills` for the name', (registry, name) => searchSkills(registry, name)],
];

const server = await startServer();
try {
  const text = await measure();
  process.stdout.write(text);
  if (values.write) {
    mkdirSync(join(import.meta.dirname, '../results'), { recursive: true });
    writeFileSync(join(import.meta.dirname, '../results/registry-timing.md'), text);
  }
} finally {
  await server.stop();
}

async function measure(): Promise<string> {
  const root = await openRegistry({ url: server.url, connections: 1 });
  const own = root.as({ tenant: 'mallory' });
  const [backend] = await root.read((database) =>
    database.query<{ readonly id: number }>('select pg_backend_pid() as id'),
  );
  const used = () => microseconds(backend?.id ?? 0);
  await fill(root.as({ tenant: 'acme' }), names('a'));
  await fill(own, [...names('o'), 'own']);
  const lines: string[] = [];
  for (const [what, ask] of ASKED) lines.push(await compare(what, (name) => ask(own, name), 'a', used));
  const control = await compare('`readSkill` of a name of its own', (name) => readSkill(own, name), 'o', used);
  await root.close();
  const chance = (1.96 * Math.sqrt((2 * calls + 1) / (12 * calls * calls))).toFixed(3);
  return `${[
    '# Does the time of a refusal tell a name of another tenant?',
    `Written by \`tsx bench/registry/timing.ts\`. Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)} at the end, PostgreSQL on the same machine.`,
    `A tenant asks for ${NAMES} names that another tenant has and for ${NAMES} that nobody has, ${calls} times each, one of each in turn and each first as often as the other. Measured is the processor time of the server's process, which a busy machine does not blur as it does the time that a caller sees. The share is how often the name that the other tenant has took longer, of all pairs: 0.5 tells nothing, and by chance alone 95 of 100 such measurements lie within 0.5 ± ${chance}. The last row is what a difference looks like.`,
    `| what is asked | the other's name, median µs | nobody's name, median µs | share |\n|---|---:|---:|---:|\n${[...lines, control].join('\n')}`,
  ].join('\n\n')}\n`;
}

async function compare(
  what: string,
  ask: (name: string) => Promise<unknown>,
  kind: string,
  used: () => number,
): Promise<string> {
  const [theirs, nobodys]: [number[], number[]] = [[], []];
  const time = async (times: number[], name: string) => {
    const start = used();
    await ask(name).catch(() => {});
    times.push(used() - start);
  };
  for (let index = 0; index < calls; index += 1) {
    const number = (index * 37) % NAMES;
    const pair = [() => time(theirs, nameOf(kind, number)), () => time(nobodys, nameOf('n', number))];
    for (const one of index % 2 ? pair : pair.toReversed()) await one();
  }
  return `| ${[what, median(theirs).toFixed(0), median(nobodys).toFixed(0), share(theirs, nobodys).toFixed(3)].join(' | ')} |`;
}

/** What a process has run so far. */
function microseconds(id: number): number {
  return Number(readFileSync(`/proc/${id}/schedstat`, 'utf8').split(' ')[0]) / 1000;
}

/** How many of all pairs have the first above the second; equal ones count half. */
function share(first: readonly number[], second: readonly number[]): number {
  let wins = 0;
  for (const one of first) for (const other of second) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / (first.length * second.length);
}

async function fill(registry: Registry, all: readonly string[]): Promise<void> {
  for (const name of all) {
    await putSkill(registry, source(name));
    await putAgent(registry, { name, systemPrompt: 'Do.' });
    await putToolServer(registry, { name });
  }
}

function names(kind: string): readonly string[] {
  return Array.from({ length: NAMES }, (_, number) => nameOf(kind, number));
}

/** Names of one length, in one order, whoever has them. */
function nameOf(kind: string, number: number): string {
  return `name-${String(number * 7 + 100)}-${kind}`;
}

function source(name: string): { readonly text: string } {
  return { text: `---\nname: ${name}\ndescription: Use ${name}.\n---\nbody\n` };
}
