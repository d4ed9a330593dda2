import { LIMITS } from '@skillscope/core';

/**
 * Gives for each node the names on the way to it, from the project on, at most `LIMITS.viaNames`. Nodes on one way share
 * what they have in common, so that a chain of thousands costs no more than its length.
 */
export function openWays<
  Node extends { readonly identity: { readonly name: string }; readonly parent?: Node | undefined },
>(): (node: Node) => readonly string[] {
  const known = new Map<Node, readonly string[]>();
  return (node) => {
    const unknown: Node[] = [];
    for (let at: Node | undefined = node; at && !known.has(at); at = at.parent) unknown.push(at);
    for (const at of unknown.reverse()) known.set(at, wayBelow(at.parent, known));
    return known.get(node) ?? [];
  };
}

function wayBelow<Node extends { readonly identity: { readonly name: string } }>(
  parent: Node | undefined,
  known: ReadonlyMap<Node, readonly string[]>,
): readonly string[] {
  if (parent === undefined) return [];
  const above = known.get(parent) ?? [];
  return above.length < LIMITS.viaNames ? [...above, parent.identity.name] : above;
}
