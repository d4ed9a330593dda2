import { delimiter, dirname, sep } from 'node:path';
import { parsePurl } from '@skillscope/core';

/**
 * The local repository of Maven, as the class path of a module shows it: the folder in which one of its libraries lies
 * the way that repositories have it. `undefined` where none does.
 *
 * @param classPath absolute paths of jars, as the system separates them
 * @param components of the module's CycloneDX document
 */
export function storeIn(classPath: string, components: unknown): string | undefined {
  const libraries = new Set(Array.isArray(components) ? components.flatMap(placeOf) : []);
  for (const path of classPath.trim().split(delimiter)) {
    const segments = dirname(path).split(sep);
    // A group has at least one segment, beside which stand artifact and version.
    for (let at = segments.length - 3; at > 1; at--)
      if (libraries.has(segments.slice(at).join('/'))) return segments.slice(0, at).join(sep);
  }
  return undefined;
}

function placeOf(component: unknown): readonly string[] {
  const purl = typeof component === 'object' && component !== null && 'purl' in component ? component.purl : undefined;
  const parts = typeof purl === 'string' ? parsePurl(purl) : undefined;
  const [group, artifact] = parts?.name.split('/') ?? [];
  if (!group || !artifact || parts?.version === undefined) return [];
  return [`${group.replaceAll('.', '/')}/${artifact}/${parts.version}`];
}
