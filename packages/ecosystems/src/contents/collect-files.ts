import { cleanLine, LIMITS, type SkillFile, type SkipReason, sha256, steers } from '@skillscope/core';
import type { Tree } from '../tree.ts';
import { byCodePoint, join } from '../trees/paths.ts';
import { fileKind } from './file-kind.ts';

export interface SkillExtent {
  /** The skill's directory below the artifact's root; `''` for the root. */
  readonly directory: string;
  /** File name of the entry in that directory, which the caller has read. */
  readonly entry: string;
  /** Take the whole directory, or only the folders the standard names. */
  readonly extent: 'directory' | 'root';
  /** Directories of other skills, which keep their files to themselves. */
  readonly others: ReadonlySet<string>;
}

/** What the skills of one artifact may still read together. */
export interface Allowance {
  bytes: number;
}

export interface Collected {
  /** By code point of the path; the entry is not among them. */
  readonly files: readonly SkillFile[];
  readonly cut: readonly { readonly path: string; readonly reason: SkipReason; readonly message: string }[];
}

/** Finds, sizes and digests the files of one skill beside its entry. What a limit cuts off is named in `cut`. */
export async function collectFiles(tree: Tree, skill: SkillExtent, allowance: Allowance): Promise<Collected> {
  const cut: Collected['cut'][number][] = [];
  const paths = walkFiles(tree, skill, cut).filter((path) => path !== skill.entry);
  const kept = paths.sort(byCodePoint).slice(0, LIMITS.filesPerSkill - 1);
  if (kept.length < paths.length)
    cut.push({
      path: join(skill.directory, paths[kept.length] ?? ''),
      reason: 'too-many',
      message: `The skill has ${paths.length + 1} files; the first ${LIMITS.filesPerSkill} are kept.`,
    });

  const files: SkillFile[] = [];
  let bytes = 0;
  let full = false;
  for (const path of kept) {
    const whole = join(skill.directory, path);
    const size = tree.size(whole) ?? 0;
    const room = Math.min(LIMITS.bytesPerSkill - bytes, allowance.bytes);
    if (size > LIMITS.skillFileBytes || size > room) {
      if (size <= LIMITS.skillFileBytes && !full) {
        full = true;
        cut.push({
          path: whole,
          reason: 'too-large',
          message:
            'The files of this skill, or of all skills here, exceed the limit; this one and the next are not read.',
        });
      }
      files.push({ path, size, kind: 'too-large' });
      continue;
    }
    const read = await tree.read(whole, LIMITS.skillFileBytes);
    if (!read.ok) {
      cut.push({ path: whole, reason: read.reason, message: read.message });
      continue;
    }
    bytes += read.bytes.length;
    allowance.bytes -= read.bytes.length;
    files.push({ path, size: read.bytes.length, kind: fileKind(path, read.bytes), digest: sha256(read.bytes) });
  }
  return { files, cut };
}

/** The folders the standard gives a skill beside its entry. */
const STANDARD_FOLDERS: ReadonlySet<string> = new Set(['assets', 'references', 'scripts']);

const NEVER_PART: ReadonlySet<string> = new Set(['.DS_Store', '.git', '__pycache__', '_artifacts', 'node_modules']);

/** Paths relative to the skill's directory, links inside the artifact followed, each directory once. */
function walkFiles(tree: Tree, skill: SkillExtent, cut: Collected['cut'][number][]): string[] {
  const { directory, extent, others } = skill;
  const paths: string[] = [];
  const seen = new Set<string>();
  const queue = [{ below: '', depth: 0 }];
  const told = new Set<SkipReason>();

  function cutOnce(path: string, reason: SkipReason, message: string): void {
    if (!told.has(reason)) cut.push({ path, reason, message });
    told.add(reason);
  }

  for (let next = queue.shift(); next; next = queue.shift()) {
    const { below, depth } = next;
    const here = below === '' ? directory : join(directory, below);
    const real = tree.real(here);
    if (real === undefined || seen.has(real)) continue;
    seen.add(real);
    for (const { name, kind } of tree.list(here) ?? []) {
      const path = join(below, name);
      const whole = join(directory, path);
      if (NEVER_PART.has(name)) continue;
      if (steers(path)) {
        cutOnce(skill.directory, 'withheld', 'The name of one of its files would steer an agent.');
        continue;
      }
      if (cleanLine(name) !== name) {
        cutOnce(whole, 'unsupported', 'Its name holds characters that do not show.');
        continue;
      }
      if (extent === 'root' && depth === 0 && !(kind === 'directory' && STANDARD_FOLDERS.has(name))) continue;
      if (kind === 'file') paths.push(path);
      if (kind === 'link')
        cutOnce(whole, 'outside-artifact', 'This link leads out of the package or nowhere; it is not followed.');
      if (kind !== 'directory' || others.has(whole) || others.has(tree.real(whole) ?? whole)) continue;
      if (depth >= LIMITS.skillDepth)
        cutOnce(whole, 'too-deep', `Folders more than ${LIMITS.skillDepth} levels down are left out.`);
      else if (seen.size + queue.length >= LIMITS.directoriesPerArtifact)
        cutOnce(whole, 'too-many', `Folders after the first ${LIMITS.directoriesPerArtifact} are left out.`);
      else queue.push({ below: path, depth: depth + 1 });
    }
  }
  return paths;
}
