import type { Catalogs } from './manifest.ts';

/** The range itself where a manifest only names the catalog that holds it; `undefined` where that is not known. */
export function specIn(spec: string, name: string, catalogs: Catalogs | undefined): string | undefined {
  if (!spec.startsWith(CATALOG)) return spec;
  const catalog = spec.slice(CATALOG.length).trim();
  return catalogs?.get(catalog === 'default' ? '' : catalog)?.get(name);
}

const CATALOG = 'catalog:';
