/** What a Plug'n'Play file says, with only the fields that matter here and only where they have the right shape. */
export interface PnpState {
  readonly roots: readonly { readonly name: string; readonly reference: string }[];
  readonly packages: readonly {
    /** Null for the project itself. */
    readonly name: string | null;
    readonly reference: string | null;
    /** Relative to the file, `/` separators. */
    readonly location: string;
    /** True when the files are somebody's working copy. */
    readonly soft: boolean;
    /** Name it is imported by → what that is; unmet peers are left out. */
    readonly dependencies: readonly (readonly [
      imported: string,
      target: { readonly name: string; readonly reference: string },
    ])[];
  }[];
}

/**
 * Reads the state out of `.pnp.cjs` or `.pnp.data.json` without running either. Yarn writes it as a quoted string
 * since version 3.3 and as an object literal before, both of them JSON. `elsewhere` when the program keeps its state
 * in a file beside it; `undefined` when it cannot be read.
 */
export function pnpState(text: string): PnpState | 'elsewhere' | undefined {
  const json = text.trimStart().startsWith('{') ? text : (quotedState(text) ?? literalState(text));
  if (json === undefined) return text.includes('.pnp.data.json') ? 'elsewhere' : undefined;
  try {
    return stateOf(JSON.parse(json));
  } catch {
    return undefined;
  }
}

function quotedState(text: string): string | undefined {
  const declared = text.indexOf('RAW_RUNTIME_STATE =');
  const start = declared < 0 ? -1 : text.indexOf("'", declared);
  if (start < 0) return undefined;
  for (let end = text.indexOf("'", start + 1); end >= 0; end = text.indexOf("'", end + 1)) {
    if (!isEscaped(text, end)) return unquote(text.slice(start + 1, end));
  }
  return undefined;
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0;
  while (text[index - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

function unquote(literal: string): string {
  return literal.replace(/\\(\r\n|[\s\S])/g, (_, escaped: string) => ESCAPES[escaped] ?? escaped);
}

/** A backslash before a line break continues the line. */
const ESCAPES: Readonly<Record<string, string>> = { '\n': '', '\r\n': '', '\r': '', n: '\n', r: '\r', t: '\t' };

function literalState(text: string): string | undefined {
  const call = text.indexOf('return hydrateRuntimeState({');
  if (call < 0) return undefined;
  const start = text.indexOf('{', call);
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index);
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    if (index < 0) return undefined;
    if (depth === 0) return text.slice(start, index + 1);
  }
  return undefined;
}

/** Index of the quote that closes the string opened at `index`, else -1. */
function endOfString(text: string, index: number): number {
  for (let end = text.indexOf('"', index + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    if (!isEscaped(text, end)) return end;
  }
  return -1;
}

function stateOf(value: unknown): PnpState | undefined {
  if (!isRecord(value) || !Array.isArray(value.packageRegistryData)) return undefined;
  const packages: PnpState['packages'][number][] = [];
  for (const [name, versions] of pairs(value.packageRegistryData)) {
    for (const [reference, information] of pairs(versions)) {
      if (!isNullableText(name) || !isNullableText(reference) || !isRecord(information)) continue;
      if (typeof information.packageLocation !== 'string') continue;
      packages.push({
        name,
        reference,
        location: information.packageLocation,
        soft: information.linkType === 'SOFT',
        dependencies: dependenciesOf(information.packageDependencies),
      });
    }
  }
  return { roots: rootsOf(value.dependencyTreeRoots), packages };
}

function dependenciesOf(value: unknown): PnpState['packages'][number]['dependencies'] {
  const dependencies: PnpState['packages'][number]['dependencies'][number][] = [];
  for (const [imported, target] of pairs(value)) {
    if (typeof imported !== 'string') continue;
    if (typeof target === 'string') dependencies.push([imported, { name: imported, reference: target }]);
    const [name, reference]: unknown[] = Array.isArray(target) ? target : [];
    if (typeof name === 'string' && typeof reference === 'string') dependencies.push([imported, { name, reference }]);
  }
  return dependencies;
}

function rootsOf(value: unknown): PnpState['roots'] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((root: unknown) =>
    isRecord(root) && typeof root.name === 'string' && typeof root.reference === 'string'
      ? [{ name: root.name, reference: root.reference }]
      : [],
  );
}

function pairs(value: unknown): readonly (readonly [unknown, unknown])[] {
  if (!Array.isArray(value)) return [];
  return value.filter(Array.isArray).map((pair: readonly unknown[]) => [pair[0], pair[1]] as const);
}

function isNullableText(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
