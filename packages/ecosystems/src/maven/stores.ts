import { basename, isAbsolute, join, normalize, resolve } from 'node:path';
import { cleanLine } from '@skillscope/core';
import type { Project } from '../ecosystem.ts';
import type { Tool } from './layout.ts';
import { readXml } from './xml.ts';

/** Folders of this machine where builds keep what they have downloaded, absolute. */
export interface Stores {
  /** In the order they are looked into; of a Gradle build its own first. */
  readonly roots: readonly Store[];
}

export interface Store {
  readonly kind: 'gradle' | 'repository';
  readonly directory: string;
}

/**
 * Finds the caches that a build of the project in `root` would use.
 *
 * @param reported folders in which the build itself says that it keeps them: it may take another folder for the
 *   user's home than `home`. Those that are no absolute, plain path are left out, and so is all beyond the first few.
 *   Default: none
 */
export function findStores(
  { files, environment, home }: Pick<Project, 'files' | 'environment' | 'home'>,
  root: string,
  tool: Tool,
  reported: Iterable<string> = [],
): Stores {
  const gradleHome = resolve(root, environment['GRADLE_USER_HOME'] ?? join(home, '.gradle'));
  const readOnly = environment['GRADLE_RO_DEP_CACHE'];
  const gradle = [join(gradleHome, 'caches'), ...(readOnly === undefined ? [] : [resolve(root, readOnly)])].map(
    (caches): Store => ({ kind: 'gradle', directory: join(caches, 'modules-2', 'files-2.1') }),
  );
  const maven: Store = { kind: 'repository', directory: localRepository() };
  const known = tool === 'gradle' ? [...gradle, maven] : [maven, ...gradle];
  const others = [...new Set(reported)].filter(
    (path) => isPlain(path) && !known.some(({ directory }) => directory === path),
  );
  return { roots: [...known, ...others.slice(0, REPORTED_STORES).map(asStore)] };

  /** Command line before settings, and the user's settings before the installation's, as Maven has it. */
  function localRepository(): string {
    const lines = [
      environment['MAVEN_ARGS'],
      files.text(join(root, '.mvn', 'maven.config')),
      environment['MAVEN_OPTS'],
      files.text(join(root, '.mvn', 'jvm.config')),
    ];
    for (const line of lines) {
      const written = /(?:^|\s)-Dmaven\.repo\.local=("[^"]*"|'[^']*'|\S+)/.exec(line ?? '')?.[1];
      if (written !== undefined) return resolve(root, expand(written.replace(/^["']|["']$/g, '')));
    }
    const installations = [environment['MAVEN_HOME'], environment['M2_HOME']].filter((path) => path !== undefined);
    for (const path of [join(home, '.m2'), ...installations.map((at) => resolve(root, at, 'conf'))]) {
      const text = files.text(join(path, 'settings.xml'));
      const written = text && readXml(text, [LOCAL_REPOSITORY]).texts.get(LOCAL_REPOSITORY)?.[0];
      if (written) return resolve(root, expand(written));
    }
    return join(home, '.m2', 'repository');
  }

  function expand(path: string): string {
    const whole = path.replaceAll(/\$\{(?:user\.home|env\.HOME)\}/g, () => home);
    return whole === '~' || whole.startsWith('~/') ? join(home, whole.slice(1)) : whole;
  }
}

/** A build has one such folder; more are room for one that moved while its modules were built. */
const REPORTED_STORES = 3;

function isPlain(path: string): boolean {
  return isAbsolute(path) && normalize(path) === path && cleanLine(path) === path;
}

function asStore(directory: string): Store {
  return { kind: basename(directory) === 'files-2.1' ? 'gradle' : 'repository', directory };
}

const LOCAL_REPOSITORY = 'settings/localRepository';
