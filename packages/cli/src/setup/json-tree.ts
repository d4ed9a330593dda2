import { LIMITS } from '@skillscope/core';
import { createScanner, getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { BOM, lineAt, type Uneditable } from './entry-format.ts';

/** Token kinds of jsonc-parser's scanner; its own enum exists in types only. */
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const LINE_BREAK = 14;
const END = 17;

export interface Member {
  readonly name: string;
  /** The whole `"name": value`. */
  readonly node: Node;
  readonly key: Node;
  readonly value: Node;
}

export interface JsonTree {
  readonly ok: true;
  /** `undefined` when the text holds no value: empty, blank or only comments. */
  readonly root: Node | undefined;
}

/** JSON as the hosts' settings files have it: comments and trailing commas are allowed. */
export function parseJson(text: string): JsonTree | Uneditable {
  const tooDeep: Uneditable = { ok: false, reason: 'The file is nested too deeply to be read.' };
  const errors: ParseError[] = [];
  const blankBom = text.startsWith(BOM) ? ` ${text.slice(1)}` : text;
  let root: Node | undefined;
  try {
    root = parseTree(blankBom, errors, { allowTrailingComma: true, allowEmptyContent: true });
  } catch {
    return tooDeep;
  }
  const [first] = errors;
  if (first) {
    const reason = `The file is not valid JSON (${printParseErrorCode(first.error)}); mend it first.`;
    return { ok: false, reason, line: lineAt(text, first.offset) };
  }
  return root && isDeeperThan(root, LIMITS.valueDepth) ? tooDeep : { ok: true, root };
}

function isDeeperThan(root: Node, limit: number): boolean {
  let level: readonly Node[] = [root];
  // A level of JSON is one level of nodes in a list and two in an object, whose members are nodes of their own.
  for (let depth = 0; depth <= 2 * limit && level.length > 0; depth += 1)
    level = level.flatMap((node) => node.children ?? []);
  return level.length > 0;
}

/** Members of an object, as written; a name can come twice. */
export function membersOf(object: Node): readonly Member[] {
  return (object.children ?? []).flatMap((node) => {
    const [key, value] = node.children ?? [];
    return key && value ? [{ name: String(key.value), node, key, value }] : [];
  });
}

export function plainValue(node: Node): unknown {
  return getNodeValue(node);
}

/** What stands between a place and the next value or the end of the object. */
export interface Trailing {
  /** Offset of the comma, when there is one. */
  readonly comma: number | undefined;
  /** End of the comma and of the comments on its line; `from` when neither is there. */
  readonly end: number;
}

export function trailing(text: string, from: number, to: number): Trailing {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  let comma: number | undefined;
  let end = from;
  let sameLine = true;
  for (let kind: number = scanner.scan(); kind !== END; kind = scanner.scan()) {
    const offset = scanner.getTokenOffset();
    if (offset >= to) break;
    if (kind === LINE_BREAK) sameLine = false;
    if (kind === COMMA) {
      comma = offset;
      sameLine = true;
    }
    const ours = kind === COMMA || kind === LINE_COMMENT || kind === BLOCK_COMMENT;
    if (ours && sameLine) end = offset + scanner.getTokenLength();
  }
  return { comma, end };
}

/** Whether a stretch of text holds a comment. Only for stretches without values. */
export function hasComment(text: string): boolean {
  return text.includes('/');
}

/**
 * Whether two texts mean the same apart from one member, `container.name`; a container that holds nothing else may
 * be missing, or null, on either side. The check that an edit did what it should and nothing more.
 */
export function sameApartFrom(
  before: Node | undefined,
  after: Node | undefined,
  container: string,
  name: string,
): boolean {
  return outline(before, container, name) === outline(after, container, name);
}

function outline(root: Node | undefined, container: string, name: string): string {
  if (root === undefined) return '{}';
  const members = membersOf(root).flatMap((member) => {
    if (member.name !== container) return [[member.name, shape(member.value)]];
    if (member.value.type === 'null') return [];
    const others = membersOf(member.value).filter((inner) => inner.name !== name);
    return others.length === 0 ? [] : [[container, others.map((inner) => [inner.name, shape(inner.value)])]];
  });
  return members.length === 0 ? '{}' : JSON.stringify(members);
}

function shape(node: Node): unknown {
  if (node.type === 'object') return membersOf(node).map(({ name, value }) => [name, shape(value)]);
  if (node.type === 'array') return { items: (node.children ?? []).map(shape) };
  return { value: node.value };
}
