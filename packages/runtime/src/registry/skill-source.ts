import { cleanLine, type Finding, inspectText, type ParsedSkill, parseSkill, withholds } from '@skillscope/core';
import { RegistryError } from './registry-error.ts';
import { isStorable, storableText } from './storable-text.ts';

/** A file of a skill beside its entry. */
export interface ResourceSource {
  /** Relative to the skill, `/` separators. */
  readonly path: string;
  readonly content: Uint8Array;
}

/** A skill as its author wrote it. */
export interface SkillSource {
  /** The whole SKILL.md, frontmatter included. */
  readonly text: string;
  /** Name of that file; default `SKILL.md`. */
  readonly entry?: string;
  readonly files?: readonly ResourceSource[];
  /** The skill's name where the frontmatter gives none. */
  readonly directoryName?: string;
  /** Where it comes from: a package URL and a path, a server and an address. Recorded; no reason to trust. */
  readonly origin?: Readonly<Record<string, unknown>>;
  /** True to withhold it until it is approved, whatever is noticed here. Default: false. */
  readonly withheld?: boolean;
}

/** What the database takes for a skill; see `upsert_skill`. */
export interface SkillSpec {
  readonly name: string;
  readonly [key: string]: unknown;
}

/** Reads a skill and looks through all its texts. Throws `unreadable-skill` and `not-text`. */
export function skillSpec(source: SkillSource, name?: string): SkillSpec {
  const reading = parseSkill(
    source.text,
    source.directoryName === undefined ? {} : { directoryName: source.directoryName },
  );
  if (!reading.ok)
    throw new RegistryError('unreadable-skill', `Line ${reading.line}: ${reading.message}`, {
      ways: ['Mend the file.'],
      facts: { reason: reading.reason, line: reading.line },
    });
  const { skill } = reading;
  for (const text of [source.text, skill.description, skill.whenToUse ?? ''])
    if (!isStorable(text))
      throw new RegistryError('not-text', 'The skill holds half of a character pair, or a NUL character.', {
        ways: ['Write the file as UTF-8 without NUL.'],
      });
  const files = (source.files ?? []).map(fileSpec);
  const findings: (Finding & { readonly file: string })[] = [
    { path: source.entry ?? 'SKILL.md', text: source.text },
    ...files.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }])),
  ].flatMap(({ path, text }) => inspectText(text).map((finding) => ({ ...finding, file: path })));
  for (const finding of findingsInListing(skill))
    if (!findings.some(({ code }) => code === finding.code))
      findings.push({ ...finding, file: source.entry ?? 'SKILL.md' });
  return {
    name: name ?? skill.name,
    description: skill.description,
    when_to_use: skill.whenToUse ?? null,
    head: source.text.slice(0, source.text.length - skill.body.length),
    body: skill.body,
    entry: source.entry ?? 'SKILL.md',
    frontmatter: storable(skill.frontmatter),
    license: typeof skill.frontmatter['license'] === 'string' ? storable(skill.frontmatter['license']) : null,
    origin: storable(source.origin ?? {}),
    findings: storable(findings),
    withheld: source.withheld === true || withholds(findings),
    requires: requiredServers(skill.frontmatter),
    files: files.map(({ path, content, kind }) => ({ path, content, kind })),
  };
}

/**
 * What a skill says of itself as it was parsed: YAML can spell a character that the file does not hold, and listings show
 * it on one line, where a sentence may go on from one part to the next.
 */
function findingsInListing({ name, description, whenToUse = '' }: ParsedSkill): readonly Finding[] {
  const said = [name, description, whenToUse];
  said.push(said.map((text) => text.trim()).join(' '));
  return said.flatMap((text) => [...inspectText(text), ...inspectText(cleanLine(text, text.length))]).map(onFirstLine);
}

/** Its line is one of the listing, not of the file. */
function onFirstLine(finding: Finding): Finding {
  return { ...finding, line: 1 };
}

interface FileSpec {
  readonly path: string;
  readonly content: string;
  readonly kind: 'text' | 'script' | 'binary';
  readonly text: string | undefined;
}

const SCRIPT = /\.(?:sh|bash|zsh|py|js|mjs|cjs|ts|rb|pl|php|ps1|bat|cmd|lua)$/i;

function fileSpec({ path, content }: ResourceSource): FileSpec {
  const text = textOf(content);
  const kind = text === undefined ? 'binary' : SCRIPT.test(path) || text.startsWith('#!') ? 'script' : 'text';
  return { path, content: Buffer.from(content).toString('base64'), kind, text };
}

function textOf(content: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Ours, so it may stand at the top or, as strict readers want it, under `metadata`; a list or names with spaces. */
function requiredServers(frontmatter: Readonly<Record<string, unknown>>): readonly string[] {
  const metadata = frontmatter['metadata'];
  const value =
    frontmatter['requires_tools'] ??
    (typeof metadata === 'object' && metadata !== null && 'requires_tools' in metadata
      ? metadata.requires_tools
      : undefined);
  const names = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(/[\s,]+/) : [];
  return [...new Set(names.filter((name) => name !== ''))];
}

/** A value of a foreign file as the database can hold it: YAML's escapes can spell what it cannot. */
function storable(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'string' ? storableText(inner) : inner)),
    (_key, inner: unknown) =>
      isRecord(inner) ? Object.fromEntries(Object.entries(inner).map(([key, one]) => [storableText(key), one])) : inner,
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
