import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cacheDirectory } from './cache-directory.ts';

describe('the cache directory', () => {
  it.each([
    ['named', { SKILLSCOPE_CACHE: '/a/b' }, '/a/b'],
    ['relative, for the catalog to refuse', { SKILLSCOPE_CACHE: 'a/b' }, 'a/b'],
  ])('is the one that is %s', (_, environment, directory) => {
    expect(cacheDirectory(environment)).toBe(directory);
  });

  it.runIf(process.platform === 'linux').each([
    ['nothing', {}, join(homedir(), '.cache', 'skillscope')],
    ['an empty variable', { SKILLSCOPE_CACHE: '', XDG_CACHE_HOME: '' }, join(homedir(), '.cache', 'skillscope')],
    ['an XDG directory', { XDG_CACHE_HOME: '/x' }, '/x/skillscope'],
    ['a relative XDG directory', { XDG_CACHE_HOME: './x' }, join(homedir(), '.cache', 'skillscope')],
  ])('follows %s', (_, environment, directory) => {
    expect(cacheDirectory(environment)).toBe(directory);
  });
});
