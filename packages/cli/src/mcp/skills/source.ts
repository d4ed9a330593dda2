import { ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server';
import { DIRECTORY_MIME_TYPE, type Skill as Entry, type SkillSource } from '@modelcontextprotocol/server/ext/skills';
import { cleanText, inspectText, sha256, withholds } from '@skillscope/core';
import type { TrustedScope } from '../../trust/trusted-scope.ts';
import { entryOf, filesOf, MANIFEST } from './entry.ts';
import { type Manifest, manifestOf } from './manifest.ts';
import { pageAfter } from './page.ts';
import { oneSpelling, type ServedSkill, servedSkills } from './served-skill.ts';
import { openSkillReader, type SkillReader } from './skill-files.ts';

/** The scope of the project that a call is about. */
export type ScopeOf = (context: ServerContext) => Promise<TrustedScope>;

/**
 * The skills in scope for the MCP Skills extension. Nothing is kept of a text but what tells whether it is still the
 * same; every read is of what is on disk now, and is refused when that is not what the entry said.
 */
export function skillSource(scopeOf: ScopeOf, warn: (uri: string, reason: string) => void): SkillSource {
  const kept = new Map<string, Promise<Entry | undefined>>();

  async function entryFor(served: Served, reader: SkillReader): Promise<Entry | undefined> {
    const key = JSON.stringify([served.root, served.skill.id, served.skill.digest]);
    const known = kept.get(key);
    if (known) return known;
    if (kept.size >= ENTRIES_KEPT) kept.clear();
    const made = makeEntry(served, reader);
    kept.set(key, made);
    const entry = await made;
    if (!entry) kept.delete(key);
    return entry;
  }

  async function makeEntry(served: Served, reader: SkillReader): Promise<Entry | undefined> {
    const manifest = await readManifest(served, reader);
    if (manifest.ok) return entryOf(served, manifest);
    warn(`${served.root}/${MANIFEST}`, manifest.reason);
    return undefined;
  }

  return {
    async list({ cursor }, context) {
      const page = pageAfter(servedIn(await scopeOf(context)), cursor, ({ root }) => root, LIST_PAGE);
      return withReader(async (reader) => {
        const skills: Entry[] = [];
        for (const served of page.items) {
          const entry = await entryFor(served, reader);
          if (entry) skills.push(entry);
        }
        return { skills, ...(page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor }) };
      });
    },
    async get(uri, context) {
      // The library takes the URI of an entry in its one spelling only.
      const served = servedIn(await scopeOf(context)).find(({ root }) => `${root}/${MANIFEST}` === uri);
      return served && withReader((reader) => entryFor(served, reader));
    },
    async read(uri, context) {
      const wanted = oneSpelling(uri);
      const within = skillsAround(wanted, servedIn(await scopeOf(context)));
      return withReader(async (reader) => {
        for (const served of within) {
          const entry = await entryFor(served, reader);
          const listed = entry?.resources === 'dynamic' ? undefined : entry?.resources.find((it) => it.uri === wanted);
          if (listed) return { text: await readListed(served, listed, reader), mimeType: mimeTypeOf(wanted) };
        }
        return undefined;
      });
    },
    async readDirectory(uri, { cursor }, context) {
      const wanted = oneSpelling(uri);
      const within = skillsAround(`${wanted}/`, servedIn(await scopeOf(context)));
      return withReader(async (reader) => {
        for (const served of within) {
          const entry = await entryFor(served, reader);
          const children = entry && childrenOf(wanted, entry);
          if (children && children.length > 0) {
            const page = pageAfter(children, cursor, (child) => child.uri, DIRECTORY_PAGE);
            return {
              resources: [...page.items],
              ...(page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor }),
            };
          }
        }
        return undefined;
      });
    },
  };
}

/** Entries of one `skills/list` page: some 100 KB where each skill has some files. */
const LIST_PAGE = 50;

/** Children on one page of a directory. */
const DIRECTORY_PAGE = 100;

/** Entries remembered: several projects with hundreds of skills each. */
const ENTRIES_KEPT = 2_000;

/** A skill, and whether a person approved this very text. */
interface Served extends ServedSkill {
  readonly isApproved: () => boolean;
}

function servedIn(scope: TrustedScope): readonly Served[] {
  return servedSkills(scope.shipping).map((served) => ({ ...served, isApproved: () => isApproved(served, scope) }));
}

function isApproved({ library, skill }: ServedSkill, { whole, verdictOf }: TrustedScope): boolean {
  const scanned = whole.shipping.find(({ purl }) => purl === library.purl);
  const itself = scanned?.skills.find(({ id }) => id === skill.id);
  return scanned !== undefined && itself !== undefined && verdictOf(scanned, itself).approval === 'approved';
}

/** What is found in a text withholds it, unless it was approved as it is. */
function isWithheld(text: string, digest: string | undefined, bytes: Uint8Array, served: Served): boolean {
  return withholds(inspectText(text)) && !(served.isApproved() && sha256(bytes) === digest);
}

async function withReader<T>(use: (reader: SkillReader) => Promise<T>): Promise<T> {
  const reader = openSkillReader();
  try {
    return await use(reader);
  } finally {
    reader.close();
  }
}

async function readManifest(served: Served, reader: SkillReader): Promise<Manifest> {
  const { library, skill, name } = served;
  const read = await reader.read(library, skill);
  if (!read.ok) return read;
  if (isWithheld(Buffer.from(read.bytes).toString(), skill.files[0]?.digest, read.bytes, served))
    return { ok: false, reason: WITHHELD };
  return manifestOf(read.bytes, skill, name);
}

type Listed = Exclude<Entry['resources'], string>[number];

async function readListed(served: Served, { uri, digest }: Listed, reader: SkillReader): Promise<string> {
  const { library, skill } = served;
  if (uri === `${served.root}/${MANIFEST}`) {
    const manifest = await readManifest(served, reader);
    if (!manifest.ok) throw refusal(uri, manifest.reason);
    if (sha256(manifest.bytes) !== digest) throw refusal(uri, CHANGED);
    return Buffer.from(manifest.bytes).toString();
  }
  const file = filesOf(served, new Uint8Array()).find((candidate) => candidate.uri === uri);
  const read = await reader.read(library, skill, file?.path);
  if (!read.ok) throw refusal(uri, read.reason);
  if (sha256(read.bytes) !== digest) throw refusal(uri, CHANGED);
  const text = Buffer.from(read.bytes).toString();
  if (isWithheld(text, digest, read.bytes, served)) throw refusal(uri, WITHHELD);
  if (cleanText(text).text !== text) throw refusal(uri, 'It holds characters that do not show.');
  return text;
}

const WITHHELD = 'Its text is withheld.';

const CHANGED = 'It has changed since the skills were listed; list them again.';

function refusal(uri: string, reason: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InternalError, `${uri} cannot be read. ${reason}`);
}

/** Skills whose directory a URI lies in, the innermost first. */
function skillsAround(uri: string, skills: readonly Served[]): readonly Served[] {
  return skills
    .filter(({ root }) => uri.startsWith(`${root}/`))
    .sort((one, other) => other.root.length - one.root.length);
}

function childrenOf(directory: string, { resources }: Entry) {
  const children = new Map<string, { uri: string; name: string; mimeType: string; size?: number }>();
  for (const { uri, size } of resources === 'dynamic' ? [] : resources) {
    if (!uri.startsWith(`${directory}/`)) continue;
    const [segment = '', ...rest] = uri.slice(directory.length + 1).split('/');
    const child = { uri: `${directory}/${segment}`, name: decodeURIComponent(segment) };
    children.set(
      child.uri,
      rest.length > 0 ? { ...child, mimeType: DIRECTORY_MIME_TYPE } : { ...child, mimeType: mimeTypeOf(uri), size },
    );
  }
  return [...children.values()].sort((one, other) => (one.uri < other.uri ? -1 : 1));
}

function mimeTypeOf(uri: string): string {
  return uri.toLowerCase().endsWith('.md') ? 'text/markdown' : 'text/plain';
}
