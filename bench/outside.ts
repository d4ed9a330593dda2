import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedDirectory, freshDirectory } from './cached-directory.ts';
import { type CostRow, costTable } from './cost-table.ts';
import { type Cost, interleave, type Program, run } from './measured-process.ts';
import { report, type Scale } from './report.ts';
import { BIN, bareNode, firstEver } from './skillscope.ts';

/** What a full store of a package manager costs a search. */
const LIBRARIES = 20_000;

/** `skillscope search` in a project that uses none of the libraries in a large store of this machine. */
export function measureOutside(scale: Scale): string {
  const store = plantStore();
  const directory = cachedDirectory('outside-project', (root) =>
    writeFileSync(join(root, 'Cargo.toml'), '[package]\nname = "shop"\nversion = "0.1.0"\n'),
  );
  const need = ['retry a failed request with growing pauses', '--term', 'backoff'];
  const full = { CARGO_HOME: store, SKILLSCOPE_CACHE: freshDirectory('cache-full') };
  const none = { CARGO_HOME: '/nowhere', SKILLSCOPE_CACHE: freshDirectory('cache-none') };
  const command = (name: string, args: readonly string[], environment: Readonly<Record<string, string>>): Program => ({
    name,
    args: [BIN, ...args],
    directory,
    environment,
  });
  const looked = command('cache warm, first', ['cache', 'warm'], full);
  const again = command('cache warm, again', ['cache', 'warm'], full);
  const first = firstEver('search, store never looked through', ['search', ...need], directory);
  const hurried = { ...first, environment: { ...first.environment, CARGO_HOME: store } };
  const search = command('search, store looked through', ['search', ...need], full);
  const programs = [bareNode(directory), command('search, no store', ['search', ...need], none), search];

  const cost: Readonly<Record<string, Cost>> = { [looked.name]: run(looked).cost, [again.name]: run(again).cost };
  const costs = interleave(programs, scale.rounds);
  const cut = interleave([hurried], Math.min(scale.rounds, 5), 1);
  const rows = [
    ...programs.map(({ name }): CostRow => ({ name, costs: costs.get(name) ?? [] })),
    { name: hurried.name, costs: cut.get(hurried.name) ?? [] },
    ...Object.entries(cost).map(([name, one]): CostRow => ({ name, costs: [one] })),
  ];
  return report('outside', 'Libraries outside the project', scale, [
    `A store of ${LIBRARIES.toLocaleString('en')} crates, each with a line of its own about itself and one in twenty with a skill. Whole processes. The first search looks at the store for some 0.4 seconds of wall time; \`cache warm\` ran once each.`,
    costTable(rows, { '× bare node': 'node -e 0' }),
  ]);
}

function plantStore(): string {
  return cachedDirectory(`outside-store-${LIBRARIES}`, (root) => {
    const shelf = join(root, 'registry', 'src', 'index.crates.io-1949cf8c6b5b557f');
    for (let index = 0; index < LIBRARIES; index += 1) {
      const [a, b] = [wordAt(index), wordAt(index * 7 + 3)];
      const name = `${a}-${b}-${index}`;
      const folder = join(shelf, `${name}-1.0.0`);
      const line = [1, 11, 101, 1_009].map((step) => wordAt(index * step)).join(' ');
      mkdirSync(join(folder, 'src'), { recursive: true });
      const text = `[package]\nname = "${name}"\nversion = "1.0.0"\ndescription = "A ${a} for ${b}, ${line}"\n`;
      writeFileSync(join(folder, 'Cargo.toml'), text);
      if (index % 20 !== 0) continue;
      mkdirSync(join(folder, 'skills', a), { recursive: true });
      writeFileSync(
        join(folder, 'skills', a, 'SKILL.md'),
        `---\nname: ${a}\ndescription: Use when a ${line} is due for ${b}.\n---\n\n# ${a}\n`,
      );
    }
  });
}

const WORDS =
  'retry request failed client server parser config file stream cache value string number date format color terminal table graph tree list queue worker thread lock channel signal event timer backoff pause query filter sort index search match pattern route path url header cookie session token hash key sign verify encode decode compress archive image font audio video page form field error trace metric log test mock build bundle plugin macro derive trait type schema model record row column store driver pool socket packet frame buffer byte bit memory arena vector matrix random'.split(
    ' ',
  );

function wordAt(index: number): string {
  return WORDS[index % WORDS.length] ?? '';
}
