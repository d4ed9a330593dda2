import type { Skill, SkillFile } from '@skillscope/core';
import { type ArtifactKey, firstRowOf, lastRowOf, type StoredArtifact } from './artifact.ts';
import { type Catalog, sessionOf } from './catalog.ts';
import type { Connection } from './connection.ts';
import { readJson } from './json.ts';

/**
 * What is held about an artifact. `undefined` when it is not known, has another fingerprint, or was indexed by
 * another version of its ecosystem.
 */
export function readArtifact(catalog: Catalog, key: ArtifactKey): StoredArtifact | undefined {
  const session = sessionOf(catalog);
  const indexer = session.indexers[key.ecosystem];
  if (indexer === undefined) return undefined;
  return session.read(undefined, (connection) => {
    const row = connection.get<ArtifactRow>(ARTIFACT, key.path, key.inside, key.ecosystem);
    if (row?.fingerprint !== key.fingerprint || row.indexer !== indexer) return undefined;
    return {
      number: row.number,
      skills: row.skills === 0 ? [] : readSkills(connection, row.number),
      skipped: readJson(row.skipped),
    };
  });
}

const ARTIFACT = `
  select number, fingerprint, indexer, skills, skipped from artifact
  where path = ? and inside = ? and ecosystem = ?`;

const SKILLS = `
  select id, path, entry, name, description, when_to_use as whenToUse, digest, standing, trust, frontmatter, headings, notes
  from skill where id between ? and ? order by id`;

const FILES = 'select skill, path, size, kind, digest from file where skill between ? and ? order by skill, position';

function readSkills(connection: Connection, artifact: number): Omit<Skill, 'id'>[] {
  const range = [firstRowOf(artifact), lastRowOf(artifact)] as const;
  const files = new Map<number, SkillFile[]>();
  for (const { skill, digest, ...file } of connection.all<FileRow>(FILES, ...range)) {
    const list = files.get(skill) ?? [];
    files.set(skill, list);
    list.push(digest === null ? file : { ...file, digest });
  }
  return connection.all<SkillRow>(SKILLS, ...range).map(({ id, whenToUse, frontmatter, headings, notes, ...row }) => ({
    ...row,
    ...(whenToUse === null ? {} : { whenToUse }),
    files: files.get(id) ?? [],
    headings: readJson(headings),
    frontmatter: readJson(frontmatter),
    notes: readJson(notes),
  }));
}

interface ArtifactRow {
  readonly number: number;
  readonly fingerprint: string;
  readonly indexer: number;
  readonly skills: number;
  readonly skipped: string;
}

interface SkillRow extends Pick<Skill, 'path' | 'entry' | 'name' | 'description' | 'digest' | 'standing' | 'trust'> {
  readonly id: number;
  readonly whenToUse: string | null;
  readonly frontmatter: string;
  readonly headings: string;
  readonly notes: string;
}

interface FileRow extends Pick<SkillFile, 'path' | 'size' | 'kind'> {
  readonly skill: number;
  readonly digest: string | null;
}
