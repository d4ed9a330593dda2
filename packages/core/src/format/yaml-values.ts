import type { Node, Scalar, YAMLMap } from 'yaml';
import type { Note } from '../found.ts';
import type { YamlFile } from './parse-yaml.ts';
import { yaml } from './yaml-library.ts';

/** One top-level entry of the frontmatter. */
export interface Field {
  /** JSON-safe. A number or boolean only where that is exactly what was written; else text. */
  readonly value: unknown;
  /** The value as the author's text: never a number, a boolean or a list. Absent for an empty value. */
  readonly text?: string;
  /** True when YAML reads the value as text, and so does every host. */
  readonly isText: boolean;
  /** True when YAML took the end of the line for a comment. */
  readonly commented: boolean;
  /** 1-based. */
  readonly line: number;
}

export type Fields = ReadonlyMap<string, Field>;

export type Values =
  | {
      readonly ok: true;
      readonly fields: Fields;
      readonly duplicates: readonly Note[];
      readonly style: readonly Note[];
    }
  | { readonly ok: false; readonly message: string; readonly line: number };

/** The top-level entries of a parsed text. Of two entries with one key the last wins, as in most readers. */
export function fieldsOf(file: YamlFile): Values {
  const { isMap, isScalar } = yaml();
  const contents = file.document?.contents ?? null;
  if (contents === null || (isScalar(contents) && contents.value === null))
    return { ok: true, fields: new Map(), duplicates: [], style: [] };
  if (!isMap(contents))
    return {
      ok: false,
      line: file.lineAt(contents.range[0]),
      message: 'The frontmatter is not a list of `key: value` lines.',
    };
  const walk: Walk = { file, duplicates: [], style: [] };
  const fields = new Map<string, Field>();
  noteStyle(contents, walk);
  for (const [key, value, line] of entriesOf(contents, walk)) {
    const text = textOf(value, file.text);
    fields.set(key, {
      value: dataOf(value, walk),
      line,
      isText: isScalar(value) && typeof value.value === 'string',
      commented: isScalar(value) && value.type === 'PLAIN' && Boolean(value.comment),
      ...(text === undefined ? {} : { text }),
    });
  }
  return { ok: true, fields, duplicates: walk.duplicates, style: walk.style };
}

interface Walk {
  readonly file: YamlFile;
  readonly duplicates: Note[];
  readonly style: Note[];
}

function dataOf(node: Node | null, walk: Walk): unknown {
  const { isMap, isScalar, isSeq } = yaml();
  if (node === null) return null;
  noteStyle(node, walk);
  if (isScalar(node)) return scalarOf(node);
  if (isSeq(node)) return node.items.map((item) => dataOf(asNode(item), walk));
  if (!isMap(node)) return null;
  // Without a prototype no foreign key can reach an inherited property, and `__proto__` is a key like any other.
  const object: Record<string, unknown> = Object.create(null);
  for (const [key, value] of entriesOf(node, walk)) object[key] = dataOf(value, walk);
  return object;
}

function entriesOf(map: YAMLMap, walk: Walk): [key: string, value: Node | null, line: number][] {
  const seen = new Set<string>();
  return map.items.map((pair) => {
    const keyNode = asNode(pair.key);
    const key = textOf(keyNode, walk.file.text) ?? nullKey(keyNode);
    const line = lineOf(keyNode ?? map, walk);
    if (seen.has(key))
      walk.duplicates.push({
        code: 'duplicate-key',
        line,
        message: `\`${key}\` is there more than once; the last one counts.`,
      });
    seen.add(key);
    return [key, asNode(pair.value), line];
  });
}

/** A number is kept as a number only if printing it gives back what was written, so that `1.10` stays `1.10`. */
function scalarOf(node: Scalar): string | number | boolean | null {
  const { value } = node;
  if (typeof value === 'string' || value === null) return value;
  const source = node.source ?? String(value);
  if (typeof value === 'boolean') return value;
  return typeof value === 'number' && Number.isFinite(value) && String(value) === source ? value : source;
}

function textOf(node: Node | null, source: string): string | undefined {
  if (node === null) return undefined;
  if (!yaml().isScalar(node)) return folded(source.slice(node.range?.[0] ?? 0, node.range?.[1] ?? 0));
  if (typeof node.value === 'string') return node.value;
  return node.value === null ? undefined : (node.source ?? String(node.value));
}

/** `null` and `~` are keys by the name they were written with. */
function nullKey(node: Node | null): string {
  return yaml().isScalar(node) ? (node.source ?? '') : '';
}

function folded(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .trim();
}

function noteStyle(node: Node, walk: Walk): void {
  const { isMap, isScalar, isSeq } = yaml();
  const line = lineOf(node, walk);
  if (isScalar(node) && node.value !== null && typeof node.value !== 'string')
    walk.style.push({
      code: 'typed-value',
      line,
      message: `YAML reads \`${node.source ?? ''}\` as a ${typeof node.value}; put it in quotes.`,
    });
  if ((isMap(node) || isSeq(node)) && node.flow)
    walk.style.push({
      code: 'flow-style',
      line,
      message: 'Lists and maps in brackets are refused by strict readers; write one entry a line.',
    });
  if ('anchor' in node && node.anchor)
    walk.style.push({ code: 'anchor', line, message: 'Anchors are refused by strict readers.' });
  if (node.tag) walk.style.push({ code: 'tag', line, message: 'Tags are refused by strict readers.' });
}

function lineOf(node: Node, walk: Walk): number {
  return walk.file.lineAt(node.range?.[0] ?? 0);
}

function asNode(value: unknown): Node | null {
  const { isNode, isPair } = yaml();
  return isNode(value) && !isPair(value) ? value : null;
}
