import type { Cost } from './measured-process.ts';
import { table } from './search/table.ts';
import { median } from './statistics.ts';

export interface CostRow {
  readonly name: string;
  readonly costs: readonly Cost[];
  readonly remark?: string;
}

/** What one row comes to: medians of its times, the largest memory. */
export function summarise({ costs }: CostRow): Cost {
  return {
    cpu: median(costs.map(({ cpu }) => cpu)),
    wall: median(costs.map(({ wall }) => wall)),
    memory: Math.max(...costs.map(({ memory }) => memory)),
  };
}

/** `bases` are heads of columns, each with the row whose CPU time is 1 in it. `remark` heads the column of remarks. */
export function costTable(rows: readonly CostRow[], bases: Readonly<Record<string, string>>, remark?: string): string {
  const cpuOf = (name: string) => rows.filter((row) => row.name === name).map((row) => summarise(row).cpu)[0];
  const head = ['program', 'CPU ms', 'wall ms', 'memory MB', ...Object.keys(bases), ...(remark ? [remark] : [])];
  const cells = rows.map((row) => {
    const { cpu, wall, memory } = summarise(row);
    const ratios = Object.values(bases).map((base) => (cpu / (cpuOf(base) ?? Number.NaN)).toFixed(2));
    const fixed = [cpu, wall, memory].map((value) => value.toFixed(0));
    return [row.name, ...fixed, ...ratios, ...(remark ? [row.remark ?? ''] : [])];
  });
  return table(head, cells);
}
