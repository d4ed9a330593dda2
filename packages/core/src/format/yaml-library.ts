import { createRequire } from 'node:module';

type Yaml = typeof import('yaml');
let library: Yaml | undefined;

/** Loaded when a frontmatter first needs it: it takes as long as reading some fifty skills. */
export function yaml(): Yaml {
  library ??= createRequire(import.meta.url)('yaml') as Yaml;
  return library;
}
