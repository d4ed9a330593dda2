import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Which package may import which; see ARCHITECTURE.md. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  core: [],
  ecosystems: ['core'],
  catalog: ['core'],
  models: ['core'],
  runtime: ['core'],
  cli: ['core', 'ecosystems', 'catalog', 'models', 'runtime'],
};

/** What `core` must not touch: it is pure. Hashing and random tokens are, and so is loading a library of its own later. */
const IMPURE = /(?:from |getBuiltinModule\()'(node:(?!crypto'|module')[^']+)'/g;

it.each(Object.entries(ALLOWED))('%s imports %j only, and no package by a deep path', (name, allowed) => {
  const files = execFileSync('git', ['ls-files', '--', `packages/${name}/src/*.ts`], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((path) => !path.endsWith('.test.ts') && !path.includes('/testing/'));
  expect(files.length).toBeGreaterThan(3);
  const wrong = files.flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const own = [...text.matchAll(/(?:from|import\()\s*'@skillscope\/([^']+)'/g)].map(([, target]) => target ?? '');
    const impure = name === 'core' ? [...text.matchAll(IMPURE)].map(([, target]) => target ?? '') : [];
    return [...own.filter((target) => !allowed.includes(target)), ...impure].map((target) => `${path}: ${target}`);
  });
  expect(wrong).toEqual([]);
});
