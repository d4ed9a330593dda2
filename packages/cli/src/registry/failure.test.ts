import { REGISTRY_ERROR_CODES, RegistryError } from '@skillscope/runtime';
import { describe, expect, it } from 'vitest';
import { exitOf, failureOf } from './failure.ts';

function databaseError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

describe('a failure', () => {
  it('of the registry is its code, what and the ways', () => {
    const error = new RegistryError('unknown-skill', 'There is no skill "a".', {
      ways: ['Put it first.', 'Use another name.'],
      facts: { candidates: ['ab'], skill: 'a' },
    });
    expect(failureOf(error)).toEqual({
      code: 'unknown-skill',
      message: 'There is no skill "a".',
      hint: 'Put it first. Use another name.',
      candidates: ['ab'],
      ways: ['Put it first.', 'Use another name.'],
      facts: { candidates: ['ab'], skill: 'a' },
    });
  });

  it('of the database has no stack and no password', () => {
    expect(failureOf(databaseError('XX000', 'cache lookup failed for p@ss'), ['p@ss'])).toEqual({
      code: 'database-failed',
      message: 'The database failed (XX000): cache lookup failed for ***.',
      hint: 'Where it fails again: a server has a log that says more; of a directory, restore the last dump into a new one.',
      candidates: [],
      ways: [
        'Where it fails again: a server has a log that says more; of a directory, restore the last dump into a new one.',
      ],
      facts: {},
    });
  });

  it('says a password nowhere, in facts neither', () => {
    const error = new RegistryError('constraint', 'p@ss', { ways: ['p@ss'], facts: { deep: [{ x: 'a p@ss b' }] } });
    expect(JSON.stringify(failureOf(error, ['p@ss']))).not.toContain('p@ss');
  });

  it('of the file system names the file', () => {
    const error = Object.assign(new Error("EACCES: permission denied, open '/x'"), { code: 'EACCES', syscall: 'open' });
    expect(failureOf(error)).toMatchObject({
      code: 'unreadable',
      message: "EACCES: permission denied, open '/x'.",
    });
  });

  it('of our own is none of these', () => {
    expect(failureOf(new TypeError('x is not a function'))).toBeUndefined();
  });

  it('of a missing driver gives the one line that installs it', () => {
    const error = new RegistryError('driver-missing', 'The package `pg` is not installed.', {
      ways: ['Install `pg` beside this package.'],
      facts: { packages: ['pg@8'] },
    });
    expect(failureOf(error)?.ways).toEqual([expect.stringMatching(/^Run: npm install .*pg@8$/)]);
  });
});

it('every refusal has its exit code', () => {
  const byExit = new Map<number, string[]>();
  for (const code of REGISTRY_ERROR_CODES) byExit.set(exitOf(code), [...(byExit.get(exitOf(code)) ?? []), code]);
  expect(byExit.get(4)).toEqual(['not-approved']);
  expect(byExit.get(3)).toEqual([
    'unknown-agent',
    'unknown-branch',
    'unknown-digest',
    'unknown-file',
    'unknown-label',
    'unknown-plugin',
    'unknown-run',
    'unknown-server',
    'unknown-skill',
    'unknown-version',
    'database-failed',
    'no-permission',
    'registry-behind',
    'registry-busy',
    'registry-damaged',
    'registry-in-use',
    'registry-missing',
    'registry-newer',
    'registry-unreachable',
    'driver-missing',
  ]);
  expect([...byExit.keys()].sort()).toEqual([3, 4, 7]);
});
