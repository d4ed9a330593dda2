import { resolve } from 'node:path';
import { type Table, tableOf, tablesOf, textOf } from '../formats/toml.ts';
import { normalName } from './names.ts';
import { download, type Origin, originOfGit, originOfIndex } from './origin.ts';
import type { Declared } from './requirement.ts';

/** Where uv takes distributions from, by normal name. A member of the workspace is found by its name. */
export type Sources = ReadonlyMap<string, Origin | 'workspace'>;

/** Reads `[tool.uv.sources]` with `[[tool.uv.index]]`. */
export function readSources(uv: Table, directory: string): Sources {
  const indexes = new Map(
    tablesOf(uv['index']).map((index) => [textOf(index['name']) ?? '', textOf(index['url']) ?? '']),
  );
  const sources = new Map<string, Origin | 'workspace'>();
  for (const [name, value] of Object.entries(tableOf(uv['sources']) ?? {})) {
    const source = [tableOf(value), ...tablesOf(value)].find((table) => table !== undefined);
    const origin = source && originOf(source, directory, indexes);
    if (origin) sources.set(normalName(name), origin);
  }
  return sources;
}

export function applySources(declared: readonly Declared[], sources: Sources): readonly Declared[] {
  return declared.map((item) => {
    const source = sources.get(item.key);
    if (source === undefined) return item;
    return source === 'workspace' ? { ...item, fromWorkspace: true } : { ...item, origin: source };
  });
}

function originOf(
  source: Table,
  directory: string,
  indexes: ReadonlyMap<string, string>,
): Origin | 'workspace' | undefined {
  if (source['workspace'] === true) return 'workspace';
  const git = textOf(source['git']);
  if (git) return originOfGit(git, ['rev', 'tag', 'branch'].map((key) => textOf(source[key])).find(Boolean));
  const url = textOf(source['url']);
  if (url) return download(url);
  const path = textOf(source['path']);
  if (path) return { source: 'path', path: resolve(directory, path), editable: source['editable'] === true };
  const index = indexes.get(textOf(source['index']) ?? '\0');
  return index ? originOfIndex(index) : undefined;
}
