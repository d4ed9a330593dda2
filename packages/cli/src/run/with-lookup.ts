import { catalogFor, type Lookup, type LookupRequest, openLookup } from '../lookup.ts';
import type { Run } from '../main.ts';
import { openProgress } from '../progress.ts';

/** Opens the lookup that a run asks for, shows progress while that takes long, and closes everything after `use`. */
export async function withLookup<T>(
  run: Run,
  use: (lookup: Lookup) => T | Promise<T>,
  options: Partial<Pick<LookupRequest, 'searching' | 'start'>> = {},
): Promise<T> {
  const catalog = catalogFor(run.request);
  const progress = openProgress(run.surroundings);
  try {
    const lookup = await openLookup({ ...run.request, ...options, onProgress: progress.show }, catalog);
    progress.clear();
    return await use(lookup);
  } catch (error) {
    const { withWayToEnvironment } = await import('../undeclared-environment.ts');
    throw withWayToEnvironment(error, options.start ?? run.request.start, run.request.only);
  } finally {
    progress.clear();
    catalog.close();
  }
}
