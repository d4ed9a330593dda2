import { Composer, type CST, type Document, isAlias, isScalar, LineCounter, Parser, visit } from 'yaml';
import { LIMITS } from '../limits.ts';

/** One parsed YAML text with what is needed to name lines in it. */
export interface YamlFile {
  readonly text: string;
  readonly document: Document.Parsed | undefined;
  /** The first thing that keeps the text from being taken at its word. */
  readonly complaint?: Complaint;
  /** 1-based line of an offset. */
  lineAt(offset: number): number;
}

interface Complaint {
  readonly kind: 'malformed' | 'too-deep';
  readonly message: string;
  /** 1-based. */
  readonly line: number;
}

/**
 * Parses one document of YAML 1.2 with the core schema. Never throws, builds no values, resolves no tag or alias.
 * Besides errors it complains of an alias, an anchor on a plain value, and a tag that means nothing here: they are
 * nearly always prose or globs (`*.ts`, `!important`) left unquoted.
 */
export function parseYaml(text: string): YamlFile {
  const lines = new LineCounter();
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  // Parsing into tokens is iterative, composing them is recursive: the depth is checked between the two.
  const deepest = tooDeepToken(tokens);
  if (deepest) {
    const message = `it is nested more than ${LIMITS.valueDepth} levels deep.`;
    return {
      text,
      document: undefined,
      lineAt,
      complaint: { kind: 'too-deep', message, line: lineAt(deepest.offset) },
    };
  }
  const composer = new Composer({ schema: 'core', resolveKnownTags: false, uniqueKeys: false });
  const [document, second] = [...composer.compose(tokens)];
  const fault = document && faultIn(document, second);
  return {
    text,
    document,
    lineAt,
    ...(fault ? { complaint: { kind: 'malformed', message: fault.message, line: lineAt(fault.offset) } } : {}),
  };
}

function tooDeepToken(tokens: readonly CST.Token[]): CST.Token | undefined {
  let level = tokens;
  for (let depth = 0; level.length > 0; depth += 1) {
    const collection = level.find(({ type }) => type !== 'document' && type !== 'scalar');
    if (depth > LIMITS.valueDepth && collection) return collection;
    level = level.flatMap(childrenOf);
  }
  return undefined;
}

function childrenOf(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value ? [token.value] : [];
  if (!('items' in token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value].filter((child) => child !== undefined && child !== null));
}

function faultIn(
  document: Document.Parsed,
  second: Document.Parsed | undefined,
): { readonly message: string; readonly offset: number } | undefined {
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault) return { message: sentence(fault.message), offset: fault.pos[0] };
  if (second) return { message: 'a second document begins inside it.', offset: second.range[0] };
  let found: { message: string; offset: number } | undefined;
  visit(document, {
    Node(_key, node) {
      const offset = node.range?.[0] ?? 0;
      if (isAlias(node)) found = { message: 'aliases are not expanded.', offset };
      else if (isScalar(node) && node.anchor) found = { message: 'anchors are not supported.', offset };
      return found ? visit.BREAK : undefined;
    },
  });
  return found;
}

function sentence(message: string): string {
  return /[.:!?]$/.test(message) ? message : `${message}.`;
}
