import type { Node } from 'jsonc-parser';
import type { Entry, EntryValue } from './agents.ts';
import {
  type Added,
  BOM,
  type ContainerBefore,
  type EntryFormat,
  isList,
  lineAt,
  lineEndingOf,
  type ReadEntry,
  type Uneditable,
} from './entry-format.ts';
import { removeJsonEntry } from './json-remove.ts';
import {
  hasComment,
  type JsonTree,
  type Member,
  membersOf,
  parseJson,
  plainValue,
  sameApartFrom,
  trailing,
} from './json-tree.ts';

/** Server entries in JSON with comments: `{ "<container>": { "<name>": entry } }`. */
export const jsonEntry: EntryFormat = { read, add, remove: removeJsonEntry };

interface Place extends JsonTree {
  readonly container: Node | undefined;
  readonly entry: Node | undefined;
}

function read(text: string, container: string, name: string): ReadEntry | Uneditable {
  const place = locate(text, container, name);
  return place.ok ? { ok: true, entry: place.entry && plainValue(place.entry) } : place;
}

function add(text: string | undefined, container: string, name: string, entry: Entry): Added | Uneditable {
  const place = locate(text ?? '', container, name);
  if (!place.ok) return place;
  const containerBefore = stateOf(place.container);
  const after = insert(text ?? '', place, container, name, entry);
  const check = locate(after, container, name);
  const sound = check.ok && check.entry && JSON.stringify(plainValue(check.entry)) === JSON.stringify(entry);
  if (!sound || !sameApartFrom(place.root, check.root, container, name)) {
    return { ok: false, reason: 'The file is written in a way that cannot be edited safely; add the entry by hand.' };
  }
  return { ok: true, text: after, containerBefore };
}

function locate(text: string, container: string, name: string): Place | Uneditable {
  const tree = parseJson(text);
  if (!tree.ok || tree.root === undefined) return tree.ok ? { ...tree, container: undefined, entry: undefined } : tree;
  if (tree.root.type !== 'object') return { ok: false, reason: 'The file does not hold a JSON object.', line: 1 };
  const found = only(text, tree.root, container);
  if (!found.ok) return found;
  const value = found.member?.value;
  if (value === undefined || value.type === 'null') return { ...tree, container: value, entry: undefined };
  if (value.type !== 'object') {
    return { ok: false, reason: `\`${container}\` is not an object in this file.`, line: lineAt(text, value.offset) };
  }
  const inner = only(text, value, name);
  return inner.ok ? { ...tree, container: value, entry: inner.member?.value } : inner;
}

function only(text: string, object: Node, name: string): { ok: true; member: Member | undefined } | Uneditable {
  const [member, second] = membersOf(object).filter((candidate) => candidate.name === name);
  if (!second) return { ok: true, member };
  return { ok: false, reason: `\`${name}\` stands twice in this file.`, line: lineAt(text, second.node.offset) };
}

function stateOf(container: Node | undefined): ContainerBefore {
  if (container === undefined) return 'absent';
  return container.type === 'null' ? 'null' : 'present';
}

function insert(text: string, place: Place, container: string, name: string, entry: Entry): string {
  const style = styleOf(text, place.root);
  if (place.root === undefined) return appendDocument(text, style, { [container]: { [name]: entry } });
  if (place.container === undefined) return insertMember(text, place.root, style, container, { [name]: entry });
  if (place.container.type === 'object') return insertMember(text, place.container, style, name, entry);
  const { offset, length } = place.container;
  const value = render({ [name]: entry }, style, indentOfLine(text, offset), isOneLine(text, place.root));
  return splice(text, offset, offset + length, value);
}

interface Style {
  readonly unit: string;
  readonly eol: string;
  /** Whether one-line objects are written without spaces. */
  readonly tight: boolean;
}

function styleOf(text: string, root: Node | undefined): Style {
  const eol = lineEndingOf(text);
  const first = root && membersOf(root)[0];
  if (!root || !first) return { unit: '  ', eol, tight: false };
  const own = ownIndent(text, first.key.offset);
  const outer = indentOfLine(text, root.offset);
  const unit = own?.startsWith(outer) ? own.slice(outer.length) : '';
  return { unit: unit || '  ', eol, tight: first.value.offset === first.key.offset + first.key.length + 1 };
}

function appendDocument(text: string, style: Style, document: EntryValue): string {
  const gap = text === '' || text === BOM || text.endsWith('\n') ? '' : style.eol;
  return `${text}${gap}${render(document, style, '', false)}${style.eol}`;
}

function insertMember(text: string, object: Node, style: Style, name: string, value: EntryValue): string {
  const last = membersOf(object).at(-1);
  return last ? insertAfter(text, object, last, style, name, value) : insertFirst(text, object, style, name, value);
}

function insertAfter(text: string, object: Node, last: Member, style: Style, name: string, value: EntryValue): string {
  const from = last.node.offset + last.node.length;
  const { comma, end } = trailing(text, from, object.offset + object.length - 1);
  const oneLine = isOneLine(text, object);
  const indent = ownIndent(text, last.key.offset) ?? indentOfLine(text, object.offset) + style.unit;
  const lead = oneLine ? (style.tight ? '' : ' ') : style.eol + indent;
  const member = `${lead}${renderMember(name, value, style, indent, oneLine)}`;
  if (comma !== undefined) return splice(text, end, end, `${member},`);
  return splice(splice(text, end, end, member), from, from, ',');
}

function insertFirst(text: string, object: Node, style: Style, name: string, value: EntryValue): string {
  const start = object.offset + 1;
  const close = object.offset + object.length - 1;
  const inner = text.slice(start, close);
  const kept = hasComment(inner) ? inner.trimEnd() : '';
  const outer = indentOfLine(text, object.offset);
  const indent = outer + style.unit;
  const member = `${style.eol}${indent}${renderMember(name, value, style, indent, false)}${style.eol}${outer}`;
  return splice(text, start, close, kept + member);
}

function renderMember(name: string, value: EntryValue, style: Style, indent: string, oneLine: boolean): string {
  const colon = oneLine && style.tight ? ':' : ': ';
  return `${JSON.stringify(name)}${colon}${render(value, style, indent, oneLine)}`;
}

/** Lists stand on one line, as the formatters of the field write short ones. */
function render(value: EntryValue, style: Style, indent: string, oneLine: boolean): string {
  if (typeof value !== 'object' || (oneLine && style.tight)) return JSON.stringify(value);
  if (isList(value)) return `[${value.map((item) => render(item, style, indent, true)).join(', ')}]`;
  const inner = indent + style.unit;
  const members = Object.entries(value).map(([name, member]) => renderMember(name, member, style, inner, oneLine));
  if (oneLine) return `{ ${members.join(', ')} }`;
  return `{${style.eol}${members.map((member) => inner + member).join(`,${style.eol}`)}${style.eol}${indent}}`;
}

function isOneLine(text: string, object: Node): boolean {
  return membersOf(object).length > 0 && !text.slice(object.offset, object.offset + object.length).includes('\n');
}

/** The whitespace before a place, when nothing else stands before it on its line. */
function ownIndent(text: string, offset: number): string | undefined {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return before.trim() === '' && text.lastIndexOf('\n', offset - 1) !== -1 ? before : undefined;
}

function indentOfLine(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return line.slice(0, line.length - line.trimStart().length).replace(BOM, '');
}

function splice(text: string, from: number, to: number, insertion: string): string {
  return text.slice(0, from) + insertion + text.slice(to);
}
