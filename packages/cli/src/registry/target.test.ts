import { SkillscopeError } from '@skillscope/core';
import { describe, expect, it } from 'vitest';
import { readTarget, type TargetFlags } from './target.ts';

const start = () => '/project';

function target(flags: TargetFlags, named?: string) {
  const { kind, shown, secrets } = readTarget(flags, named === undefined ? {} : { SKILLSCOPE_REGISTRY: named }, start);
  return [kind, shown, secrets];
}

describe('a registry is named', () => {
  it.each([
    ['by --dir', { dir: 'reg' }, undefined, ['directory', '/project/reg', []]],
    ['by --dir before the variable', { dir: '/reg' }, 'postgres://h/d', ['directory', '/reg', []]],
    ['by --url', { url: 'postgres://ann@h:5433/d' }, undefined, ['server', 'postgres://ann@h:5433/d', []]],
    ['by a directory in the variable', {}, 'reg', ['directory', '/project/reg', []]],
    ['by a server in the variable', {}, 'postgresql://h/d', ['server', 'postgresql://h/d', []]],
    ['by a socket', { url: 'postgres:///d?host=/run' }, undefined, ['server', 'postgres:///d', []]],
    [
      'with a password, which is not shown',
      { url: 'postgres://ann:p%40ss@h/d?password=other' },
      undefined,
      ['server', 'postgres://ann@h/d', ['p%40ss', 'p@ss', 'other']],
    ],
  ])('%s', (_, flags, named, expected) => {
    expect(target(flags, named)).toEqual(expected);
  });

  it.each<[string, TargetFlags, string | undefined, string]>([
    ['nothing is named', {}, undefined, 'No registry is named.'],
    ['the variable is empty', {}, '', 'No registry is named.'],
    ['two are named', { dir: 'a', url: 'postgres://h/d' }, undefined, '--dir and --url name two registries.'],
    ['the directory is empty', { dir: '' }, undefined, '--dir names no directory.'],
    ['the directory is an address', { dir: 'postgres://a:secret@h/d' }, undefined, '--dir is an address.'],
    ['another database', { url: 'mysql://a:secret@h/d' }, undefined, '--url is no address of a PostgreSQL server.'],
    [
      'a password that is not written as it must be',
      { url: 'postgres://a:secret#@h/d' },
      undefined,
      '--url is no address of a PostgreSQL server.',
    ],
    [
      'the variable has an address of something else',
      {},
      'https://a:secret@h',
      'SKILLSCOPE_REGISTRY is no address of a PostgreSQL server.',
    ],
  ])('or refused without a secret where %s', (_, flags, named, message) => {
    try {
      target(flags, named);
      expect.unreachable();
    } catch (error) {
      if (!(error instanceof SkillscopeError)) throw error;
      expect([error.code, error.message]).toEqual(['usage', message]);
      expect(`${error.hint}`).not.toContain('secret');
    }
  });
});
