import { cacheDirectory } from '../cache-directory.ts';
import { warm } from '../commands/warm.ts';
import { catalogFor } from '../lookup.ts';
import type { Run } from '../main.ts';
import { printWarm } from '../print/warm.ts';
import type { OutsideProgress } from '../walk-outside.ts';

export async function runWarm(run: Run): Promise<void> {
  const { environment, home } = run.surroundings;
  const { options } = run;
  const catalog = catalogFor({ useCache: options.cache, environment });
  const progress = progressOn(run);
  try {
    const answer = await warm(catalog, {
      directory: cacheDirectory(environment),
      environment,
      home,
      ...(options.ecosystem ? { only: options.ecosystem } : {}),
      onProgress: progress.show,
    });
    progress.clear();
    run.answer(answer, printWarm);
  } finally {
    progress.clear();
    catalog.close();
  }
}

/** One line that is written anew on a terminal; elsewhere a line for each ecosystem that is done. */
function progressOn({ surroundings: { stderr, err } }: Run) {
  let isShown = false;
  return {
    show({ ecosystem, libraries, isDone }: OutsideProgress): void {
      if (stderr.isTTY) err(`\r\u001b[2K${ecosystem}: ${libraries} libraries`);
      else if (isDone) err(`${ecosystem}: ${libraries} libraries\n`);
      isShown = Boolean(stderr.isTTY);
    },
    clear(): void {
      if (isShown) err('\r\u001b[2K');
      isShown = false;
    },
  };
}
