import { isAbsolute } from 'node:path';
import { type CatalogDescription, type ClearedCatalog, clearCatalog, describeCatalog } from '@skillscope/catalog';
import { SkillscopeError } from '@skillscope/core';
import { forgetSessions } from '../hook/memory.ts';

export const CACHE_ACTIONS = ['show', 'path', 'clear', 'warm'] as const;

export type CacheAnswer =
  | { readonly action: 'show' | 'path'; readonly directory: string; readonly cache: CatalogDescription }
  | { readonly action: 'clear'; readonly directory: string; readonly cleared: ClearedCatalog };

/**
 * Shows or empties the cache in a directory, with what hooks keep there of sessions.
 *
 * @throws SkillscopeError `usage` for another action or a relative directory, `not-cleared`
 */
export function cache(action: string, directory: string): CacheAnswer {
  switch (action) {
    case 'show':
    case 'path':
      return { action, directory, cache: describeCatalog(absolute(directory)) };
    case 'clear':
      return { action, directory, cleared: cleared(absolute(directory)) };
    default:
      throw new SkillscopeError('usage', `There is no cache action "${action}".`, { candidates: [...CACHE_ACTIONS] });
  }
}

function absolute(directory: string): string {
  if (isAbsolute(directory)) return directory;
  throw new SkillscopeError(
    'usage',
    `The cache directory "${directory}" is not an absolute path, so there is no cache.`,
    {
      hint: 'Set SKILLSCOPE_CACHE to an absolute path, or unset it.',
    },
  );
}

function cleared(directory: string): ClearedCatalog {
  const result = clearCatalog(directory);
  const fault = result.notes.find(({ code }) => code === 'cache-not-cleared');
  if (fault) throw notCleared(fault.message);
  try {
    return { ...result, bytes: result.bytes + forgetSessions(directory) };
  } catch (error) {
    throw notCleared(`What sessions were told cannot be removed from "${directory}".`, error);
  }
}

function notCleared(message: string, cause?: unknown): SkillscopeError {
  return new SkillscopeError('not-cleared', message, {
    hint: 'Look at who may write there; a part of it may be gone.',
    ...(cause === undefined ? {} : { cause }),
  });
}
