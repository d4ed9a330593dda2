import { applyEdits, type Edit, findNodeAtLocation, type JSONPath, modify } from 'jsonc-parser';
import { BOM, isRecord, lineEndingOf, type Uneditable } from './entry-format.ts';
import { parseJson, plainValue, trailing } from './json-tree.ts';
import type { Json } from './plan-hooks-table.ts';

/** Event to the element that stands, or is to stand, in its list. */
export type HookElements = Readonly<Record<string, Json>>;

export interface ReadHooks {
  readonly ok: true;
  /** Event to the elements of its list that start skillscope. */
  readonly ours: Readonly<Record<string, readonly unknown[]>>;
}

export interface EditedHooks {
  readonly ok: true;
  readonly text: string;
}

export interface AddedHooks extends EditedHooks {
  /** Members that were made: `hooks`, and events in it. */
  readonly made: readonly string[];
}

/** What a settings file with `hooks: { <event>: [element, …] }` starts of ours. */
export function readHooks(text: string): ReadHooks | Uneditable {
  const lists = listsIn(text);
  if (!lists.ok) return lists;
  const ours = Object.entries(lists.value).map(([event, list]) => [event, list.filter(isOurs)] as const);
  return { ok: true, ours: Object.fromEntries(ours.filter(([, list]) => list.length > 0)) };
}

/** Adds an element at the end of each event's list and leaves every other character as it is. */
export function addHooks(
  text: string | undefined,
  elements: HookElements,
  preamble: Readonly<Record<string, Json>>,
): AddedHooks | Uneditable {
  if (text === undefined || text.trim() === '' || text === BOM) {
    const hooks = Object.fromEntries(Object.entries(elements).map(([event, element]) => [event, [element]]));
    return {
      ok: true,
      text: `${JSON.stringify({ ...preamble, hooks }, null, 2)}\n`,
      made: [HOOKS, ...Object.keys(elements)],
    };
  }
  const lists = listsIn(text);
  if (!lists.ok) return lists;
  const made = [...(lists.isThere ? [] : [HOOKS]), ...Object.keys(elements).filter((event) => !lists.value[event])];
  let after = text;
  for (const [event, element] of lists.isThere ? Object.entries(elements) : []) {
    const list = lists.value[event];
    after = list
      ? changed(after, [HOOKS, event, list.length], element, true)
      : changed(after, [HOOKS, event], [element]);
  }
  const wanted = Object.fromEntries(
    Object.entries(elements).map(([event, element]) => [event, [...(lists.value[event] ?? []), element]]),
  );
  if (!lists.isThere) after = changed(after, [HOOKS], wanted);
  return isSound(text, after, { ...lists.value, ...wanted }) ? { ok: true, text: after, made } : UNSAFE;
}

/** Takes out elements that `addHooks` once put in, and the members that it made where they hold nothing else. */
export function removeHooks(text: string, elements: HookElements, made: readonly string[]): EditedHooks | Uneditable {
  const lists = listsIn(text);
  if (!lists.ok) return lists;
  const left: Record<string, readonly unknown[]> = { ...lists.value };
  let after = text;
  for (const [event, element] of Object.entries(elements)) {
    const list = left[event];
    const index = list?.findIndex((candidate) => isSame(candidate, element)) ?? -1;
    if (!list || index < 0) continue;
    const rest = list.filter((_, at) => at !== index);
    const isEmptied = rest.length === 0 && made.includes(event);
    after = without(after, isEmptied ? [HOOKS, event] : [HOOKS, event, index]);
    if (isEmptied) delete left[event];
    else left[event] = rest;
  }
  const isEmptied = Object.keys(left).length === 0 && made.includes(HOOKS);
  if (isEmptied) after = without(after, [HOOKS]);
  return isSound(text, after, isEmptied ? undefined : left) ? { ok: true, text: after } : UNSAFE;
}

/** Whether nothing is left but what a new file was given. */
export function holdsOnly(text: string, preamble: Readonly<Record<string, Json>>): boolean {
  const tree = parseJson(text);
  if (!tree.ok || text.includes('//') || text.includes('/*')) return false;
  return tree.root === undefined || isSame(plainValue(tree.root), preamble);
}

export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

const HOOKS = 'hooks';

const UNSAFE: Uneditable = {
  ok: false,
  reason: 'The file is written in a way that cannot be edited safely; edit its hooks by hand.',
};

interface Lists {
  readonly ok: true;
  /** Whether there are hooks at all. */
  readonly isThere: boolean;
  readonly value: Readonly<Record<string, readonly unknown[]>>;
}

function listsIn(text: string): Lists | Uneditable {
  const tree = parseJson(text);
  if (!tree.ok) return tree;
  const root: unknown = tree.root === undefined ? {} : plainValue(tree.root);
  if (!isRecord(root)) return { ok: false, reason: 'The file does not hold a JSON object.', line: 1 };
  const hooks = root[HOOKS];
  if (hooks === undefined) return { ok: true, isThere: false, value: {} };
  if (!isRecord(hooks)) return { ok: false, reason: '`hooks` is not an object in this file.' };
  const odd = Object.entries(hooks).find(([, list]) => !Array.isArray(list));
  if (odd) return { ok: false, reason: `\`hooks.${odd[0]}\` is not a list in this file.` };
  return { ok: true, isThere: true, value: hooks as Readonly<Record<string, readonly unknown[]>> };
}

/** A command of ours in whatever is written around it. */
function isOurs(element: unknown): boolean {
  return /skillscope(?:\.js)?[\\"']{0,4} hook (?:session-start|edit)\b/.test(JSON.stringify(element));
}

/** Takes out one value with the comma that belongs to it; comments around it stay. */
function without(text: string, path: JSONPath): string {
  const tree = parseJson(text);
  const value = tree.ok && tree.root ? findNodeAtLocation(tree.root, path) : undefined;
  const node = value?.parent?.type === 'property' ? value.parent : value;
  const siblings = node?.parent?.children ?? [];
  const at = node ? siblings.indexOf(node) : -1;
  if (!node?.parent || at < 0) return text;
  const end = node.offset + node.length;
  const start = text.slice(0, node.offset).trimEnd().length;
  const { comma } = trailing(text, end, siblings[at + 1]?.offset ?? node.parent.offset + node.parent.length - 1);
  if (comma !== undefined) return text.slice(0, start) + text.slice(end, comma) + text.slice(comma + 1);
  const before = siblings[at - 1];
  const separator = before && trailing(text, before.offset + before.length, node.offset).comma;
  if (separator === undefined) return text.slice(0, start) + text.slice(end);
  return text.slice(0, separator) + text.slice(separator + 1, start) + text.slice(end);
}

/** Inserts one value; nothing around it is formatted anew. */
function changed(text: string, path: JSONPath, value: unknown, isArrayInsertion = false): string {
  const bom = text.startsWith(BOM) ? BOM : '';
  const body = text.slice(bom.length);
  const edits = modify(body, path, value, { isArrayInsertion });
  return (
    bom +
    applyEdits(
      body,
      edits.map((edit) => laidOut(body, edit, path, value)),
    )
  );
}

/** An insertion on lines of its own, unless everything around it stands on one line. */
function laidOut(body: string, edit: Edit, path: JSONPath, value: unknown): Edit {
  const unit = /^([ \t]+)"/m.exec(body)?.[1] ?? '  ';
  const lineEnd = lineEndingOf(body);
  if (!body.trimEnd().includes('\n')) return edit;
  const indent = unit.repeat(path.length);
  const name = path.at(-1);
  const own = JSON.stringify(value, null, unit).replaceAll('\n', `${lineEnd}${indent}`);
  const member = `${lineEnd}${indent}${typeof name === 'string' ? `${JSON.stringify(name)}: ` : ''}${own}`;
  if (edit.content.startsWith(',')) return { ...edit, content: `,${member}` };
  return { ...edit, content: `${member}${lineEnd}${unit.repeat(path.length - 1)}` };
}

/** Whether the edit did what it should, and nothing more. */
function isSound(
  before: string,
  after: string,
  hooks: Readonly<Record<string, readonly unknown[]>> | undefined,
): boolean {
  const [old, now] = [parseJson(before), parseJson(after)];
  if (!old.ok || !now.ok) return false;
  const was: unknown = old.root === undefined ? {} : plainValue(old.root);
  const is: unknown = now.root === undefined ? {} : plainValue(now.root);
  if (!isRecord(was) || !isRecord(is)) return false;
  const { [HOOKS]: _, ...others } = was;
  return isSame(is, hooks === undefined ? others : { ...others, [HOOKS]: hooks });
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner) =>
    isRecord(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
