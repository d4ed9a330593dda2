import type { Skill } from '@skillscope/core';
import { describe, expect, it } from 'vitest';
import { joinArtifacts } from './join-artifacts.ts';

function skill(path: string, digest: string, name = 'one'): Omit<Skill, 'id'> {
  return {
    path,
    entry: 'SKILL.md',
    name,
    description: '',
    digest,
    standing: 'usual',
    trust: 'readable',
    files: [],
    headings: [],
    frontmatter: {},
    notes: [],
  };
}

const contents = (...skills: readonly Omit<Skill, 'id'>[]) => ({ skills, skipped: [] });

describe('A-18 the skills of a jar and of its sources', () => {
  it('leaves one artifact as it is', () => {
    const alone = contents(skill('a', '1'));
    expect(joinArtifacts([alone])).toBe(alone);
    expect(joinArtifacts([])).toEqual({ skills: [], skipped: [] });
  });

  it('are one where they are the same, wherever they lie', () => {
    const { skills } = joinArtifacts([
      contents(skill('META-INF/skills/one', '1')),
      contents(skill('META-INF/skills/one', '1'), skill('skills/one', '1'), skill('skills/two', '2', 'two')),
    ]);
    expect(skills.map(({ path, origin, notes }) => ({ path, origin, notes }))).toEqual([
      { path: 'META-INF/skills/one', origin: { artifact: 0, ordinal: 1 }, notes: [] },
      { path: 'skills/two', origin: { artifact: 1, ordinal: 3 }, notes: [] },
    ]);
  });

  it('are read from the jar where the two differ, with a word about it', () => {
    const { skills } = joinArtifacts([
      contents(skill('META-INF/skills/one', 'filled in')),
      contents(skill('META-INF/skills/one', 'as written')),
      contents(skill('META-INF/skills/one', 'third')),
    ]);
    expect(skills.map(({ digest, notes }) => ({ digest, codes: notes.map(({ code }) => code) }))).toEqual([
      { digest: 'filled in', codes: ['differs-elsewhere'] },
    ]);
  });

  it('stay two where two names share one text', () => {
    const { skills } = joinArtifacts([contents(skill('a', '1')), contents(skill('b', '1', 'two'))]);
    expect(skills.map(({ path }) => path)).toEqual(['a', 'b']);
  });

  it('names what was left out in each', () => {
    const skipped = [{ path: 'x', reason: 'too-large', message: 'Large.' }] as const;
    expect(joinArtifacts([contents(), { skills: [], skipped }]).skipped).toEqual(skipped);
  });
});
