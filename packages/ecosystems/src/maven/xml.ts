import { LIMITS } from '@skillscope/core';
import { SaxesParser } from 'saxes';

export interface XmlReading {
  /** Texts of the elements asked for, by path, in order, trimmed; empty ones are left out. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  /** 1-based line of the first fault, or of what is nested too deep. What stood before it was read. */
  readonly fault?: number;
}

/**
 * Texts of some elements of an XML document, by path from the root, e.g. `project/modules/module`. Nothing that a
 * document declares is expanded: an entity it made itself is a fault, so there are no entity bombs. Prefixes count.
 *
 * @param until a path: reading ends with the first such element, for documents whose rest is of no interest
 */
export function readXml(text: string, paths: readonly string[], until?: string): XmlReading {
  const wanted = new Set(paths);
  const longest = Math.max(...paths.map(({ length }) => length));
  /** Paths of the elements that are open; empty for what lies off every path that is asked for. */
  const open: string[] = [];
  const texts = new Map<string, string[]>();
  const parser = new SaxesParser({ xmlns: false });
  let path = '';
  let current = '';
  let isDone = false;
  let fault: number | undefined;
  parser.on('opentag', ({ name }) => {
    if (open.length >= LIMITS.valueDepth) fault ??= parser.line;
    if (fault !== undefined) return;
    const isOnTheWay = open.length === 0 || path !== '';
    const length = path === '' ? name.length : path.length + 1 + name.length;
    path = !isOnTheWay || length > longest ? '' : path === '' ? name : `${path}/${name}`;
    open.push(path);
    current = '';
  });
  const take = (part: string) => {
    if (wanted.has(path)) current += part;
  };
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('closetag', () => {
    const value = current.trim();
    if (fault !== undefined) return;
    if (wanted.has(path) && value !== '') {
      const known = texts.get(path);
      if (known) known.push(value);
      else texts.set(path, [value]);
    }
    isDone ||= path === until;
    open.pop();
    path = open.at(-1) ?? '';
    current = '';
  });
  parser.on('error', () => {
    fault ??= parser.line;
  });
  for (let start = 0; start < text.length && !isDone && fault === undefined; start += CHUNK)
    parser.write(text.slice(start, start + CHUNK));
  if (!isDone && fault === undefined) parser.close();
  return { texts, ...(fault === undefined ? {} : { fault }) };
}

/** Characters handed over at a time: what is looked for mostly stands in the first few thousand. */
const CHUNK = 4_096;
