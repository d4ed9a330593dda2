import { LIMITS, parseSkill, type Skill, type SkipReason, sha256 } from '@skillscope/core';
import { decodeText } from '../files.ts';
import type { Tree } from '../tree.ts';
import { join } from '../trees/paths.ts';
import { fileKind } from './file-kind.ts';

export type SkillText =
  | {
      readonly ok: true;
      /** The body for the entry, the whole file otherwise; exactly as its authors wrote it. */
      readonly text: string;
      /** 1-based line of the file where `text` starts. */
      readonly firstLine: number;
      /** `sha256:<hex>` of the file as it is now. */
      readonly digest: string;
      /** True when the file is no longer what was indexed. */
      readonly changed: boolean;
    }
  | { readonly ok: false; readonly reason: SkipReason | 'script'; readonly message: string };

/**
 * Reads the entry of a skill, or one of its files, fresh from the artifact. `file` is a path as in `skill.files`;
 * default the entry. Files that are not listed there do not exist, and scripts are named but never served.
 */
export async function readSkillText(
  tree: Tree,
  skill: Pick<Skill, 'path' | 'entry' | 'files' | 'frontmatter'>,
  file?: string,
): Promise<SkillText> {
  const [entry] = skill.files;
  const listed = file === undefined ? entry : skill.files.find(({ path }) => path === file);
  if (!listed) return { ok: false, reason: 'missing', message: 'The skill has no such file.' };
  if (listed.kind === 'script') return script;
  const path = skill.entry === '' ? skill.path : join(skill.path === '.' ? '' : skill.path, listed.path);
  const read = await tree.read(path, LIMITS.skillFileBytes);
  if (!read.ok) return read;
  if (listed !== entry && fileKind(listed.path, read.bytes) === 'script') return script;
  const whole = decodeText(read.bytes);
  if (whole === undefined) return { ok: false, reason: 'not-text', message: 'The file is not UTF-8 text.' };
  const digest = sha256(read.bytes);
  const seen = { digest, changed: digest !== listed.digest };
  if (listed !== entry) return { ok: true, text: whole, firstLine: 1, ...seen };
  const parsed = parseSkill(whole);
  // A skill that was listed without any frontmatter is a file that needs none.
  if (!parsed.ok && parsed.reason === 'no-frontmatter' && Object.keys(skill.frontmatter).length === 0)
    return { ok: true, text: whole, firstLine: 1, ...seen };
  if (!parsed.ok) return { ok: false, reason: parsed.reason, message: parsed.message };
  return { ok: true, text: parsed.skill.body, firstLine: parsed.skill.bodyLine, ...seen };
}

const script: SkillText = { ok: false, reason: 'script', message: 'This is a script; scripts are not served.' };
