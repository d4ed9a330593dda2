import { type CostRow, costTable } from './cost-table.ts';
import { interleave, type Program, run } from './measured-process.ts';
import { type Found, type Peer, peersIn } from './peers.ts';
import { installRealTree } from './real-tree.ts';
import { report, type Scale } from './report.ts';
import { bareNode, firstEver, warm } from './skillscope.ts';
import { plantTree } from './tree.ts';

const CERTIFICATES = 'NODE_EXTRA_CA_CERTS';

/** `skillscope list` as a whole process, beside bare Node and the other tools that find skills in `node_modules`. */
export function measureList(scale: Scale): string {
  const generated = (['npm', 'isolated', 'hoisted'] as const).map((layout) => {
    const { directory, packages, withSkills, skills } = plantTree(layout, scale.packages);
    const title = `Generated, ${TITLES[layout]}: ${packages} packages, ${withSkills} of them with ${skills} skills`;
    return comparison(title, directory, scale.rounds);
  });
  const real = comparison('Published packages, installed by npm', installRealTree(), scale.rounds);
  return report('list', 'skillscope list, and its peers', scale, [
    'Each row is one whole process, run in turn with the others. "First": nothing cached by the tool itself; the files are in the memory of the system. `×` is CPU time as a multiple of the row named. What a tool finds differs, so the count stands beside its cost.',
    PEER_NOTES,
    ...generated,
    real,
    certificates(scale),
  ]);
}

const TITLES = {
  npm: 'laid out as npm does',
  isolated: 'as pnpm does',
  hoisted: 'as pnpm does with nodeLinker: hoisted',
};

const PEER_NOTES = [
  '- intent reads the whole `node_modules` each time and has no cache.',
  '- skills-npm looks at direct dependencies unless `--source node_modules` is given, and one level below `skills/`.',
  '- skills has no command that only lists: `experimental_sync` also copies what it finds into the project. One level below the usual folders.',
  '- Peers run by their own entry file, without npx. Their telemetry is switched off.',
].join('\n');

function comparison(title: string, directory: string, rounds: number): string {
  const peers = peersIn(directory);
  const programs: readonly Program[] = [bareNode(directory), ...ours(directory), ...peers];
  const found = new Map<string, Found>([
    ...ours(directory).map((program) => [program.name, foundByUs(run(program).out)] as const),
    ...peers.map((peer: Peer) => [peer.name, peer.found(run(peer).out)] as const),
  ]);
  const costs = interleave(programs, rounds);
  const rows = programs.map(
    ({ name }): CostRow => ({ name, costs: costs.get(name) ?? [], remark: describe(found.get(name)) }),
  );
  return `## ${title}\n\n${costTable(rows, ['node -e 0', FIRST, WARM], 'packages / skills found')}`;
}

const FIRST = 'skillscope list, first ever';
const WARM = 'skillscope list, warm';

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
  const environment = { [CERTIFICATES]: file };
  const programs = [bareNode(directory), ...ours(directory)].map((program) => {
    const extended = { ...program, environment: { ...program.environment, ...environment } };
    return extended;
  });
  const costs = interleave(programs, scale.rounds);
  const rows = programs.map(({ name }): CostRow => ({ name, costs: costs.get(name) ?? [] }));
  return `## The same with ${CERTIFICATES} set\n\nAbove it is not. Generated, laid out as npm does.\n\n${costTable(rows, ['node -e 0'])}`;
}

function foundByUs(out: string): Found {
  if (out.startsWith('{')) {
    const { counts } = JSON.parse(out) as { readonly counts: { readonly withSkills: number; readonly skills: number } };
    return { packages: counts.withSkills, skills: counts.skills };
  }
  const [, packages, skills] = /, (\d+) ships? (\d+) skills?\./.exec(out) ?? [];
  return { packages: Number(packages), skills: Number(skills) };
}

function describe(found: Found | undefined): string {
  return found ? `${found.packages} / ${found.skills}` : '';
}
