import envPaths from 'env-paths';

/** Where the cache of this machine lies: SKILLSCOPE_CACHE, else the platform's cache directory. */
export function cacheDirectory(environment: Readonly<Record<string, string | undefined>>): string {
  return environment['SKILLSCOPE_CACHE'] || envPaths('skillscope', { suffix: '' }).cache;
}
