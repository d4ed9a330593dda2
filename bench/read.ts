import { type CostRow, costTable } from './cost-table.ts';
import { interleave, run } from './measured-process.ts';
import { report, type Scale } from './report.ts';
import { bareNode, warm } from './skillscope.ts';
import { plantTree } from './tree.ts';

/** `skillscope read` of one skill, as a whole process with a warm cache. */
export function measureRead(scale: Scale): string {
  const { directory, packages } = plantTree('npm', scale.packages);
  const address = anAddress(directory);
  const programs = [
    bareNode(directory),
    warm('skillscope read', ['read', address], directory),
    warm('skillscope read --json', ['read', address, '--json'], directory),
    warm('skillscope search', ['search', 'retry a request when the session expires', '--term', 'retry'], directory),
    warm('skillscope status', ['status'], directory),
  ];
  const costs = interleave(programs, scale.rounds);
  const rows = programs.map(({ name }): CostRow => ({ name, costs: costs.get(name) ?? [] }));
  return report('read', 'skillscope read and the other answers, warm', scale, [
    `One skill of about 10 KB, in a generated project of ${packages} packages laid out as npm does. Whole processes, run in turn.`,
    costTable(rows, { '× bare node': 'node -e 0' }),
  ]);
}

/** `<library>#<skill>` of the first skill listed. */
export function anAddress(directory: string): string {
  const { out } = run(warm('skillscope list --json', ['list', '--json'], directory));
  const answer = JSON.parse(out) as {
    readonly libraries: readonly { readonly name: string; readonly skills: readonly { readonly name: string }[] }[];
  };
  const [library] = answer.libraries;
  const [skill] = library?.skills ?? [];
  if (!library || !skill) throw new Error('The generated tree has no skill.');
  return `${library.name}#${skill.name}`;
}
