import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { openCatalog, writeArtifacts } from '@skillscope/catalog';
import { words } from '@skillscope/core';
import { INDEXERS } from '@skillscope/ecosystems';
import { cachedDirectory, freshDirectory } from '../cached-directory.ts';
import {
  type Cost,
  interleave,
  type Program,
  plainEnvironment,
  readUsage,
  run,
  usageEnvironment,
} from '../measured-process.ts';
import { BIN, bareNode, demandBuild } from '../skillscope.ts';
import { median, percentile } from '../statistics.ts';
import { summaryAt, wordAt } from './planted-words.ts';
import { table } from './table.ts';

/**
 * Measures what a search costs beside many known libraries, as a whole process and within a running MCP server, and
 * writes results/search-cost.md. Run it with `tsx` on Linux; the command must be built.
 */
const SIZES = [100, 10_000, 50_000];
const ROUNDS = 9;
const CALLS = 300;
const NEED = 'retry a failed request with growing pauses';

demandBuild();
const project = cachedDirectory('search-project', (root) =>
  writeFileSync(join(root, 'Cargo.toml'), '[package]\nname = "shop"\nversion = "0.1.0"\n'),
);
const rows: string[][] = [];
const calls: string[][] = [];
const bare = interleave([bareNode(project)], ROUNDS).get('node -e 0') ?? [];
rows.push(['', 'node -e 0', ...costs(bare)]);
for (const size of SIZES) {
  const cache = plantCache(size);
  const vectors = join(cache, 'catalog', 'vectors');
  const environment = { CARGO_HOME: '/nowhere', SKILLSCOPE_CACHE: cache };
  const search = (name: string, more: Partial<Program> = {}): Program => ({
    name,
    args: [BIN, 'search', NEED],
    directory: project,
    environment,
    ...more,
  });
  run(search('unmeasured'));
  const first = search('first: no vectors', { before: () => rmSync(vectors, { recursive: true, force: true }) });
  const firstCosts = interleave([first], ROUNDS).get(first.name) ?? [];
  rmSync(vectors, { recursive: true, force: true });
  const warmed = run({ ...first, name: 'cache warm', args: [BIN, 'cache', 'warm'] }).cost;
  const warm = search('warm');
  const warmCosts = interleave([warm], ROUNDS).get(warm.name) ?? [];
  const name = size.toLocaleString('en');
  rows.push([name, first.name, ...costs(firstCosts)], [name, 'cache warm', ...costs([warmed])]);
  rows.push([name, warm.name, ...costs(warmCosts)]);
  calls.push([name, ...(await measureServer(environment))]);
}
const text = [
  '# Search: cost',
  `Written by \`tsx bench/search/latency.ts\`. Node ${process.versions.node}, ${process.platform} ${process.arch}, ${availableParallelism()} cores, load average ${loadavg()[0]?.toFixed(1)} at the end. Libraries of a line each, all outside the project; the table that ships as the encoder.`,
  `Whole processes, medians of ${ROUNDS}. A search without vectors makes as many as it may in half a second and keeps them; \`cache warm\` makes all.`,
  table(['libraries known', 'process', 'CPU ms', 'wall ms', 'memory MB'], rows),
  `One MCP server, asked ${CALLS} times by the official client for different needs; the first call opens encoder and vectors. CPU is that of the server from the question to the answer.`,
  table(['libraries known', 'first: CPU ms', 'CPU ms: p50', 'p99', 'wall ms: p50', 'p99', 'largest memory MB'], calls),
  '',
].join('\n\n');
writeFileSync(join(import.meta.dirname, '../results/search-cost.md'), text);
process.stdout.write(text);

function costs(measured: readonly Cost[]): string[] {
  return (['cpu', 'wall', 'memory'] as const).map((key) => median(measured.map((cost) => cost[key])).toFixed(0));
}

/** A cache that knows so many libraries, all vouched for. They share one directory, which is there. */
function plantCache(size: number): string {
  const planted = cachedDirectory(`search-vouched-${size}`, (root) => {
    const catalog = openCatalog({ directory: root, indexers: INDEXERS });
    const records = Array.from({ length: size }, (_, index) => {
      const name = `${summaryAt(index).split(' ')[3]}-${index}`;
      return {
        key: { path: project, inside: String(index), ecosystem: 'cargo', fingerprint: '1' },
        library: {
          purl: `pkg:cargo/${name}@1.0.0`,
          name,
          summary: summaryAt(index),
        },
        contents: { skills: [], skipped: [] },
        vouched: true,
      };
    });
    writeArtifacts(catalog, records, { words });
    catalog.close();
  });
  const cache = freshDirectory(`search-cache-${size}`);
  cpSync(planted, cache, { recursive: true });
  return cache;
}

async function measureServer(environment: Readonly<Record<string, string>>): Promise<string[]> {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const env = { ...plainEnvironment(environment), ...usageEnvironment() };
  const args = [BIN, 'mcp'];
  const transport = new StdioClientTransport({ command: process.execPath, args, cwd: project, env });
  await client.connect(transport);
  const { pid } = transport;
  if (!pid) throw new Error('The server has no process.');
  const wall: number[] = [];
  const cpu: number[] = [];
  for (let call = 0; call <= CALLS; call += 1) {
    const need = `${NEED} of a ${wordAt(call * 13)} and its ${wordAt(call * 17)}`;
    const [start, used] = [performance.now(), cpuOf(pid)];
    const { isError, content } = await client.callTool({ name: 'search_libraries', arguments: { need } });
    wall.push(performance.now() - start);
    cpu.push(cpuOf(pid) - used);
    if (isError) throw new Error(`The search failed: ${JSON.stringify(content)}`);
  }
  await client.close();
  const [first = 0, ...others] = cpu;
  const { memory } = readUsage();
  const measured = [first, ...[others, wall.slice(1)].flatMap((all) => [median(all), percentile(all, 0.99)]), memory];
  return measured.map((value) => value.toFixed(0));
}

/** Milliseconds that all threads of a process have run so far. */
function cpuOf(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks).reduce(
    (sum, task) => sum + Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    0,
  );
}
