import type { Note } from '../found.ts';
import { LIMITS } from '../limits.ts';
import { isPlainMap } from './fields.ts';
import type { ParsedSkill } from './parse-skill.ts';
import { characters, isStandardName, STANDARD } from './standard.ts';

/** What one host does with a skill that departs from the standard. */
export interface VendorNote extends Note {
  readonly host: Host;
  /** `refuses`: the skill does not load there. `cuts`: it loads with less text than was written. */
  readonly effect: 'refuses' | 'cuts';
}

export type Host =
  | 'anthropic-upload'
  | 'claude-code'
  | 'codex'
  | 'deepagents'
  | 'google-adk'
  | 'mastra'
  | 'microsoft-agent-framework';

/** Predicts how known hosts treat a skill that loads here. Empty when all of them take it as it is. */
export function vendorNotes(skill: ParsedSkill): readonly VendorNote[] {
  return RULES.flatMap(({ host, effect, departure, is }) =>
    is(skill)
      ? [{ host, effect, code: `host-${effect}`, message: `${HOST_NAMES[host]} ${effect} this skill: ${departure}.` }]
      : [],
  );
}

const HOST_NAMES: Readonly<Record<Host, string>> = {
  'anthropic-upload': 'The upload to Claude',
  'claude-code': 'Claude Code',
  codex: 'Codex',
  deepagents: 'Deep Agents',
  'google-adk': 'Google ADK',
  mastra: 'Mastra',
  'microsoft-agent-framework': 'Microsoft Agent Framework',
};

interface Rule {
  readonly host: Host;
  readonly effect: VendorNote['effect'];
  readonly departure: string;
  is(skill: ParsedSkill): boolean;
}

/** Mastra's own, larger than the standard's on purpose. */
const MASTRA_DESCRIPTION_CHARACTERS = 2_048;

const nameTooLong = {
  departure: 'the name is too long',
  is: (skill: ParsedSkill) => characters(skill.name) > STANDARD.nameCharacters,
};
const nameNotStandard = {
  departure: 'the name is not lower-case words joined by hyphens',
  is: (skill: ParsedSkill) => !isStandardName(skill.name),
};
const nameNotSlug = {
  departure: 'the name holds more than a–z, 0–9 and hyphens',
  is: (skill: ParsedSkill) => !/^[a-z0-9-]+$/.test(skill.name),
};
const nameNotDirectory = {
  departure: 'the name is not that of its directory',
  is: (skill: ParsedSkill) => skill.notes.some(({ code }) => code === 'name-differs-from-directory'),
};
const descriptionTooLong = {
  departure: 'the description is too long',
  is: (skill: ParsedSkill) => characters(skill.description) > STANDARD.descriptionCharacters,
};
const compatibilityTooLong = {
  departure: '`compatibility` is too long',
  is: (skill: ParsedSkill) => textLength(skill.frontmatter['compatibility']) > STANDARD.compatibilityCharacters,
};

const RULES: readonly Rule[] = [
  { host: 'anthropic-upload', effect: 'refuses', ...nameTooLong },
  { host: 'anthropic-upload', effect: 'refuses', ...nameNotSlug },
  { host: 'anthropic-upload', effect: 'refuses', ...descriptionTooLong },
  { host: 'anthropic-upload', effect: 'refuses', ...compatibilityTooLong },
  {
    host: 'anthropic-upload',
    effect: 'refuses',
    departure: 'the name holds a reserved word',
    is: ({ name }) => /anthropic|claude/.test(name),
  },
  {
    host: 'anthropic-upload',
    effect: 'refuses',
    departure: 'the description holds `<` or `>`',
    is: ({ description }) => /[<>]/.test(description),
  },
  {
    host: 'anthropic-upload',
    effect: 'refuses',
    departure: 'it has keys beyond the standard',
    is: ({ frontmatter }) => Object.keys(frontmatter).some((key) => !STANDARD.keys.some((known) => known === key)),
  },
  {
    host: 'claude-code',
    effect: 'cuts',
    departure: '`description` and `when_to_use` are too long together',
    is: ({ description, whenToUse }) =>
      characters(description) + characters(whenToUse ?? '') > LIMITS.listingCharacters,
  },
  { host: 'codex', effect: 'refuses', ...nameTooLong },
  { host: 'codex', effect: 'refuses', ...descriptionTooLong },
  {
    host: 'codex',
    effect: 'refuses',
    departure: '`metadata.short-description` is too long',
    is: ({ frontmatter: { metadata } }) =>
      isPlainMap(metadata) && textLength(metadata['short-description']) > STANDARD.descriptionCharacters,
  },
  { host: 'deepagents', effect: 'cuts', ...descriptionTooLong },
  { host: 'deepagents', effect: 'cuts', ...compatibilityTooLong },
  { host: 'google-adk', effect: 'refuses', ...nameTooLong },
  { host: 'google-adk', effect: 'refuses', ...nameNotStandard },
  { host: 'google-adk', effect: 'refuses', ...descriptionTooLong },
  { host: 'google-adk', effect: 'refuses', ...compatibilityTooLong },
  { host: 'mastra', effect: 'refuses', ...nameTooLong },
  { host: 'mastra', effect: 'refuses', ...nameNotSlug },
  { host: 'mastra', effect: 'refuses', ...nameNotDirectory },
  {
    host: 'mastra',
    effect: 'refuses',
    departure: `the description has more than ${MASTRA_DESCRIPTION_CHARACTERS} characters`,
    is: ({ description }) => characters(description) > MASTRA_DESCRIPTION_CHARACTERS,
  },
  { host: 'microsoft-agent-framework', effect: 'refuses', ...nameTooLong },
  { host: 'microsoft-agent-framework', effect: 'refuses', ...nameNotStandard },
  { host: 'microsoft-agent-framework', effect: 'refuses', ...nameNotDirectory },
  { host: 'microsoft-agent-framework', effect: 'refuses', ...descriptionTooLong },
  { host: 'microsoft-agent-framework', effect: 'refuses', ...compatibilityTooLong },
  {
    host: 'microsoft-agent-framework',
    effect: 'refuses',
    departure: 'a key is there more than once',
    is: ({ notes }) => notes.some(({ code }) => code === 'duplicate-key'),
  },
];

function textLength(value: unknown): number {
  return typeof value === 'string' ? characters(value) : 0;
}
