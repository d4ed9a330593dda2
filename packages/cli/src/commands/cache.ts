import { type CatalogDescription, type ClearedCatalog, clearCatalog, describeCatalog } from '@skillscope/catalog';
import { SkillscopeError } from '@skillscope/core';

export const CACHE_ACTIONS = ['show', 'path', 'clear'] as const;

export type CacheAnswer =
  | { readonly action: 'show' | 'path'; readonly directory: string; readonly cache: CatalogDescription }
  | { readonly action: 'clear'; readonly directory: string; readonly cleared: ClearedCatalog };

/**
 * Shows or empties the cache in a directory.
 *
 * @throws SkillscopeError `usage` for another action
 */
export function cache(action: string, directory: string): CacheAnswer {
  switch (action) {
    case 'show':
    case 'path':
      return { action, directory, cache: describeCatalog(directory) };
    case 'clear':
      return { action, directory, cleared: clearCatalog(directory) };
    default:
      throw new SkillscopeError('usage', `There is no cache action "${action}".`, { candidates: [...CACHE_ACTIONS] });
  }
}
