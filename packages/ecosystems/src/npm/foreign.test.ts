import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePurl } from '@skillscope/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestProject } from './fixtures/project.ts';
import type { LockFormat } from './lock.ts';
import { readBunLock } from './lock-bun.ts';
import { readNpmLock } from './lock-npm.ts';
import { readPnpmLock } from './lock-pnpm.ts';
import { readYarnLock } from './lock-yarn.ts';
import { readManifest } from './manifest.ts';
import { isPackageName } from './names.ts';
import { originOf, rangeOf } from './origin.ts';

const LOCKS = join(import.meta.dirname, 'fixtures/locks');
const FORMATS: Readonly<Record<string, LockFormat>> = {
  npm: readNpmLock,
  pnpm: readPnpmLock,
  yarn: readYarnLock,
  bun: readBunLock,
};

/** What a hostile or unlucky hand does to a text: cuts it, doubles a part, puts something in. */
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.nat(400),
  insert: fc.oneof(
    fc.string(),
    fc.constantFrom('\n', '  ', ': ', '{', '}', '"', "'", '__proto__', '../..', '&a', '*a'),
  ),
});

describe('foreign input never throws', () => {
  it.each(readdirSync(LOCKS))('in a lockfile that was edited by hand: %s', async (name) => {
    const text = readFileSync(join(LOCKS, name), 'utf8');
    const format = FORMATS[name.split(/[.-]/)[0] ?? ''];
    if (!format) throw new Error(`No format for ${name}.`);
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
        const edited = edits.reduce((before, { at, remove, insert }) => {
          const position = Math.floor(at * before.length);
          return before.slice(0, position) + insert + before.slice(position + remove);
        }, text);
        const reading = await format(edited, new Map());
        if (!reading.ok) expect(reading.message).not.toBe('');
        else for (const locked of reading.graph.packages.values()) expect(isPackageName(locked.name)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('in a lockfile that holds any JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 6 }), async (text) => {
        for (const format of Object.values(FORMATS)) await format(text, new Map());
      }),
      { numRuns: 300 },
    );
  });

  it('in a package.json of any shape', () => {
    const keys = [
      'name',
      'version',
      'description',
      'dependencies',
      'peerDependencies',
      'peerDependenciesMeta',
      'workspaces',
    ];
    const value = fc.dictionary(fc.constantFrom(...keys), fc.anything());
    fc.assert(
      fc.property(value, (manifest) => {
        const read = readManifest(manifest, true);
        for (const { name } of [...(read?.runtime ?? []), ...(read?.development ?? [])]) {
          expect(isPackageName(name)).toBe(true);
        }
      }),
    );
  });

  it('in a range, and no range leads anywhere or tells a password', () => {
    const spec = fc.array(
      fc.oneof(fc.constantFrom('git+', 'https://', 'u:pw@', '@', ':', '/', '#', 'npm:', 'a', '1'), fc.string()),
    );
    fc.assert(
      fc.property(spec, (parts) => {
        const text = parts.join('');
        const { name, address } = originOf(text);
        if (name !== undefined) expect(isPackageName(name)).toBe(true);
        if (address !== undefined && originOf(text).source !== 'path') expect(address).not.toContain('pw@');
        expect(rangeOf(text)).not.toContain('@');
      }),
      { numRuns: 2_000 },
    );
  });

  it('in a whole project, and every package URL can be read again', async () => {
    const texts = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.constantFrom('^1', 'npm:x@1', 'file:x', 'a/b')));
    await fc.assert(
      fc.asyncProperty(texts, texts, async (dependencies, workspaces) => {
        const project = openTestProject({
          'package.json': {
            name: 'app',
            dependencies,
            devDependencies: workspaces,
            workspaces: Object.values(workspaces),
          },
        });
        const { reading } = await project.read();
        for (const { purl } of reading.dependencies) expect(parsePurl(purl)?.type).toBe('npm');
      }),
      { numRuns: 60 },
    );
  });
});

describe('a package name', () => {
  it.each(['a', 'A', '@a/b', 'a.b', '_a', 'a~', "a!'()*", '-', '__proto__', 'a'.repeat(214)])('is %j', (name) => {
    expect(isPackageName(name)).toBe(true);
  });

  it.each([
    '',
    '.',
    '..',
    '.bin',
    '@',
    '@/a',
    '@a',
    '@a/',
    '@a/.b',
    '@a/..',
    'a/b',
    'a/../b',
    '@a/b/c',
    'a\\b',
    'a b',
    'a\n',
    'a:b',
    'node_modules',
    'ä',
    'a'.repeat(215),
    7,
    undefined,
  ])('is not %j', (name) => {
    expect(isPackageName(name)).toBe(false);
  });
});
