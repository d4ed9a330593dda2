import type { CST, Document } from 'yaml';
import { LIMITS } from '../limits.ts';
import { yaml } from './yaml-library.ts';

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
  const { Composer, LineCounter, Parser } = yaml();
  const lines = new LineCounter();
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  // Parsing into tokens is iterative, composing them is recursive: the depth is checked between the two.
  let deepest: CST.Token | undefined;
  for (const token of tokens) deepest ??= tooDeepToken(token, 0);
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
  const fault = document && faultIn(text, document, second);
  return {
    text,
    document,
    lineAt,
    ...(fault ? { complaint: { kind: 'malformed', message: fault.message, line: lineAt(fault.offset) } } : {}),
  };
}

/** The first token below the allowed depth that is more than a plain scalar. */
function tooDeepToken(token: CST.Token, depth: number): CST.Token | undefined {
  if (depth > LIMITS.valueDepth) return token.type === 'document' || token.type === 'scalar' ? undefined : token;
  if (token.type === 'document') return token.value && tooDeepToken(token.value, depth + 1);
  if (!('items' in token)) return undefined;
  for (const { key, value } of token.items) {
    const found = (key && tooDeepToken(key, depth + 1)) ?? (value && tooDeepToken(value, depth + 1));
    if (found) return found;
  }
  return undefined;
}

function faultIn(
  text: string,
  document: Document.Parsed,
  second: Document.Parsed | undefined,
): { readonly message: string; readonly offset: number } | undefined {
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault) return { message: sentence(fault.message), offset: fault.pos[0] };
  if (second) return { message: 'a second document begins inside it.', offset: second.range[0] };
  if (!/[*&]/.test(text)) return undefined;
  const { isAlias, isScalar, visit } = yaml();
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
