import { describe, expect, it } from 'vitest';
import { fitTable } from './fit-table.ts';
import { randomNumbers } from './random.ts';

const SIZE = 12;
const TOKENS = 30;

describe('fitTable', () => {
  const random = randomNumbers(3);
  const tokenVectors = Float32Array.from({ length: TOKENS * SIZE }, () => random() - 0.5);
  const texts = Array.from({ length: 400 }, () => Array.from({ length: 4 }, () => Math.floor(random() * TOKENS)));
  // The teacher hears the first half of the tokens twice as loud as the second.
  const textVectors = Float32Array.from(
    texts.flatMap((tokens) => unit(tokens, (token) => (token < TOKENS / 2 ? 2 : 1))),
  );
  const rowsAfter = (epochs: number, losses: number[] = []) =>
    fitTable({
      texts,
      tokenVectors,
      textVectors,
      size: SIZE,
      dimension: 8,
      epochs,
      seed: 5,
      onEpoch: (_, loss) => losses.push(loss),
    });

  it('comes nearer to the teacher with each round', () => {
    const losses: number[] = [];
    rowsAfter(4, losses);
    expect(losses).toEqual([...losses].sort((a, b) => b - a));
    expect(losses[3]).toBeLessThan((losses[0] ?? 0) / 2);
  });

  it('gives the same bytes for the same input', () => {
    expect(Buffer.from(rowsAfter(2).buffer).equals(Buffer.from(rowsAfter(2).buffer))).toBe(true);
  });

  function unit(tokens: readonly number[], weight: (token: number) => number): number[] {
    const sum = Array.from({ length: SIZE }, (_, place) =>
      tokens.reduce((total, token) => total + weight(token) * (tokenVectors[token * SIZE + place] ?? 0), 0),
    );
    const length = Math.hypot(...sum);
    return sum.map((value) => value / length);
  }
});
