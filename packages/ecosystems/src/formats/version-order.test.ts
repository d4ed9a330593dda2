import { expect, it } from 'vitest';
import { compareVersions } from './version-order.ts';

it.each([
  ['1.9.0', '1.10.0'],
  ['1.0.0-rc.1', '1.0.0'],
  ['1.0.0-alpha.2', '1.0.0-alpha.10'],
  ['1.0.0-alpha', '1.0.0-beta'],
  ['0.9', '1'],
  ['1.0', '1.0.1'],
  ['2.0.0rc1', '2.0.0'],
  ['2.0.0.dev4', '2.0.0'],
  ['2.0.0', '2.0.0.post1'],
  ['v0.0.0-20230101000000-abcdefabcdef', 'v0.0.0-20240101000000-abcdefabcdef'],
  ['v0.0.0-20240101000000-abcdefabcdef', 'v0.1.0'],
  ['5.3.0.RC1', '5.3.0.Final'],
  ['5.3.0.Final', '5.3.1.Final'],
  ['1.0-SNAPSHOT', '1.0'],
  ['32.1.3-jre', '33.0.0-android'],
  ['99999999999999999998', '99999999999999999999'],
])('%s is older than %s', (older, newer) => {
  expect(compareVersions(older, newer)).toBeLessThan(0);
  expect(compareVersions(newer, older)).toBeGreaterThan(0);
});

it('gives every two texts one order, so that the newest is the same on every machine', () => {
  expect(compareVersions('1.0', '1.0.0')).toBeLessThan(0);
  expect(compareVersions('1.0.0', '1.0.0')).toBe(0);
  expect(compareVersions('', 'x')).toBeGreaterThan(0);
});
