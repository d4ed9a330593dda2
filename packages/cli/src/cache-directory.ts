import { isAbsolute } from 'node:path';
import { SkillscopeError } from '@skillscope/core';
import envPaths from 'env-paths';

/**
 * Where the cache of this machine lies: SKILLSCOPE_CACHE, else the platform's cache directory.
 *
 * @throws SkillscopeError `usage` for a relative SKILLSCOPE_CACHE, which would be another cache in every directory
 */
export function cacheDirectory(environment: Readonly<Record<string, string | undefined>>): string {
  const named = environment['SKILLSCOPE_CACHE'];
  if (named && !isAbsolute(named)) {
    throw new SkillscopeError('usage', `SKILLSCOPE_CACHE is "${named}"; it must be an absolute path.`);
  }
  return named || envPaths('skillscope', { suffix: '' }).cache;
}
