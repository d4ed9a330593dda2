import { basename } from 'node:path';
import { LIMITS } from '@skillscope/core';
import { type FoundSkill, type ImportedSkill, importEach } from '../registry/import-each.ts';
import { type PutSkillOptions, putSkill } from '../registry/put-skill.ts';
import type { Registry } from '../registry/registry.ts';
import { RegistryError } from '../registry/registry-error.ts';
import { decodeText } from '../registry/regular-file.ts';
import { tooManyFiles } from '../registry/skill-directories.ts';
import type { SkillSource } from '../registry/skill-source.ts';
import type { Archive, ArchiveFault } from './archive.ts';
import { openArchive } from './open-archive.ts';

/**
 * Puts every skill of an archive, by code point of its path: a zip or tar archive, packed by gzip or not; of a `.jar`
 * what lies below `META-INF/skills` or `META-INF/resources/skills`, at any depth. Nothing is unpacked to a disk. What is refused, a file of the archive
 * or a skill, is told and does not stop the others; of two skills with one name the first is put.
 *
 * @throws RegistryError `bad-archive` where the archive itself cannot be read
 */
export async function importArchive(
  registry: Registry,
  file: string,
  options: Pick<PutSkillOptions, 'category' | 'tags'> & { readonly origin?: SkillSource['origin'] } = {},
): Promise<readonly ImportedSkill[]> {
  const { origin, ...rest } = options;
  const archive = await openArchive(file);
  const places = file.toLowerCase().endsWith('.jar') ? JAR_FOLDERS : [''];
  const skills = skillsIn(archive, places);
  const wanted = new Set<string>();
  const allowed = allowance(archive, skills, wanted);
  const contents = await archive.read(wanted);
  const found: FoundSkill[] = skills.map((skill) => ({
    path: skill.directory === '' ? '.' : skill.directory,
    read: () => {
      if (!allowed.has(skill)) throw tooManyFiles(skill.directory === '' ? file : skill.directory);
      const directoryName = basename(skill.directory === '' ? file.replace(EXTENSION, '') : skill.directory);
      return { ...sourceOf(skill, contents, directoryName), origin: { ...origin, path: skill.directory || '.' } };
    },
  }));
  const faults = archive.refused
    .filter(({ path }) => places.some((place) => path.includes(place)))
    .map(({ path, message }) => ({ path, refusal: faultError({ path, message }) }));
  return [...faults, ...(await importEach(found, (source) => putSkill(registry, source, rest)))];
}

const JAR_FOLDERS: readonly string[] = ['META-INF/skills/', 'META-INF/resources/skills/'];
const EXTENSION = /\.(?:zip|skill|jar|tar|tgz|tar\.gz)$/i;

interface ArchivedSkill {
  /** `''` for the archive itself. */
  readonly directory: string;
  readonly entry: string;
  /** Below the directory, by code point; the entry is not among them. */
  readonly files: readonly string[];
}

/** What lies below another skill belongs to that one, as in a directory. */
function skillsIn({ files }: Archive, places: readonly string[]): readonly ArchivedSkill[] {
  const isPlaced = (path: string) => places.some((place) => path.startsWith(place));
  const entries = new Map<string, string>();
  for (const name of ['skill.md', 'SKILL.md'])
    for (const path of files.keys()) if (isPlaced(path) && nameOf(path) === name) entries.set(parentOf(path), name);
  const owned = new Map<string, string[]>([...entries.keys()].map((directory) => [directory, []]));
  for (const path of files.keys()) {
    if (!isPlaced(path) || path.split('/').some((step) => step === '.git' || step === 'node_modules')) continue;
    for (let directory = parentOf(path); ; directory = parentOf(directory)) {
      const own = owned.get(directory);
      const relative = directory === '' ? path : path.slice(directory.length + 1);
      if (own && relative !== entries.get(directory) && relative.split('/').length <= LIMITS.skillDepth + 1)
        own.push(relative);
      if (own || directory === '') break;
    }
  }
  return [...owned]
    .filter(([directory]) => !directory.split('/').some((step) => step === '.git' || step === 'node_modules'))
    .map(([directory, own]) => ({
      directory,
      entry: entries.get(directory) ?? '',
      files: own.sort(byCodePoint),
    }))
    .sort((one, other) => byCodePoint(one.directory, other.directory));
}

/** The skills that are within the limits, by what the archive claims; what they need is added to `wanted`. */
function allowance(
  { files }: Archive,
  skills: readonly ArchivedSkill[],
  wanted: Set<string>,
): ReadonlySet<ArchivedSkill> {
  const allowed = new Set<ArchivedSkill>();
  let left: number = LIMITS.skillBytesPerArtifact;
  for (const skill of skills) {
    const paths = [skill.entry, ...skill.files].map((path) => join(skill.directory, path));
    const bytes = paths.reduce((sum, path) => sum + (files.get(path) ?? 0), 0);
    const isWithin = skill.files.length < LIMITS.filesPerSkill && bytes <= LIMITS.bytesPerSkill + LIMITS.skillFileBytes;
    if (!isWithin || bytes > left || allowed.size >= LIMITS.skillsPerArtifact) continue;
    left -= bytes;
    allowed.add(skill);
    for (const path of paths) wanted.add(path);
  }
  return allowed;
}

function sourceOf(
  { directory, entry, files }: ArchivedSkill,
  contents: ReadonlyMap<string, Uint8Array | ArchiveFault>,
  directoryName: string,
): SkillSource {
  const bytesOf = (path: string): Uint8Array => {
    const whole = join(directory, path);
    const content = contents.get(whole) ?? { path: whole, message: 'It is not there.' };
    if ('message' in content) throw faultError(content);
    return content;
  };
  const written = bytesOf(entry);
  if (written.length > LIMITS.skillFileBytes)
    throw new RegistryError(
      'body-too-long',
      `${join(directory, entry)} has more than ${LIMITS.skillFileBytes} bytes.`,
      {
        ways: ['Move parts of it to files that the body names.'],
      },
    );
  const text = decodeText(written, true);
  if (text === undefined)
    throw new RegistryError('not-text', 'The SKILL.md is not UTF-8.', { ways: ['Write the file as UTF-8.'] });
  return { text, entry, files: files.map((path) => ({ path, content: bytesOf(path) })), directoryName };
}

function faultError({ path, message }: ArchiveFault): RegistryError {
  return new RegistryError('bad-archive', `"${path}" is left out. ${message}`, {
    ways: ['Pack it anew.'],
    facts: { file: path },
  });
}

function join(directory: string, path: string): string {
  return directory === '' ? path : `${directory}/${path}`;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function byCodePoint(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
