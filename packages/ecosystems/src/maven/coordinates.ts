import { cleanLine, parsePurl, toPurl } from '@skillscope/core';

/** What Maven calls a library: every part is a single, harmless segment of a path. */
export interface Coordinates {
  readonly group: string;
  readonly artifact: string;
  readonly version: string;
  readonly classifier?: string;
  /** Path of the project in its Gradle build, e.g. `:lib`, when the component is one. */
  readonly projectPath?: string;
}

/** Reads `pkg:maven/group/artifact@version`; `undefined` for anything else, and for parts that could lead elsewhere. */
export function readCoordinates(purl: string): Coordinates | undefined {
  const parts = parsePurl(purl);
  if (parts?.type !== 'maven' || parts.version === undefined) return undefined;
  const slash = parts.name.indexOf('/');
  const group = parts.name.slice(0, slash);
  const artifact = parts.name.slice(slash + 1);
  const { classifier, project_path: projectPath } = parts.qualifiers ?? {};
  if (slash < 0 || ![group, artifact, parts.version, classifier ?? 'none'].every(isSegment)) return undefined;
  return {
    group,
    artifact,
    version: parts.version,
    ...(classifier === undefined ? {} : { classifier }),
    ...(projectPath === undefined ? {} : { projectPath }),
  };
}

/** `group:artifact`, as build scripts and people write it. */
export function nameOf({ group, artifact }: Pick<Coordinates, 'group' | 'artifact'>): string {
  return `${group}:${artifact}`;
}

/** The package URL. A `path` says that it is a folder or file here and no release: relative to the root of the build. */
export function purlOf({ group, artifact, version }: Coordinates, path?: string): string {
  const name = `${group}/${artifact}`;
  return toPurl({ type: 'maven', name, version, ...(path === undefined ? {} : { qualifiers: { path } }) });
}

/** True for versions that are published again and again under one name. */
export function isSnapshot({ version }: Pick<Coordinates, 'version'>): boolean {
  return version.endsWith('-SNAPSHOT') || version === 'unspecified';
}

const SEGMENT_CHARACTERS = 256;

/** No separator of any system, no drive, no way up, nothing that does not show. */
function isSegment(text: string): boolean {
  return (
    text !== '' &&
    text.length <= SEGMENT_CHARACTERS &&
    !/[\\/:\s]/.test(text) &&
    !/^\.+$/.test(text) &&
    cleanLine(text) === text
  );
}
