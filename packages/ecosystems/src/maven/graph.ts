import { LIMITS, type Relation } from '@skillscope/core';
import type { Bom, Component } from './bom.ts';
import { nameOf } from './coordinates.ts';
import { findTwins } from './twins.ts';

/** One library as one project uses it. */
export interface Use {
  readonly component: Component;
  /** The platform modules that belong to it. */
  readonly twins: readonly Component[];
  readonly relation: Relation;
  readonly via: readonly string[];
}

/**
 * What is used from one node of an SBOM's graph, by the shortest chains. A document without a graph says nothing about
 * chains, so all that it lists counts as direct. What no chain reaches counts as direct too, unless `onlyReached`.
 *
 * @param start reference of the project; default that of the document's subject
 */
export function usesOf(bom: Bom, start: string | undefined, onlyReached = false): readonly Use[] {
  const { components, uses } = bom;
  const twins = findTwins(components.values());
  const canonical = (ref: string) => twins.get(ref) ?? ref;
  const twinsOf = new Map<string, Component[]>();
  for (const [ref, library] of twins) {
    const twin = components.get(ref);
    if (!twin) continue;
    const known = twinsOf.get(library);
    if (known) known.push(twin);
    else twinsOf.set(library, [twin]);
  }
  const found = new Map<string, Use>();

  const passed = new Set<string>();

  /**
   * What a library uses. What is not listed, such as a bill of materials, is passed through: it has no name in a chain.
   * Once is enough, since what comes first is the closest.
   */
  function usedBy(ref: string): readonly string[] {
    const sources = [ref, ...(twinsOf.get(ref) ?? []).map((twin) => twin.ref)];
    const listed: string[] = [];
    for (const source of sources) {
      for (const used of uses.get(source) ?? []) {
        if (components.has(used)) listed.push(canonical(used));
        else if (!passed.has(used)) sources.push(used);
        passed.add(used);
      }
    }
    return listed;
  }

  function add(ref: string, via: readonly string[]): readonly string[] {
    const component = components.get(ref);
    if (!component) return via;
    const relation = via.length === 0 ? 'direct' : 'transitive';
    found.set(ref, { component, twins: twinsOf.get(ref) ?? [], relation, via });
    return via.length < LIMITS.viaNames ? [...via, nameOf(component)] : via;
  }

  const seen = new Set(start === undefined ? [] : [canonical(start)]);
  const queue = [...seen].map((ref) => ({ ref, via: [] as readonly string[] }));
  for (const { ref, via } of queue) {
    for (const used of usedBy(ref)) {
      if (seen.has(used)) continue;
      seen.add(used);
      queue.push({ ref: used, via: add(used, via) });
    }
  }
  if (!onlyReached)
    for (const ref of components.keys())
      if (!seen.has(canonical(ref)) && !found.has(canonical(ref))) add(canonical(ref), []);
  return [...found.values()];
}
