import { toPurl } from '@skillscope/core';

/**
 * The CycloneDX document of a module, from what `dependency:tree` writes with blanks for its lines: one library a line,
 * three blanks deeper than the one that brings it. Reading ends at the first line that is none. What only runs is left
 * out, as it cannot be imported. `undefined` where not even the module is named.
 */
export function bomOfTree(text: string): string | undefined {
  const components = new Map<string, object>();
  const uses = new Map<string, string[]>();
  /** The reference at each depth. */
  const path: string[] = [];
  for (const line of text.split('\n')) {
    const node = readLine(line);
    if (node === undefined) break;
    const { depth, purl, isRuntime } = node;
    const user = path[Math.min(depth, path.length) - 1];
    if (user === undefined && path.length > 0) break;
    path.length = Math.min(depth, path.length);
    if (isRuntime && user !== undefined) {
      // What stands below it and can be imported counts as used by the one above.
      path.push(user);
      continue;
    }
    if (user !== undefined) {
      uses.get(user)?.push(purl);
      components.set(purl, { type: 'library', 'bom-ref': purl, purl });
    }
    if (!uses.has(purl)) uses.set(purl, []);
    path.push(purl);
  }
  const [start] = uses.keys();
  if (start === undefined) return undefined;
  return JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'library', 'bom-ref': start, purl: start } },
    components: [...components.values()],
    dependencies: [...uses].map(([ref, dependsOn]) => ({ ref, dependsOn })),
  });
}

const INDENT = 3;

interface Node {
  readonly depth: number;
  readonly purl: string;
  readonly isRuntime: boolean;
}

/** `group:artifact:type[:classifier]:version[:scope]`, the scope for all but the module, and perhaps a remark. */
function readLine(line: string): Node | undefined {
  const trimmed = line.trimStart();
  const depth = (line.length - trimmed.length) / INDENT;
  const parts = trimmed.split(/\s/, 1)[0]?.split(':') ?? [];
  const scope = depth === 0 ? '' : parts.pop();
  const version = parts.pop();
  const [group, artifact, type, classifier] = parts;
  if (!Number.isInteger(depth) || parts.length > 4) return undefined;
  if (!group || !artifact || !type || !version) return undefined;
  const purl = toPurl({
    type: 'maven',
    name: `${group}/${artifact}`,
    version: version.replace(/-\d{8}\.\d{6}-\d+$/, '-SNAPSHOT'),
    qualifiers: { type, ...(classifier === undefined ? {} : { classifier }) },
  });
  return { depth, purl, isRuntime: scope === 'runtime' };
}
