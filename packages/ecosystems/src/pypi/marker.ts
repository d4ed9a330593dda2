import { normalName } from './names.ts';
import { meets } from './versions.ts';

/** An environment marker: a condition under which a requirement holds. */
export type Marker =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Marker[] }
  | { readonly kind: 'compare'; readonly left: Operand; readonly operator: string; readonly right: Operand };

type Operand = { readonly variable: string } | { readonly text: string };

/** Values of marker variables; one that is absent is unknown. */
export type MarkerVariables = Readonly<Record<string, string>>;

/** Most parenthesis levels; those that tools write stay below five. */
const DEPTH = 32;
/** Longest marker. uv writes those of large workspaces in some thousand characters. */
const CHARACTERS = 65_536;

/** Parses a marker; `undefined` when it is malformed. Linear time. */
export function parseMarker(text: string): Marker | undefined {
  if (text.length > CHARACTERS) return undefined;
  const tokens = tokenize(text);
  if (!tokens) return undefined;
  let at = 0;

  function either(depth: number): Marker | undefined {
    return joined('or', () => joined('and', () => single(depth)));
  }

  function joined(kind: 'and' | 'or', next: () => Marker | undefined): Marker | undefined {
    const parts: Marker[] = [];
    do {
      const part = next();
      if (!part) return undefined;
      parts.push(part);
    } while (tokens?.[at] === kind && ++at);
    return parts.length === 1 ? parts[0] : { kind, parts };
  }

  function single(depth: number): Marker | undefined {
    if (tokens?.[at] === '(') {
      if (depth >= DEPTH) return undefined;
      at += 1;
      const inner = either(depth + 1);
      return tokens[at++] === ')' ? inner : undefined;
    }
    const left = operandOf(tokens?.[at++]);
    let operator = tokens?.[at++];
    if (operator === 'not' && tokens?.[at] === 'in') {
      operator = 'not in';
      at += 1;
    }
    const right = operandOf(tokens?.[at++]);
    if (!left || !right || operator === undefined || !OPERATORS.has(operator)) return undefined;
    return { kind: 'compare', left, operator, right };
  }

  const marker = either(0);
  return at === tokens.length ? marker : undefined;
}

/**
 * True or false where the marker says so; `undefined` where it hangs on something unknown.
 * `extras` are those that are asked for; without any, every comparison with `extra` is false.
 */
export function evaluateMarker(
  marker: Marker,
  variables: MarkerVariables,
  extras: ReadonlySet<string> = NO_EXTRAS,
): boolean | undefined {
  if (marker.kind === 'compare') return compare(marker, variables, extras);
  const decisive = marker.kind === 'or';
  let unknown = false;
  for (const part of marker.parts) {
    const value = evaluateMarker(part, variables, extras);
    if (value === decisive) return decisive;
    if (value === undefined) unknown = true;
  }
  return unknown ? undefined : !decisive;
}

/** The same condition without what it says about extras; `undefined` where nothing is left, the marker itself where it says nothing. */
export function withoutExtras(marker: Marker): Marker | undefined {
  if (marker.kind === 'compare')
    return [marker.left, marker.right].some((side) => 'variable' in side && side.variable === 'extra')
      ? undefined
      : marker;
  const parts = marker.parts.map(withoutExtras);
  if (parts.every((part, index) => part === marker.parts[index])) return marker;
  const kept = parts.filter((part) => part !== undefined);
  return kept.length > 1 ? { kind: marker.kind, parts: kept } : kept[0];
}

/** Extras that a condition speaks of, in normal form; one may be there twice. */
export function extrasIn(marker: Marker): readonly string[] {
  if (marker.kind !== 'compare') return marker.parts.flatMap(extrasIn);
  const { left, right } = marker;
  const [variable, other] = 'variable' in left ? [left, right] : [right, left];
  const isExtra = 'variable' in variable && variable.variable === 'extra' && 'text' in other;
  return isExtra ? [normalName(other.text)] : [];
}

const NO_EXTRAS: ReadonlySet<string> = new Set();

const OPERATORS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '==', '===', '!=', '~=', 'in', 'not in']);

/** Names that old metadata uses for the same things. */
const OLD_NAMES: Readonly<Record<string, string>> = {
  'os.name': 'os_name',
  'sys.platform': 'sys_platform',
  'platform.version': 'platform_version',
  'platform.machine': 'platform_machine',
  'platform.python_implementation': 'platform_python_implementation',
  python_implementation: 'platform_python_implementation',
};

function tokenize(text: string): readonly string[] | undefined {
  const tokens: string[] = [];
  const token = /\s*(?:([()]|<=|>=|===|==|!=|~=|<|>)|("[^"]*"|'[^']*')|([A-Za-z_][\w.]*))\s*/y;
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    if (!match) return undefined;
    tokens.push(match[1] ?? match[2] ?? match[3] ?? '');
  }
  return tokens;
}

function operandOf(token: string | undefined): Operand | undefined {
  if (token === undefined) return undefined;
  if (token.startsWith('"') || token.startsWith("'")) return { text: token.slice(1, -1) };
  return /^[a-z_]/i.test(token) ? { variable: OLD_NAMES[token] ?? token } : undefined;
}

function compare(
  { left, operator, right }: Extract<Marker, { readonly kind: 'compare' }>,
  variables: MarkerVariables,
  extras: ReadonlySet<string>,
): boolean | undefined {
  const [variable, other] = 'variable' in left ? [left, right] : 'variable' in right ? [right, left] : [];
  if (variable?.variable === 'extra' && other && 'text' in other) {
    const asked = extras.has(normalName(other.text));
    return operator === '==' ? asked : operator === '!=' ? !asked : undefined;
  }
  const a = valueIn(left, variables);
  const b = valueIn(right, variables);
  if (a === undefined || b === undefined) return undefined;
  if (operator === 'in') return b.includes(a);
  if (operator === 'not in') return !b.includes(a);
  const decided = meets(a, operator, b);
  if (decided !== undefined) return decided;
  if (operator === '!=') return a !== b;
  return operator === '==' || operator === '===' ? a === b : undefined;
}

function valueIn(operand: Operand, variables: MarkerVariables): string | undefined {
  return 'text' in operand ? operand.text : variables[operand.variable];
}
