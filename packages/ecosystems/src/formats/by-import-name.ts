import type { Dependency } from '@skillscope/core';
import type { ImportRequest } from '../ecosystem.ts';

/**
 * The shipping libraries whose import name is among the names. Of several versions of one library, code of the project
 * means the one that the project names itself.
 */
export function byImportName<L extends Dependency>(
  { names, shipping, all }: Pick<ImportRequest<L>, 'names' | 'shipping' | 'all'>,
  importName: (library: L) => string,
): readonly L[] {
  const wanted = new Set(names);
  const fitting = shipping.filter((library) => wanted.has(importName(library)));
  if (fitting.every(({ relation }) => relation === 'direct')) return fitting;
  const direct = new Set(
    all()
      .filter(({ relation }) => relation === 'direct')
      .map(importName),
  );
  return fitting.filter((library) => library.relation === 'direct' || !direct.has(importName(library)));
}
