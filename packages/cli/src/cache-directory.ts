import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import envPaths from 'env-paths';

/**
 * Where the cache of this machine lies: SKILLSCOPE_CACHE as it is written, else the platform's cache directory. An empty
 * variable counts as absent, and so does a relative XDG_CACHE_HOME, as the XDG specification has it. The result may be
 * relative where a variable is; nothing is ever stored there.
 */
export function cacheDirectory(environment: Readonly<Record<string, string | undefined>>): string {
  const named = environment['SKILLSCOPE_CACHE'];
  if (named) return named;
  if (process.platform === 'darwin' || process.platform === 'win32')
    return envPaths('skillscope', { suffix: '' }).cache;
  const shared = environment['XDG_CACHE_HOME'] ?? '';
  return join(isAbsolute(shared) ? shared : join(homedir(), '.cache'), 'skillscope');
}
