import { cleanLine } from '@skillscope/core';
import type { Files } from '../files.ts';
import { type Coordinates, purlOf, readCoordinates } from './coordinates.ts';
import { readXml } from './xml.ts';

/** The part of a pom.xml that says what a module is. */
export interface Pom {
  /** As written; inherited from the parent where the module leaves it out. */
  readonly group?: string;
  readonly artifact?: string;
  /** `pom` for a module that only holds others. */
  readonly packaging: string;
  /** Folders or files of its modules as written, those of profiles too. */
  readonly modules: readonly string[];
}

/** Reads the pom.xml of a module. `undefined` when there is none; a damaged one is reported, and read up to the fault. */
export function readPom(path: string, files: Files): Pom | undefined {
  const text = files.text(path);
  if (text === undefined) return undefined;
  const { texts, fault } = readXml(text, Object.values(PATHS));
  if (fault !== undefined)
    files.skip({ path, line: fault, reason: 'malformed', message: 'This is not well-formed XML.' });
  const one = (at: string) => texts.get(at)?.[0];
  const group = one(PATHS.group) ?? one(PATHS.parentGroup);
  const artifact = one(PATHS.artifact);
  return {
    ...(group === undefined ? {} : { group }),
    ...(artifact === undefined ? {} : { artifact }),
    packaging: one(PATHS.packaging) ?? 'jar',
    modules: [PATHS.module, PATHS.profileModule, PATHS.subproject].flatMap((at) => texts.get(at) ?? []),
  };
}

const PATHS = {
  group: 'project/groupId',
  parentGroup: 'project/parent/groupId',
  artifact: 'project/artifactId',
  packaging: 'project/packaging',
  module: 'project/modules/module',
  profileModule: 'project/profiles/profile/modules/module',
  subproject: 'project/subprojects/subproject',
} as const;

export interface Published {
  /** One line, cleaned. */
  readonly description?: string;
  readonly name?: string;
  readonly parent?: Pick<Coordinates, 'group' | 'artifact' | 'version'>;
}

/** What the pom that a library was published with says it is. Damaged ones are read up to the fault. */
export function readPublished(path: string, files: Files): Published {
  const { texts } = readXml(headOf(files.text(path) ?? ''), PUBLISHED, DESCRIPTION);
  const line = (at: string) => {
    const text = cleanLine(texts.get(at)?.[0] ?? '');
    // A property that only a build of the library could fill in.
    return text === '' || text.includes('${') ? undefined : text;
  };
  const [description, name] = [line(DESCRIPTION), line(NAME)];
  const [group, artifact, version] = PARENT.map(line);
  const parent = group && artifact && version ? readCoordinates(purlOf({ group, artifact, version })) : undefined;
  return {
    ...(description === undefined ? {} : { description }),
    ...(name === undefined ? {} : { name }),
    ...(parent === undefined ? {} : { parent }),
  };
}

/** A document up to the last tag that may end what is looked for: most of it mostly lists what a library uses. */
function headOf(text: string): string {
  const ends = ['</description', '</name', '</parent'].map((tag) => text.lastIndexOf(tag));
  const end = text.indexOf('>', Math.max(0, ...ends));
  return end < 0 ? text : text.slice(0, end + 1);
}

const DESCRIPTION = 'project/description';
const NAME = 'project/name';
const PARENT = ['project/parent/groupId', 'project/parent/artifactId', 'project/parent/version'];
const PUBLISHED = [DESCRIPTION, NAME, ...PARENT];
