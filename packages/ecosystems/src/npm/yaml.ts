import { cleanLine } from '@skillscope/core';
import { type Outline, type OutlineValue, readOutline } from './outline.ts';

export type YamlReading =
  | { readonly ok: true; readonly root: Outline }
  | { readonly ok: false; readonly message: string; readonly line?: number };

/**
 * The last document of a YAML text with every scalar as text. What package managers write is read quickly; only a text
 * that somebody edited loads the full parser.
 */
export async function readYaml(text: string): Promise<YamlReading> {
  const root = readOutline(text, ': ');
  if (root) return { ok: true, root };
  const { parseFullYaml } = await import('./full-yaml.ts');
  const parsed = parseFullYaml(text);
  if (!parsed.ok) return { ...parsed, message: cleanLine(`The YAML cannot be read: ${parsed.message}.`) };
  const outline = toOutline(parsed.value, new Map());
  return typeof outline === 'string' || isItems(outline)
    ? { ok: false, message: 'The file holds no table of keys.' }
    : { ok: true, root: outline };
}

/** An alias gives the same object again; each is turned once, so that aliases of aliases cannot multiply. */
function toOutline(value: unknown, seen: Map<unknown, OutlineValue>): OutlineValue {
  if (typeof value !== 'object' || value === null) return value === null || value === undefined ? '' : String(value);
  const known = seen.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const items = value.filter((item): item is string => typeof item === 'string');
    seen.set(value, items);
    return items;
  }
  const map = new Map<string, OutlineValue>();
  seen.set(value, map);
  for (const [key, item] of Object.entries(value)) map.set(key, toOutline(item, seen));
  return map;
}

function isItems(value: OutlineValue): value is readonly string[] {
  return Array.isArray(value);
}
