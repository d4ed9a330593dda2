import { join, resolve } from 'node:path';
import { LIMITS } from '@skillscope/core';
import type { Files } from '../files.ts';

/** Longest glob that is honoured: no path is longer. */
const GLOB_CHARACTERS = 4_096;

/**
 * Directories below `root` that a member glob of a Cargo workspace matches: `*`, `?`, `[…]` within a segment and `**`
 * over segments. A pattern without wildcards gives its one path, whether it exists or not. One with wildcards that leads
 * out of `root` gives nothing, so that no project can have the whole machine searched.
 * Matching takes time linear in pattern times name, whatever the pattern.
 */
export function expandGlob(root: string, pattern: string, files: Files): readonly string[] {
  if (pattern.length > GLOB_CHARACTERS) return [];
  if (!isGlob(pattern)) return [resolve(root, pattern)];
  const found = new Set<string>();
  let budget: number = LIMITS.workspaceDirectories;

  function walk(directory: string, segments: readonly string[], depth: number): void {
    const [segment, ...rest] = segments;
    if (segment === undefined) {
      found.add(directory);
      return;
    }
    if (!isGlob(segment)) {
      walk(join(directory, segment), rest, depth);
      return;
    }
    if (segment === '**') walk(directory, rest, depth);
    if (depth >= LIMITS.skillDepth || budget-- <= 0) return;
    for (const { name, kind } of files.list(directory) ?? []) {
      if (segment === '**') {
        if (kind === 'directory' && name !== 'target' && name !== '.git')
          walk(join(directory, name), segments, depth + 1);
      } else if ((kind === 'directory' || kind === 'link') && matches(segment, name)) {
        walk(join(directory, name), rest, depth + 1);
      }
    }
  }

  const segments = pattern.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (pattern.startsWith('/') || segments.includes('..')) return [];
  walk(root, segments, 0);
  return [...found];
}

export function isGlob(pattern: string): boolean {
  return /[*?[]/.test(pattern);
}

type Token = '*' | ((character: string) => boolean);

function matches(pattern: string, name: string): boolean {
  const tokens = tokenize(pattern);
  let token = 0;
  let index = 0;
  let star = -1;
  let resume = 0;
  while (index < name.length) {
    const current = tokens[token];
    if (current === '*') {
      star = token++;
      resume = index;
    } else if (current?.(name.charAt(index))) {
      token++;
      index++;
    } else if (star >= 0) {
      token = star + 1;
      index = ++resume;
    } else return false;
  }
  while (tokens[token] === '*') token++;
  return token === tokens.length;
}

function tokenize(pattern: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern.charAt(index);
    const close = character === '[' ? pattern.indexOf(']', index + 2) : -1;
    if (character === '*') tokens.push('*');
    else if (character === '?') tokens.push(() => true);
    else if (close > 0) {
      tokens.push(characterSet(pattern.slice(index + 1, close)));
      index = close;
    } else tokens.push((other) => other === character);
  }
  return tokens;
}

function characterSet(body: string): (character: string) => boolean {
  const negated = body.startsWith('!');
  const set = negated ? body.slice(1) : body;
  return (character) => {
    for (let index = 0; index < set.length; index++) {
      const isRange = set.charAt(index + 1) === '-' && index + 2 < set.length;
      const from = set.charAt(index);
      const to = isRange ? set.charAt(index + 2) : from;
      if (character >= from && character <= to) return !negated;
      if (isRange) index += 2;
    }
    return negated;
  };
}
