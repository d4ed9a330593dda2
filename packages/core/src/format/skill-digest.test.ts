import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sha256, skillDigest } from './skill-digest.ts';

const A = sha256('a');
const B = sha256('b');

test('sha256 of bytes and of text', () => {
  const abc = 'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(sha256('abc')).toBe(abc);
  expect(sha256(new Uint8Array([97, 98, 99]))).toBe(abc);
});

test('the manifest is as documented', () => {
  const manifest = `${A} "SKILL.md"\nsize:9000000 "assets/\u00e9.bin"\n${B} "references/a\\n.md"\n`;
  const digest = skillDigest([
    { path: 'references/a\n.md', size: 1, digest: B },
    { path: 'SKILL.md', size: 1, digest: A },
    { path: 'assets/\u00e9.bin', size: 9_000_000 },
  ]);
  expect(digest).toBe(`sha256:${createHash('sha256').update(manifest, 'utf8').digest('hex')}`);
  expect(digest).toBe('sha256:1257669beff50f95c30bb52a50d94eaa1fd4a00f52945c72ceee00f17b1012b7');
});

test('paths are ordered by code point, not by UTF-16 unit', () => {
  const manifest = `${A} "\uff5e"\n${B} "\u{1f600}"\n`;
  expect(
    skillDigest([
      { path: '\u{1f600}', size: 1, digest: B },
      { path: '\uff5e', size: 1, digest: A },
    ]),
  ).toBe(sha256(manifest));
});

describe('the digest tells two skills apart', () => {
  const base = [
    { path: 'SKILL.md', size: 1, digest: A },
    { path: 'big.bin', size: 9_000_000 },
  ];
  test.each([
    [
      'a changed file',
      [
        { path: 'SKILL.md', size: 1, digest: B },
        { path: 'big.bin', size: 9_000_000 },
      ],
    ],
    [
      'a renamed file',
      [
        { path: 'skill.md', size: 1, digest: A },
        { path: 'big.bin', size: 9_000_000 },
      ],
    ],
    [
      'another size of a file too large to read',
      [
        { path: 'SKILL.md', size: 1, digest: A },
        { path: 'big.bin', size: 9_000_001 },
      ],
    ],
    ['a file less', [{ path: 'SKILL.md', size: 1, digest: A }]],
    ['a path that imitates a second line', [{ path: `SKILL.md"\nsize:9000000 "big.bin`, size: 1, digest: A }]],
  ])('%s', (_case, files) => {
    expect(skillDigest(files)).not.toBe(skillDigest(base));
  });

  test('the order files are given in says nothing', () => {
    expect(skillDigest([...base].reverse())).toBe(skillDigest(base));
  });

  test('a skill without files has a digest', () => {
    expect(skillDigest([])).toBe(sha256(''));
  });
});
