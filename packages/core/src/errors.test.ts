import { describe, expect, it } from 'vitest';
import { SkillscopeError } from './errors.ts';
import { LIMITS } from './limits.ts';

describe('an error that repeats what a caller gave', () => {
  const long = 'x'.repeat(1_000_000);

  it('leaves out the middle of a long message, and keeps how it ends', () => {
    const { message } = new SkillscopeError('out-of-scope', `"${long}" is not a dependency of this project.`);
    expect(message).toHaveLength(LIMITS.errorCharacters);
    expect(message).toMatch(/^"x+…x+" is not a dependency of this project\.$/);
  });

  it('shortens its hint and its candidates too', () => {
    const { hint, candidates } = new SkillscopeError('usage', 'a', { hint: long, candidates: [long, 'b'] });
    expect([hint?.length, candidates.map(({ length }) => length)]).toEqual([1_000, [1_000, 1]]);
  });

  it('cuts no character in two', () => {
    for (const shift of ['', 'a', 'ab', 'abc']) {
      const { message } = new SkillscopeError('usage', shift + '😀'.repeat(1_000));
      expect(message.length).toBeLessThanOrEqual(LIMITS.errorCharacters);
      expect(encodeURIComponent(message)).not.toBe('');
    }
  });
});
