import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type ArtifactRecord,
  type CandidateQuery,
  type Catalog,
  openCatalog,
  readArtifact,
  readScan,
  searchWords,
  writeArtifacts,
  writeScan,
} from '@skillscope/catalog';
import { build } from 'rolldown';

/*
 * What the catalog costs. CPU beside wall time, since other work on the machine moves only the latter. Rows in a fresh
 * process are medians over processes, others medians over rounds in this one.
 */

const INDEXERS = { npm: 1 };
const FRESH_PROCESSES = 15;
const ROUNDS = 15;

interface Cost {
  readonly cpu: number;
  readonly wall: number;
}

await compare();

async function compare(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'skillscope-bench-'));
  const rows: [what: string, cost: Cost, remark: string][] = [];
  try {
    const program = await bundle(directory);
    const small = join(directory, 'small');
    const records = Array.from({ length: 1_000 }, (_, index) => artifact(index, index % 10 === 0 ? 3 : 0));

    const [catalog, first] = measure(() => openCatalog({ directory: small, indexers: INDEXERS }));
    rows.push(['open, nothing there yet', first, 'this process, driver included']);
    const [, written] = measure(() => writeArtifacts(catalog, records, { words }));
    rows.push(['write 1,000 artifacts', written, 'one in ten ships 3 skills']);
    const [, again] = measure(() => writeArtifacts(catalog, records, { words }));
    rows.push(['write the same again', again, '']);
    const scan = { directory: '/work', observations: observations(3_000), result: records.map(library) };
    const [, scanned] = measure(() => writeScan(catalog, 'project', scan));
    rows.push(['write a scan', scanned, `3,000 observations, ${kilobytes(scan.result)} KB of result`]);
    rows.push(['read 1,000 artifacts', repeat(() => records.map(({ key }) => readArtifact(catalog, key))), '']);
    rows.push(['read a scan, again', repeat(() => readScan(catalog, 'project')), 'this process']);
    const [, closed] = measure(() => catalog.close());
    rows.push(['close after writing', closed, 'empties the log to disk']);

    const fresh = Array.from({ length: FRESH_PROCESSES }, () => runFresh(program, small));
    rows.push(['open', medianOf(fresh.map(({ open }) => open)), 'fresh process, driver included']);
    rows.push(['read a scan', medianOf(fresh.map(({ read }) => read)), 'fresh process']);

    for (const listings of [10_000, 50_000]) rows.push(...searches(join(directory, `${listings}`), listings));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  console.log('| what | CPU ms | wall ms | |\n| --- | ---: | ---: | --- |');
  for (const [what, { cpu, wall }, remark] of rows)
    console.log(`| ${what} | ${cpu.toFixed(1)} | ${wall.toFixed(1)} | ${remark} |`);
}

function searches(directory: string, listings: number): [string, Cost, string][] {
  const catalog: Catalog = openCatalog({ directory, indexers: INDEXERS });
  const scope: number[] = [];
  const [, written] = measure(() => {
    for (let start = 0; start < listings / 4; start += 1_000) {
      const records = Array.from({ length: Math.min(1_000, listings / 4 - start) }, (_, index) =>
        artifact(start + index, 3),
      );
      for (const number of writeArtifacts(catalog, records, { words })) if (number !== undefined) scope.push(number);
    }
  });
  const terms = [word(20), word(150), word(900), word(2_500)];
  const half = scope.filter((_, index) => index % 2 === 0);
  const size = `${(listings / 1_000).toFixed(0)}k listings`;
  const search = (artifacts: readonly number[], query: Partial<CandidateQuery> = {}) =>
    repeat(() => searchWords(catalog, { words: terms, artifacts }).candidates({ limit: 200, ...query }));
  const { frequencies } = searchWords(catalog, { words: terms, artifacts: scope }).frequencies('inside');
  const common = [...frequencies.values()].map((count) => `${((100 * count) / listings).toFixed(1)} %`).join(', ');
  const result: [string, Cost, string][] = [
    [`index ${size}`, written, `${(statSync(catalog.location ?? '').size / 1_048_576).toFixed(0)} MiB`],
    [`search, ${size} in scope`, search(scope), `4 words, in ${common} of them`],
    [`search, half of ${size} in scope`, search(half), ''],
    [`search outside half of ${size}`, search(half, { where: 'outside', rows: 'libraries' }), ''],
  ];
  catalog.close();
  return result;
}

function artifact(index: number, skills: number): ArtifactRecord {
  const name = `@scope${index % 50}/library-${index}`;
  return {
    key: {
      path: `/project/node_modules/${name}`,
      inside: '',
      ecosystem: 'npm',
      fingerprint: `${index}`,
    },
    library: { purl: `pkg:npm/${name}@1.2.3`, name, summary: sentence(index, 10) },
    contents: {
      skills: Array.from({ length: skills }, (_, ordinal) => {
        const seed = index * 8 + ordinal + 1;
        const description = sentence(seed, 40);
        return {
          path: `skills/topic-${ordinal}`,
          entry: 'SKILL.md',
          name: `topic-${ordinal}`,
          description,
          digest: `sha256:${'0'.repeat(64)}`,
          standing: 'usual',
          trust: 'readable',
          files: ['SKILL.md', 'references/a.md', 'references/b.md'].map((path) => ({
            path,
            size: 10_000,
            kind: 'text' as const,
            digest: `sha256:${'1'.repeat(64)}`,
          })),
          headings: Array.from({ length: 8 }, (_, heading) => sentence(seed + heading, 3)),
          frontmatter: { name: `topic-${ordinal}`, description },
          notes: [],
        };
      }),
      skipped: [],
    },
  };
}

/** What a stored scan holds about a library. */
function library({ key, library: { purl, name, summary }, contents }: ArtifactRecord) {
  const artifact = { kind: 'directory', path: key.path, manifest: 'package.json', mutable: false };
  const facts = {
    ecosystem: 'npm',
    version: '1.2.3',
    relation: 'transitive',
    evidence: 'installed',
    source: 'registry',
  };
  return { purl, name, ...facts, via: ['some-parent', 'another'], artifact, summary, skills: contents.skills };
}

function observations(count: number): [string, string][] {
  return Array.from({ length: count }, (_, index) => [
    `/project/node_modules/@scope${index % 50}/library-${Math.floor(index / 3)}/${['package.json', 'skills', ''][index % 3]}`,
    index % 3 === 1 ? '-' : `1764464${index}00.123:1764464${index}11.4567:${index}:1234${index}`,
  ]);
}

/** Words by Zipf's law: the nth is about 1/n as common as the first. */
function sentence(seed: number, length: number): string {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return word(Math.floor(Math.exp((state / 2 ** 32) * Math.log(20_000))));
  }).join(' ');
}

function word(rank: number): string {
  const syllables = ['ra', 'ko', 'mi', 'tu', 'se', 'lo', 'na', 'vi', 'pe', 'du'];
  return [...String(rank)].map((digit) => syllables[Number(digit)]).join('');
}

/** Cheap, so that the catalog is measured and not the words. */
function words(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

/** A process that opens the catalog and reads a scan, as the bundled command does. */
async function bundle(directory: string): Promise<string> {
  const file = join(directory, 'fresh.mjs');
  const input = join(directory, 'input.mjs');
  const source = join(import.meta.dirname, '../packages/catalog/src');
  writeFileSync(
    input,
    `import { openCatalog, readScan } from ${JSON.stringify(join(source, 'index.ts'))};
    ${measure.toString()}
    const [catalog, open] = measure(() => openCatalog({ directory: process.argv[2], indexers: {} }));
    const [scan, read] = measure(() => readScan(catalog, 'project'));
    console.log(JSON.stringify({ open, read, held: scan?.holds(() => '') }));`,
  );
  // The driver is looked for from where the driver's module is.
  const define = { 'import.meta.url': JSON.stringify(pathToFileURL(join(source, 'driver.ts')).href) };
  const output = { file, format: 'esm' } as const;
  await build({ input, platform: 'node', transform: { define }, logLevel: 'warn', output });
  return file;
}

function runFresh(program: string, directory: string): { readonly open: Cost; readonly read: Cost } {
  const { stdout, stderr } = spawnSync(process.execPath, [program, directory], { encoding: 'utf8' });
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout) as { open: Cost; read: Cost };
}

function measure<T>(action: () => T): [T, Cost] {
  const cpuBefore = process.cpuUsage();
  const before = performance.now();
  const result = action();
  const wall = performance.now() - before;
  const { user, system } = process.cpuUsage(cpuBefore);
  return [result, { cpu: (user + system) / 1_000, wall }];
}

function repeat(action: () => unknown): Cost {
  return medianOf(Array.from({ length: ROUNDS }, () => measure(action)[1]));
}

function medianOf(costs: readonly Cost[]): Cost {
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return { cpu: middle(costs.map(({ cpu }) => cpu)), wall: middle(costs.map(({ wall }) => wall)) };
}

function kilobytes(value: unknown): number {
  return Math.round(JSON.stringify(value).length / 1_000);
}
