import type { ArtifactRange } from '@skillscope/catalog';

/** The parts of the whole that no range covers, in order. */
export function gapsIn(whole: ArtifactRange, covered: readonly ArtifactRange[]): readonly ArtifactRange[] {
  const gaps: ArtifactRange[] = [];
  let { after } = whole;
  for (const range of [...covered].sort((a, b) => a.after - b.after)) {
    if (range.after >= whole.upTo) break;
    if (range.after > after) gaps.push({ after, upTo: range.after });
    after = Math.max(after, range.upTo);
  }
  return after < whole.upTo ? [...gaps, { after, upTo: whole.upTo }] : gaps;
}

/** True when an artifact lies in one of the ranges. */
export function isIn(artifact: number, ranges: readonly ArtifactRange[]): boolean {
  return ranges.some(({ after, upTo }) => artifact > after && artifact <= upTo);
}

/** Numbers as ranges, in order: what stands next to each other is in one. */
export function rangesOf(artifacts: readonly number[]): readonly ArtifactRange[] {
  const ranges: { after: number; upTo: number }[] = [];
  for (const artifact of [...artifacts].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && artifact <= last.upTo + 1) last.upTo = artifact;
    else ranges.push({ after: artifact - 1, upTo: artifact });
  }
  return ranges;
}
