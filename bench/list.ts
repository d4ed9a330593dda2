import { type CostRow, costTable, summarise } from './cost-table.ts';
import { interleave, type Program, run } from './measured-process.ts';
import { type Found, peersIn } from './peers.ts';
import { installRealTree } from './real-tree.ts';
import { report, type Scale } from './report.ts';
import { bareNode, firstEver, warm } from './skillscope.ts';
import { type Layout, plantTree } from './tree.ts';

const CERTIFICATES = 'NODE_EXTRA_CA_CERTS';
const FIRST = 'skillscope list, first ever';
const WARM = 'skillscope list, warm';

/** `skillscope list` as a whole process, beside bare Node and the other tools that find skills in `node_modules`. */
export function measureList(scale: Scale): string {
  const generated = (['npm', 'isolated', 'hoisted'] as const).map((layout) => {
    const { directory, packages, withSkills, skills } = plantTree(layout, scale.packages);
    const title = `Generated, laid out ${LAYOUTS[layout]}: ${packages} packages, ${withSkills} of them with ${skills} skills`;
    return comparison(title, directory, scale.rounds);
  });
  const real = comparison('Published packages, installed by npm', installRealTree(), scale.rounds);
  return report('list', 'skillscope list, and its peers', scale, [
    'Each row is one whole process, run in turn with the others. "First": nothing cached by the tool itself; the files are in the memory of the system. The last three figures are CPU time as a multiple of another row. What a tool finds differs, so the count stands beside its cost.',
    NOTES,
    ...generated,
    real,
    certificates(scale),
  ]);
}

const LAYOUTS: Readonly<Record<Layout, string>> = {
  npm: 'as npm does',
  isolated: 'as pnpm does',
  hoisted: 'as pnpm does with nodeLinker: hoisted',
};

const NOTES = [
  '- skillscope also reads manifests and lockfile, says which version is installed and by what each package came, looks into build folders, inspects every text, and takes the digest of every file of a skill. No peer does.',
  '- intent reads the whole `node_modules` each time and has no cache.',
  '- skills-npm looks at direct dependencies unless `--source node_modules` is given, and one level below `skills/`.',
  '- skills has no command that only lists: `experimental_sync` also copies what it finds into the project. It looks one level below the usual folders.',
  '- Peers run by their own entry file, without npx, and with telemetry switched off.',
].join('\n');

function comparison(title: string, directory: string, rounds: number): string {
  const own = ours(directory);
  const peers = peersIn(directory);
  const programs = [bareNode(directory), ...own, ...peers];
  const found = new Map<string, Found>([
    ...own.map((program) => [program.name, foundByUs(run(program).out)] as const),
    ...peers.map((peer) => [peer.name, peer.found(run(peer).out)] as const),
  ]);
  const costs = interleave(programs, rounds);
  const rows = programs.map(({ name }): CostRow => {
    const { packages, skills } = found.get(name) ?? {};
    const remark = packages === undefined ? '' : `${packages} / ${skills}`;
    return { name, costs: costs.get(name) ?? [], remark };
  });
  const bases = { '× bare node': 'node -e 0', '× first ever': FIRST, '× warm': WARM };
  return [`## ${title}`, againstTargets(rows), costTable(rows, bases, 'packages / skills found')].join('\n\n');
}

/** Rows: bare Node, three of ours, then the peers. */
function againstTargets(rows: readonly CostRow[]): string {
  const [bare, first, again, json, ...peers] = rows.map((row) => ({ ...row, ...summarise(row) }));
  if (!bare || !first || !again || !json) return '';
  const faster = (measure: 'cpu' | 'wall') =>
    peers
      .filter((peer) => peer[measure] < first[measure])
      .map(({ name, remark }) => `${name} (finds ${remark})`)
      .join('; ') || 'none';
  const memory = Math.max(first.memory, again.memory, json.memory);
  return [
    `- warm, as a multiple of bare node: ${(again.cpu / bare.cpu).toFixed(2)} in CPU time, ${(again.wall / bare.wall).toFixed(2)} in wall time (target: 2)`,
    `- first ever: ${first.wall.toFixed(0)} ms (target: 1,000), finds ${first.remark}`,
    `- peers that are faster by the clock than first ever (target: none): ${faster('wall')}`,
    `- peers that take less CPU time: ${faster('cpu')}`,
    `- memory: ${memory.toFixed(0)} MB (target: 120)`,
  ].join('\n');
}

function ours(directory: string): readonly Program[] {
  return [
    firstEver(FIRST, ['list'], directory),
    warm(WARM, ['list'], directory),
    warm('skillscope list --json, warm', ['list', '--json'], directory),
  ];
}

/** Node parses the file that this variable names at every start, which belongs to no tool. */
function certificates(scale: Scale): string {
  const file = process.env[CERTIFICATES];
  if (!file) return `\`${CERTIFICATES}\` was not set.`;
  const { directory } = plantTree('npm', scale.packages);
  const programs = [bareNode(directory), ...ours(directory)].map(
    (program): Program => ({ ...program, environment: { ...program.environment, [CERTIFICATES]: file } }),
  );
  const costs = interleave(programs, scale.rounds);
  const rows = programs.map(({ name }): CostRow => ({ name, costs: costs.get(name) ?? [] }));
  const about = `Above, \`${CERTIFICATES}\` is not set. With it, Node itself starts later. Generated, laid out as npm does.`;
  return [`## With ${CERTIFICATES}`, about, costTable(rows, { '× bare node': 'node -e 0' })].join('\n\n');
}

function foundByUs(out: string): Found {
  if (out.startsWith('{')) {
    const { counts } = JSON.parse(out) as { readonly counts: { readonly withSkills: number; readonly skills: number } };
    return { packages: counts.withSkills, skills: counts.skills };
  }
  const [, packages, skills] = /, (\d+) ships? (\d+) skills?\./.exec(out) ?? [];
  return { packages: Number(packages), skills: Number(skills) };
}
