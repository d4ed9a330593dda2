/**
 * As few distributions as lead to all of them: those that no other needs, and one of each circle that nothing else leads
 * to, such as two that need each other.
 *
 * @param all normal names, each with those of what it needs
 * @param wasRequested true for what somebody asked for by name; it stands for its circle. Default: nothing is known
 */
export function headsOf(
  all: ReadonlyMap<string, readonly string[]>,
  wasRequested: (key: string) => boolean = () => false,
): ReadonlySet<string> {
  const needs = new Map(
    [...all].map(([key, keys]) => [key, keys.filter((other) => other !== key && all.has(other))] as const),
  );
  const reached = new Set<string>();
  const heads: string[] = [];

  function reach(head: string): void {
    const open = [head];
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      if (reached.has(key)) continue;
      reached.add(key);
      open.push(...(needs.get(key) ?? []));
    }
  }

  const needed = new Set([...needs.values()].flat());
  for (const key of all.keys()) if (!needed.has(key)) heads.push(key);
  for (const key of heads) reach(key);

  // Of what is left, each is in a circle or below one. What is begun with last, when each is followed as far as it leads,
  // lies in one that nothing leads to.
  const left = () => [...all.keys()].filter((key) => !reached.has(key)).sort();
  for (let rest = left(); rest.length > 0; rest = rest.filter((key) => !reached.has(key))) {
    const head = lastBegun([...rest.filter(wasRequested), ...rest], needs, reached);
    heads.push(head);
    reach(head);
  }
  return new Set(heads);
}

function lastBegun(
  keys: readonly string[],
  needs: ReadonlyMap<string, readonly string[]>,
  reached: ReadonlySet<string>,
): string {
  const seen = new Set(reached);
  let last = keys[0] ?? '';
  for (const begun of keys) {
    if (seen.has(begun)) continue;
    last = begun;
    const open = [begun];
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      if (seen.has(key)) continue;
      seen.add(key);
      open.push(...(needs.get(key) ?? []));
    }
  }
  return last;
}
