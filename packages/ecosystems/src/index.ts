import { ALL_ECOSYSTEMS } from './all.generated.ts';
import type { Ecosystem, Imports } from './ecosystem.ts';

export { type ArtifactContents, readSkillText, type SkillText } from './contents/index.ts';
export type { Ecosystem, ImportRequest, Imports, Place, Places, Project, Reading } from './ecosystem.ts';
export { type Entry, type Files, type Observation, openFiles, stampOf } from './files.ts';
export { compareVersions } from './formats/version-order.ts';
export { serveIndexing } from './index-thread.ts';
export { isInstalled } from './installed-tree.ts';
export {
  isRepublished,
  type OutsideArtifact,
  type OutsideRequest,
  type OutsideWalk,
  type WalkPosition,
  walkOutside,
} from './outside.ts';
export { goSkillChoices, pnpmSkillPermissions, type SkillPermissions } from './permissions.ts';
export { type FoundProject, findProject, projectsBelow } from './project.ts';
export {
  type ArtifactKey,
  type Library,
  type ObservedScan,
  type Progress,
  type Scan,
  type ScannedEcosystem,
  scan,
} from './scan.ts';
export type { Tree, TreeRead } from './tree.ts';
export { openTree } from './trees/index.ts';

/** Ids of the supported ecosystems, sorted. */
export const ECOSYSTEM_IDS: readonly string[] = ALL_ECOSYSTEMS.map(({ id }) => id);

/** Id to version of every indexer: what a cached result was made by. */
export const INDEXERS: Readonly<Record<string, number>> = Object.fromEntries(
  ALL_ECOSYSTEMS.map(({ id, version }) => [id, version]),
);

/** The environment variables that any ecosystem looks at, sorted: they are part of a cached result's key. */
export const VARIABLES: readonly string[] = [...new Set(ALL_ECOSYSTEMS.flatMap(({ variables }) => variables))].sort();

/** The ecosystem whose source files end so, with how they name libraries; `undefined` for any other file. */
export function importsOf(extension: string): { readonly id: string; readonly imports: Imports } | undefined {
  for (const { id, imports } of ALL_ECOSYSTEMS as readonly Ecosystem[])
    if (imports?.extensions.includes(extension)) return { id, imports };
  return undefined;
}
