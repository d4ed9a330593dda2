import { type Table, tableOf } from '../formats/toml.ts';
import { readEntry } from './poetry.ts';
import type { Declared } from './requirement.ts';

/** Tables of a Pipfile that list no distributions. */
const OTHER_TABLES: ReadonlySet<string> = new Set(['source', 'requires', 'scripts', 'pipenv', 'pipfile']);

/** Reads a parsed Pipfile: what is usual, what is for development, and groups of any other name. None of it is published. */
export function readPipfile(
  table: Table,
  directory: string,
): { readonly declared: readonly Declared[]; readonly faults: number } {
  const declared: Declared[] = [];
  let faults = 0;
  for (const [section, entries] of Object.entries(table)) {
    if (OTHER_TABLES.has(section)) continue;
    for (const [name, value] of Object.entries(tableOf(entries) ?? {})) {
      const requirement = readEntry(name, value, directory);
      if (requirement)
        declared.push({
          ...requirement,
          list: 'group',
          optional: section !== 'packages' && section !== 'dev-packages',
        });
      else faults += 1;
    }
  }
  return { declared, faults };
}
