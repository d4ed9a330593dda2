import { cacheDirectory } from '../cache-directory.ts';
import { warm } from '../commands/warm.ts';
import { catalogFor } from '../lookup.ts';
import type { Run } from '../main.ts';
import { printWarm } from '../print/warm.ts';
import { openWarmProgress } from '../warm-progress.ts';

export async function runWarm(run: Run): Promise<void> {
  const { environment, home } = run.surroundings;
  const { options } = run;
  const catalog = catalogFor({ useCache: options.cache, environment });
  const progress = openWarmProgress(run.surroundings);
  try {
    const answer = await warm(catalog, {
      directory: cacheDirectory(environment),
      environment,
      home,
      ...(options.ecosystem ? { only: options.ecosystem } : {}),
      onProgress: progress.walked,
      onEncoding: progress.encoded,
    });
    progress.clear();
    run.answer(answer, printWarm);
  } finally {
    progress.clear();
    catalog.close();
  }
}
