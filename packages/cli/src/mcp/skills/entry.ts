import type { Skill as Entry } from '@modelcontextprotocol/server/ext/skills';
import { envelopeJson, sha256 } from '@skillscope/core';
import type { Manifest } from './manifest.ts';
import { type ServedSkill, uriBelow } from './served-skill.ts';

export const MANIFEST = 'SKILL.md';

/** Where an entry says whose words a skill holds. */
const ORIGIN = 'skillscope/origin';

/** A file of a skill as the extension serves it. */
export interface ServedFile {
  /** Relative to the skill's directory. */
  readonly path: string;
  readonly uri: string;
  readonly size: number;
  readonly digest: string;
}

/** The files of a skill that are served: its manifest, and every text beside it. Ordered by URI. */
export function filesOf({ root, skill }: ServedSkill, manifest: Uint8Array): readonly ServedFile[] {
  const files: ServedFile[] = [
    { path: MANIFEST, uri: `${root}/${MANIFEST}`, size: manifest.length, digest: sha256(manifest) },
  ];
  for (const { path, size, kind, digest } of skill.files) {
    const uri = uriBelow(root, path);
    if (path === skill.entry || path === MANIFEST || kind !== 'text' || digest === undefined || !uri) continue;
    files.push({ path, uri, size, digest });
  }
  return files.sort((one, other) => (one.uri < other.uri ? -1 : 1));
}

/** What `skills/list` and `skills/get` say of a skill. */
export function entryOf(served: ServedSkill, manifest: Extract<Manifest, { ok: true }>): Entry {
  const { root, skill } = served;
  const files = filesOf(served, manifest.bytes);
  const paths = new Set(files.map(({ path }) => path));
  const left = skill.files.filter(({ path }) => path !== skill.entry && !paths.has(path));
  return {
    uri: `${root}/${MANIFEST}`,
    frontmatter: { ...manifest.frontmatter },
    resources: files.map(({ uri, digest, size }) => ({ uri, digest, size })),
    _meta: {
      [ORIGIN]: originOf(served),
      ...(manifest.adapted ? { 'skillscope/adapted': [...manifest.adapted] } : {}),
      ...(left.length > 0 ? { 'skillscope/not-served': left.map(({ path, kind }) => ({ path, kind })) } : {}),
    },
  };
}

/** The fields of the envelope that comes with every answer of the tools. */
function originOf({ library, skill }: ServedSkill): object {
  const {
    page: _,
    pages: __,
    ...fields
  } = envelopeJson({
    library: library.name,
    ecosystem: library.ecosystem,
    version: library.version,
    purl: library.purl,
    source: library.source,
    relation: library.relation,
    via: library.via,
    evidence: library.evidence,
    ...(library.republisher === undefined ? {} : { republisher: library.republisher }),
    place: [skill.path === '.' ? '' : skill.path, skill.entry].filter(Boolean).join('/'),
    digest: skill.digest,
    trust: skill.trust,
    standing: skill.standing,
    notes: skill.notes,
  });
  return { id: skill.id, ...fields };
}
