import { describe, expect, it } from 'vitest';
import { originOf, publicAddress, rangeOf } from './origin.ts';

describe('what a dependency points at', () => {
  it.each([
    ['^1.2.3', { source: 'registry' }],
    ['>=1 <2 || 3.x', { source: 'registry' }],
    ['latest', { source: 'registry' }],
    ['', { source: 'registry' }],
    ['catalog:', { source: 'registry' }],
    ['npm:^1.0.0', { source: 'registry' }],
    ['npm:real@^1.0.0', { source: 'registry', name: 'real' }],
    ['npm:@scope/real@^1.0.0', { source: 'registry', name: '@scope/real' }],
    ['npm:@scope/real', { source: 'registry', name: '@scope/real' }],
    ['npm:../../evil@1', { source: 'registry' }],
    ['jsr:@std/path@^1', { source: 'registry', name: '@jsr/std__path' }],
    ['patch:lib@npm%3A1.0.0#~/.yarn/patches/lib.patch', { source: 'registry', name: 'lib' }],
    ['patch:%40evil%2Flib@npm%3A1.0.0#x', { source: 'registry', name: '@evil/lib' }],
    ['patch:lib@npm%3Aevil%401.0.0#x', { source: 'registry', name: 'evil' }],
    ['patch:lib@file%3A.%2Flib#x', { source: 'path', address: './lib' }],
    ['patch:..%2F..@npm%3A1.0.0#x', { source: 'url' }],
    ['patch:lib#x', { source: 'url' }],
    ['patch:%E0%A4%A@npm%3A1.0.0#x', { source: 'url' }],
    ['workspace:*', { source: 'workspace' }],
    ['workspace:other@*', { source: 'workspace', name: 'other' }],
    ['file:../lib', { source: 'path', address: '../lib' }],
    ['link:./lib', { source: 'path', address: './lib' }],
    ['portal:../lib::locator=app', { source: 'path', address: '../lib' }],
    ['./lib', { source: 'path', address: './lib' }],
    ['~/lib', { source: 'path', address: '~/lib' }],
    ['C:\\lib', { source: 'path', address: 'C:\\lib' }],
    ['owner/name', { source: 'git', address: 'git+https://github.com/owner/name.git' }],
    ['owner/name#v1.0.0', { source: 'git', address: 'git+https://github.com/owner/name.git@v1.0.0' }],
    ['github:owner/name#semver:^1', { source: 'git', address: 'git+https://github.com/owner/name.git' }],
    ['gitlab:owner/name', { source: 'git', address: 'git+https://gitlab.com/owner/name.git' }],
    ['bitbucket:owner/name', { source: 'git', address: 'git+https://bitbucket.org/owner/name.git' }],
    ['gist:0a1b2c', { source: 'git', address: 'git+https://gist.github.com/0a1b2c.git' }],
    ['git+https://host.example/a.git#0a1b', { source: 'git', address: 'git+https://host.example/a.git@0a1b' }],
    ['git+ssh://git@host.example:a/b.git', { source: 'git', address: 'git+ssh://git@host.example/a/b.git' }],
    ['git+ssh://git@host.example:22/a/b.git', { source: 'git', address: 'git+ssh://git@host.example:22/a/b.git' }],
    ['git://host.example/a.git', { source: 'git', address: 'git+git://host.example/a.git' }],
    ['ssh://git@host.example/a.git', { source: 'git', address: 'git+ssh://git@host.example/a.git' }],
    ['git@host.example:a/b.git#main', { source: 'git', address: 'git+ssh://git@host.example/a/b.git@main' }],
    ['https://host.example/a.git#commit=0a1b', { source: 'git', address: 'git+https://host.example/a.git@0a1b' }],
    ['https://github.com/owner/name', { source: 'git', address: 'git+https://github.com/owner/name.git' }],
    [
      'https://codeload.github.com/owner/name/tar.gz/0a1b',
      { source: 'git', address: 'git+https://github.com/owner/name.git@0a1b' },
    ],
    ['https://host.example/a.tgz', { source: 'url', address: 'https://host.example/a.tgz' }],
    ['https://user:secret@host.example/a.tgz?token=x#y', { source: 'url', address: 'https://host.example/a.tgz' }],
    ['user:secret@host.example:a/b.git', { source: 'url' }],
    ['unknown:protocol', { source: 'url' }],
  ])('%j', (spec, origin) => {
    expect(originOf(spec)).toEqual(origin);
  });
});

describe('an address to be shown', () => {
  it.each([
    ['git+https://user:secret@host.example/a.git', 'git+https://host.example/a.git'],
    ['git+https://token@host.example/a.git', 'git+https://host.example/a.git'],
    ['git+ssh://git@host.example/a.git', 'git+ssh://git@host.example/a.git'],
    ['git+ssh://git:secret@host.example/a.git', 'git+ssh://host.example/a.git'],
    ['https://host.example/a?token=secret#secret', 'https://host.example/a'],
    ['git+file:///srv/a.git', 'git+file:///srv/a.git'],
    ['git+user:secret@host', undefined],
    ['git+https:///user:secret@host/a', undefined],
    ['http://[broken', undefined],
  ])('of %j is %j', (address, shown) => {
    expect(publicAddress(address)).toBe(shown);
  });
});

describe('a range', () => {
  it.each([
    ['^1.0.0', '^1.0.0'],
    ['npm:real@~2.0.0', '~2.0.0'],
    ['npm:@scope/real', '*'],
    ['', '*'],
    ['user:secret@host', '*'],
  ])('of %j is %j', (spec, range) => {
    expect(rangeOf(spec)).toBe(range);
  });
});
