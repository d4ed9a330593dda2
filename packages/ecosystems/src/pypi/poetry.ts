import { resolve } from 'node:path';
import { type Table, tableOf, tablesOf, textOf, textsOf } from '../formats/toml.ts';
import { parseMarker } from './marker.ts';
import { isName, normalName } from './names.ts';
import { download, type Origin, originOfGit } from './origin.ts';
import { type Declared, extrasOf, type Requirement } from './requirement.ts';

export interface Poetry {
  readonly exists: boolean;
  /** As written: Poetry takes any text. */
  readonly title?: string;
  readonly name?: string;
  readonly version?: string;
  readonly summary?: string;
  readonly declared: readonly Declared[];
  /** Groups that are installed unless somebody leaves them out. */
  readonly groups: ReadonlySet<string>;
  /** How many entries cannot be used. */
  readonly faults: number;
}

/** Reads Poetry's own table of a pyproject.toml. */
export function readPoetry(poetry: Table | undefined, directory: string): Poetry {
  if (!poetry) return { exists: false, declared: [], groups: new Set(), faults: 0 };
  const declared: Declared[] = [];
  const groups = new Set<string>();
  let faults = 0;

  function collect(table: unknown, list: Pick<Declared, 'list' | 'optional'>): void {
    for (const [name, value] of Object.entries(tableOf(table) ?? {})) {
      if (name === 'python') continue;
      const requirement = readEntry(name, value, directory);
      if (!requirement) {
        faults += 1;
        continue;
      }
      const isExtra =
        list.list === 'main' && [tableOf(value), ...tablesOf(value)].some((table) => table?.['optional'] === true);
      declared.push({ ...requirement, ...(isExtra ? { list: 'extra', optional: true } : list) });
    }
  }

  collect(poetry['dependencies'], { list: 'main', optional: false });
  collect(poetry['dev-dependencies'], { list: 'group', optional: false });
  for (const [name, group] of Object.entries(tableOf(poetry['group']) ?? {})) {
    const optional = tableOf(group)?.['optional'] === true;
    if (!optional) groups.add(name);
    collect(tableOf(group)?.['dependencies'], { list: 'group', optional });
  }

  const name = textOf(poetry['name']);
  const version = textOf(poetry['version']);
  const summary = textOf(poetry['description']);
  const extras = extraByName(poetry['extras']);
  return {
    exists: true,
    ...(name ? { title: name } : {}),
    ...(isName(name) ? { name } : {}),
    ...(version ? { version } : {}),
    ...(summary ? { summary } : {}),
    declared: declared.map((item) => {
      const extra = item.list === 'extra' ? extras.get(item.key) : undefined;
      return extra === undefined ? item : { ...item, extra };
    }),
    groups,
    faults,
  };
}

/** One entry of a table in the style of Poetry and Pipenv: a version, or a table, or a list of tables. */
export function readEntry(name: string, value: unknown, directory: string): Requirement | undefined {
  const table = typeof value === 'string' ? { version: value } : (tableOf(value) ?? tablesOf(value)[0]);
  if (!isName(name) || !table) return undefined;
  const written = textOf(table['version'])?.trim() ?? '';
  const condition = textOf(table['markers']);
  const marker = condition === undefined ? undefined : parseMarker(condition);
  return {
    name,
    key: normalName(name),
    extras: extrasOf(textsOf(table['extras'])),
    specifier: written === '*' ? '' : written,
    origin: originOf(table, directory),
    ...(marker ? { marker } : {}),
    ...(isPartial(value, table) || (condition !== undefined && !marker) ? { isPartial: true } : {}),
  };
}

function isPartial(value: unknown, table: Table): boolean {
  return tablesOf(value).length > 1 || CONDITIONS.some((name) => table[name] !== undefined);
}

/** Conditions with a field of their own. */
const CONDITIONS = ['python', 'platform', 'sys_platform', 'os_name', 'python_version', 'platform_machine'];

function originOf(table: Table, directory: string): Origin {
  const git = textOf(table['git']);
  if (git) return originOfGit(git, ['rev', 'ref', 'tag', 'branch'].map((key) => textOf(table[key])).find(Boolean));
  const file = textOf(table['url']) ?? textOf(table['file']);
  if (file && /^[a-z]+:\/\//i.test(file)) return download(file);
  const path = textOf(table['path']) ?? file;
  if (path)
    return {
      source: 'path',
      path: resolve(directory, path),
      editable: table['develop'] === true || table['editable'] === true,
    };
  return { source: 'registry' };
}

/** Which extra brings an optional dependency; the first where several do. */
function extraByName(value: unknown): ReadonlyMap<string, string> {
  const extras = new Map<string, string>();
  for (const [extra, names] of Object.entries(tableOf(value) ?? {})) {
    for (const name of textsOf(names))
      if (!extras.has(normalName(name))) extras.set(normalName(name), normalName(extra));
  }
  return extras;
}
