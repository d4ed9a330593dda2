import type { SkillFile } from '../skill.ts';

/**
 * `sha256:<hex>` over all files of a skill. What is hashed is UTF-8 text with one line a file,
 *
 *     <content> <path>\n
 *
 * `content` is the file's digest, `sha256:<64 lower-case hex digits>`, or `size:<bytes>` for a file too large to be
 * read; `path` is relative to the skill, with `/` separators, written as a JSON string. Lines are ordered by code point
 * of the path. The order of the argument is irrelevant, and so is what kind of file it is.
 */
export function skillDigest(files: readonly Pick<SkillFile, 'path' | 'size' | 'digest'>[]): string {
  const lines = files.map(({ path, size, digest }) => ({
    path: Buffer.from(path),
    line: `${digest ?? `size:${size}`} ${JSON.stringify(path)}\n`,
  }));
  // The bytes of UTF-8 sort as code points do; UTF-16 units do not.
  lines.sort((a, b) => Buffer.compare(a.path, b.path) || (a.line < b.line ? -1 : 1));
  return sha256(lines.map(({ line }) => line).join(''));
}

/** `sha256:<hex>` of bytes, or of the UTF-8 bytes of a text. */
export function sha256(content: Uint8Array | string): string {
  // Most projects have packages without skills to look into, and Node takes long to load this.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}
