/**
 * Gives all items, or those that hang on one of some extras. An extra may be asked for again and again, and what many of
 * them bring is sorted by them once, when that is first asked.
 */
export function openByExtra<Item>(
  items: readonly Item[],
  extrasOf: (item: Item) => readonly string[],
): (added?: ReadonlySet<string>) => readonly Item[] {
  let byExtra: Map<string, Item[]> | undefined;
  return (added) => {
    if (!added) return items;
    byExtra ??= group(items, extrasOf);
    const found = new Set<Item>();
    for (const extra of added) for (const item of byExtra.get(extra) ?? []) found.add(item);
    return [...found];
  };
}

function group<Item>(items: readonly Item[], extrasOf: (item: Item) => readonly string[]): Map<string, Item[]> {
  const found = new Map<string, Item[]>();
  for (const item of items) {
    for (const extra of extrasOf(item)) {
      const same = found.get(extra);
      if (same) same.push(item);
      else found.set(extra, [item]);
    }
  }
  return found;
}
