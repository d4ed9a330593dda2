import { describe, expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['server', 'srver', 1],
    ['kitten', 'sitting', 3],
    ['zod', 'zdo', 2],
    ['a', 'b', 1],
  ])('%j to %j', (a, b, distance) => {
    expect([editDistance(a, b), editDistance(b, a)]).toEqual([distance, distance]);
  });
});
