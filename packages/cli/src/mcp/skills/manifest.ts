import { SkillCatalogError, skillEntry } from '@modelcontextprotocol/server/ext/skills';
import { cleanText, parseSkill, type Skill } from '@skillscope/core';
import { BASE_URI } from './served-skill.ts';

/** The `SKILL.md` that a client of the extension gets. */
export type Manifest =
  | {
      readonly ok: true;
      readonly bytes: Uint8Array;
      /** As the client reads it out of `bytes`. */
      readonly frontmatter: { readonly name: string; readonly description: string };
      /** Why the frontmatter is not the authors' own; absent where `bytes` are theirs. The body always is. */
      readonly adapted?: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

/** What the extension allows a description to have. */
const DESCRIPTION_CHARACTERS = 1_024;

/**
 * Makes the manifest of a skill from the bytes of its file. Clients compare digest, size and frontmatter with the entry
 * they were given and refuse names and fields that the standard does not have, so a text goes out as it is, without an
 * envelope; where it does not fit, it gets a frontmatter of name and description alone.
 */
export async function manifestOf(bytes: Uint8Array, skill: Skill, name: string): Promise<Manifest> {
  const text = Buffer.from(bytes).toString();
  const shown = cleanText(text).text;
  const problems = shown === text ? await problemsOf(bytes, name) : ['It holds characters that do not show.'];
  if ('frontmatter' in problems) return { ok: true, bytes, frontmatter: problems.frontmatter };
  const parsed = parseSkill(shown);
  if (!parsed.ok && Object.keys(skill.frontmatter).length > 0) return { ok: false, reason: parsed.message };
  const body = parsed.ok ? parsed.skill.body : `\n${shown}`;
  const frontmatter = { name, description: [...skill.description].slice(0, DESCRIPTION_CHARACTERS).join('') };
  // A JSON string is a quoted YAML one.
  const lines = Object.entries(frontmatter).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const adapted = Buffer.from(`---\n${lines.join('\n')}\n---\n${body}`);
  const check = await problemsOf(adapted, name);
  if (!('frontmatter' in check)) return { ok: false, reason: check.join('; ') };
  return { ok: true, bytes: adapted, frontmatter: check.frontmatter, adapted: problems };
}

type Frontmatter = Extract<Manifest, { ok: true }>['frontmatter'];

/** What the extension's own reader has against a manifest, or what it reads. */
async function problemsOf(
  bytes: Uint8Array,
  name: string,
): Promise<readonly string[] | { readonly frontmatter: Frontmatter }> {
  try {
    const { frontmatter } = await skillEntry(name, { 'SKILL.md': bytes }, { baseUri: `${BASE_URI}manifest` });
    return { frontmatter };
  } catch (error) {
    if (!SkillCatalogError.isInstance(error)) return ['Its frontmatter cannot be read.'];
    return error.problems.map(({ message }) => message);
  }
}
