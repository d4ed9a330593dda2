import { cacheDirectory } from '../cache-directory.ts';
import { cache } from '../commands/cache.ts';
import type { Run } from '../main.ts';
import { printCache } from '../print/cache.ts';

export async function runCache(run: Run, action: string): Promise<void> {
  if (action === 'warm') return (await import('./warm.ts')).runWarm(run);
  run.answer(cache(action, cacheDirectory(run.surroundings.environment)), printCache);
}
