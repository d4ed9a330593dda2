import type { Cost } from './measured-process.ts';
import { table } from './search/table.ts';
import { median } from './statistics.ts';

export interface CostRow {
  readonly name: string;
  readonly costs: readonly Cost[];
  readonly remark?: string;
}

/** Medians of each row, and its CPU time as a multiple of that of the rows named. */
export function costTable(rows: readonly CostRow[], bases: readonly string[], remark = ''): string {
  const cpuOf = ({ costs }: CostRow) => median(costs.map(({ cpu }) => cpu));
  const cpus = new Map(rows.map((row) => [row.name, cpuOf(row)]));
  const head = ['program', 'CPU ms', 'wall ms', 'memory MB', ...bases.map((base) => `× ${base}`), remark];
  const cells = rows.map((row) => [
    row.name,
    cpuOf(row).toFixed(0),
    median(row.costs.map(({ wall }) => wall)).toFixed(0),
    Math.max(...row.costs.map(({ memory }) => memory)).toFixed(0),
    ...bases.map((base) => (cpuOf(row) / (cpus.get(base) ?? Number.NaN)).toFixed(2)),
    row.remark ?? '',
  ]);
  return remark === '' ? table(head.slice(0, -1), cells) : table(head, cells);
}
