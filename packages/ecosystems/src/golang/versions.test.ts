import { describe, expect, it } from 'vitest';
import { escapeCapitals, isModulePath } from './names.ts';
import { compareVersions, isVersion } from './versions.ts';

describe('versions as Go writes them (A-2)', () => {
  it.each([
    'v1.2.3',
    'v0.0.0-20240102030405-abcdef012345',
    'v1.2.3-0.20240102030405-abcdef012345',
    'v2.0.0+incompatible',
    'v1.0.0-rc.1',
  ])('takes %s', (version) => {
    expect(isVersion(version)).toBe(true);
  });

  it.each([
    '1.2.3',
    'v1',
    'v1.2',
    'main',
    'v01.2.3',
    'v1.2.3/../x',
    'v1.2.3-',
    'v1.2.3-a..b',
    'v1.2.3+a/b',
    'v1.2.3\n',
    '',
    `v1.2.3-${'a'.repeat(300)}`,
  ])('does not take %j', (version) => {
    expect(isVersion(version)).toBe(false);
  });

  it('orders them', () => {
    const ordered = [
      'main',
      'v0.0.0-20240102030405-abcdef012345',
      'v0.9.9',
      'v1.0.0-alpha',
      'v1.0.0-alpha.1',
      'v1.0.0-alpha.beta',
      'v1.0.0-rc.2',
      'v1.0.0-rc.10',
      'v1.0.0',
      'v1.2.0',
      'v1.10.0',
      'v2.0.0+incompatible',
    ];
    expect([...ordered].reverse().sort(compareVersions)).toEqual(ordered);
    expect(compareVersions('v1.0.0+a', 'v1.0.0+b')).toBe(0);
  });
});

describe('module paths', () => {
  it.each([
    'example.com/a',
    'gopkg.in/yaml.v3',
    'github.com/BurntSushi/toml',
    'example.com/a/v2',
    'example.com/~user/a_b-c',
    'app',
  ])('takes %s', (path) => {
    expect(isModulePath(path)).toBe(true);
  });

  it.each([
    '',
    '/etc',
    '..',
    'a/../b',
    'a//b',
    'a/',
    'a/.',
    'a/.git',
    'a/b.',
    'a\\b',
    'C:/a',
    'a%2fb',
    'a b',
    'a\u0000b',
    'a\u202eb',
    'a@v1',
    'a!b',
    `a${'b'.repeat(2000)}`,
  ])('does not take %j', (path) => {
    expect(isModulePath(path)).toBe(false);
  });

  it.each([
    ['github.com/BurntSushi/toml', 'github.com/!burnt!sushi/toml'],
    ['example.com/a', 'example.com/a'],
    ['v1.0.0-RC1', 'v1.0.0-!r!c1'],
  ])('spells %s as the cache does', (text, escaped) => {
    expect(escapeCapitals(text)).toBe(escaped);
  });
});
