import type { Node } from 'jsonc-parser';
import type { Entry } from './agents.ts';
import { type ContainerBefore, type Removed, sameEntry, type Uneditable } from './entry-format.ts';
import { hasComment, type Member, membersOf, parseJson, plainValue, sameApartFrom, trailing } from './json-tree.ts';

/**
 * Takes out an entry from a text that others may have changed since it was added, and the container too when it was
 * not there before and holds nothing else now. Comments that stand around the entry stay.
 */
export function removeJsonEntry(
  text: string,
  container: string,
  name: string,
  entry: Entry,
  before: ContainerBefore,
): Removed | Uneditable {
  const tree = parseJson(text);
  if (!tree.ok) return tree;
  const holder = memberOf(tree.root, container);
  const member = memberOf(holder?.value, name);
  if (!tree.root || !holder || !member || !sameEntry(plainValue(member.value), entry)) {
    return { ok: false, reason: 'The entry is not the one that was written.' };
  }
  const after = withoutContainer(withoutMember(text, holder.value, member), container, before);
  const check = parseJson(after);
  if (!check.ok || !sameApartFrom(tree.root, check.root, container, name)) {
    return {
      ok: false,
      reason: 'The file is written in a way that cannot be edited safely; delete the entry by hand.',
    };
  }
  return { ok: true, text: after, empty: isEmptyDocument(after) };
}

function withoutContainer(text: string, container: string, before: ContainerBefore): string {
  const tree = parseJson(text);
  const holder = tree.ok ? memberOf(tree.root, container) : undefined;
  if (!tree.ok || !tree.root || !holder || before === 'present' || !isEmptyObject(text, holder.value)) return text;
  if (before === 'absent') return withoutMember(text, tree.root, holder);
  const { offset, length } = holder.value;
  return `${text.slice(0, offset)}null${text.slice(offset + length)}`;
}

function withoutMember(text: string, object: Node, member: Member): string {
  const members = membersOf(object);
  const index = members.findIndex(({ node }) => node === member.node);
  const previous = members[index - 1];
  const close = object.offset + object.length - 1;
  const end = member.node.offset + member.node.length;
  const { comma } = trailing(text, end, members[index + 1]?.node.offset ?? close);
  const start = text.slice(0, member.node.offset).trimEnd().length;
  const resume = comma === undefined ? end : comma + 1;
  const rest = text.slice(resume);
  if (members.length === 1 && `${text.slice(object.offset + 1, start)}${text.slice(resume, close)}`.trim() === '') {
    return text.slice(0, object.offset + 1) + text.slice(close);
  }
  if (comma !== undefined || !previous) return text.slice(0, start) + rest;
  const previousEnd = previous.node.offset + previous.node.length;
  const separator = trailing(text, previousEnd, member.node.offset).comma;
  if (separator === undefined) return text.slice(0, start) + rest;
  const until = Math.max(start, separator + 1);
  return text.slice(0, separator) + text.slice(separator + 1, until) + rest;
}

function memberOf(object: Node | undefined, name: string): Member | undefined {
  return object?.type === 'object' ? membersOf(object).find((member) => member.name === name) : undefined;
}

function isEmptyObject(text: string, node: Node): boolean {
  return (
    node.type === 'object' &&
    membersOf(node).length === 0 &&
    !hasComment(text.slice(node.offset, node.offset + node.length))
  );
}

function isEmptyDocument(text: string): boolean {
  return text.replaceAll(/\s/g, '') === '{}';
}
