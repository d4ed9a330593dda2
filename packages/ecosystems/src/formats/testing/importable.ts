import type { Dependency } from '@skillscope/core';
import type { ImportRequest } from '../../ecosystem.ts';

/** A direct dependency, for tests of what is imported. */
export function importable(name: string, fields: Partial<Dependency> = {}): Dependency {
  return {
    purl: `pkg:generic/${name}@${fields.version ?? '1.0.0'}`,
    ecosystem: 'generic',
    name,
    version: '1.0.0',
    relation: 'direct',
    via: [],
    evidence: 'installed',
    source: 'registry',
    ...fields,
  };
}

/** A request whose libraries have no artifact that could be opened. */
export function importRequest<L extends Dependency>(
  names: readonly string[],
  shipping: readonly L[],
  all: readonly L[] = shipping,
): ImportRequest<L> {
  return { names, shipping, all: () => all, open: async () => undefined };
}
