import { basename, dirname, join, sep } from 'node:path';
import type { Files } from '../files.ts';
import { readPom } from './pom.ts';
import type { Store } from './stores.ts';

/** Poms read to find out where a repository begins; one is enough for each. */
const POMS_READ = 100;

/**
 * The stores that libraries of known projects lie in, as their folders show: Gradle's by a name of its own, Maven's by
 * the group in a pom. Those in `own` are left out.
 *
 * @param known absolute folders with a jar
 */
export function usedStores(known: readonly string[], own: readonly Store[], files: Files): readonly Store[] {
  const found: Store[] = [];
  const isKnown = (folder: string) => [...own, ...found].some(({ directory }) => folder.startsWith(directory + sep));
  let read = 0;
  for (const folder of known) {
    if (isKnown(folder)) continue;
    const end = folder.indexOf(GRADLE);
    if (end >= 0) found.push({ kind: 'gradle', directory: folder.slice(0, end + GRADLE.length - sep.length) });
    else if (read++ < POMS_READ) {
      const directory = repositoryOf(folder, files);
      if (directory !== undefined) found.push({ kind: 'repository', directory });
    }
  }
  return found;
}

const GRADLE = ['', 'modules-2', 'files-2.1', ''].join(sep);

/** `<repository>/<group as folders>/<artifact>/<version>`. */
function repositoryOf(folder: string, files: Files): string | undefined {
  const artifact = basename(dirname(folder));
  const { group } = readPom(join(folder, `${artifact}-${basename(folder)}.pom`), files) ?? {};
  const above = dirname(dirname(folder));
  const ending = group === undefined ? undefined : sep + group.split('.').join(sep);
  return ending !== undefined && above.endsWith(ending) ? above.slice(0, -ending.length) || undefined : undefined;
}
