import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '@skillscope/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tree } from '../tree.ts';
import { openArchive } from './archive.ts';
import { writeTree } from './testing/write-tree.ts';
import { type ZipSample, zipOf } from './testing/write-zip.ts';

async function open(samples: readonly ZipSample[], inside?: string): Promise<Tree> {
  const tree = await openArchive(join(writeTree({ 'a.zip': zipOf(samples) }), 'a.zip'), inside);
  if ('reason' in tree) throw new Error(tree.message);
  return tree;
}

describe('an archive as a tree (A-17)', () => {
  it('lists and reads below the folder that is the root', async () => {
    const tree = await open(
      [
        { name: 'node_modules/x/' },
        { name: 'node_modules/x/skills/b/SKILL.md', data: 'b' },
        { name: 'node_modules/x/skills/B/SKILL.md', data: 'B', stored: true },
        { name: 'node_modules/x/package.json', data: '{}' },
        { name: 'node_modules/y/secret.md', data: 'other package' },
      ],
      'node_modules/x',
    );
    expect(tree.list('')).toEqual([
      { name: 'package.json', kind: 'file' },
      { name: 'skills', kind: 'directory' },
    ]);
    expect(tree.list('skills')).toEqual([
      { name: 'B', kind: 'directory' },
      { name: 'b', kind: 'directory' },
    ]);
    expect(await tree.text('skills/b/SKILL.md')).toBe('b');
    expect(await tree.text('skills/B/SKILL.md')).toBe('B');
    expect(tree.size('package.json')).toBe(2);
    expect(tree.list('package.json')).toBeUndefined();
    expect(await tree.read('../y/secret.md', 100)).toMatchObject({ ok: false, reason: 'missing' });
    expect(await tree.read('skills', 100)).toMatchObject({ ok: false, reason: 'unreadable' });
    expect(tree.refused).toEqual([]);
    tree.close();
    tree.close();
    expect(await tree.read('package.json', 100)).toMatchObject({ ok: false, reason: 'unreadable' });
  });

  it.each([
    ['climbs', '../SKILL.md'],
    ['climbs from inside', 'skills/../../SKILL.md'],
    ['is absolute', '/etc/SKILL.md'],
    ['names a drive', 'C:/SKILL.md'],
    ['hides a separator', 'skills\\x\\SKILL.md'],
    ['has an empty segment', 'skills//SKILL.md'],
    ['has a NUL', 'skills/x\0/SKILL.md'],
    ['is nested without end', `${'a/'.repeat(LIMITS.archiveDepth)}SKILL.md`],
  ])('leaves out a name that %s, and says so', async (_name, name) => {
    const tree = await open([
      { name, data: 'x' },
      { name: 'good.md', data: 'good' },
    ]);
    expect(tree.list('')).toEqual([{ name: 'good.md', kind: 'file' }]);
    expect(tree.refused).toEqual([
      { path: name, reason: 'outside-artifact', message: 'The archive holds a file with an unsafe name.' },
    ]);
  });

  it('leaves out symbolic links', async () => {
    const tree = await open([{ name: 'SKILL.md', data: '/etc/hostname', mode: 0o120777 }]);
    expect(tree.list('')).toEqual([]);
    expect(tree.refused).toMatchObject([{ path: 'SKILL.md', reason: 'outside-artifact' }]);
  });

  it('reads neither of two files with one name', async () => {
    const tree = await open([
      { name: 'SKILL.md', data: 'shown' },
      { name: 'SKILL.md', data: 'hidden' },
    ]);
    expect(await tree.read('SKILL.md', 100)).toMatchObject({ ok: false, reason: 'missing' });
    expect(tree.refused).toMatchObject([{ path: 'SKILL.md', reason: 'duplicate' }]);
  });

  it('takes a name that is a file and a folder as a folder', async () => {
    const tree = await open([
      { name: 'skills', data: 'x' },
      { name: 'skills/SKILL.md', data: 'y' },
    ]);
    expect(tree.list('')).toEqual([{ name: 'skills', kind: 'directory' }]);
    expect(await tree.read('skills', 100)).toMatchObject({ ok: false, reason: 'unreadable' });
  });

  it.each<[string, Partial<ZipSample>, string]>([
    ['is encrypted', { data: 'x', encrypted: true }, 'encrypted'],
    ['exceeds the cap', { data: 'x'.repeat(LIMITS.skillFileBytes + 1) }, 'too-large'],
    ['is a bomb', { data: Buffer.alloc(LIMITS.skillFileBytes) }, 'too-large'],
    ['claims to be smaller than it is', { data: 'x'.repeat(200_000), claims: { size: 10 } }, 'malformed'],
    ['claims to be larger than it is', { data: 'x', claims: { size: 10 } }, 'malformed'],
    ['has a wrong checksum', { data: 'x', claims: { crc: 1 } }, 'malformed'],
    ['is packed in an unknown way', { data: 'x', claims: { method: 99 } }, 'unsupported'],
  ])('does not read a file that %s', async (_name, sample, reason) => {
    const tree = await open([
      { name: 'SKILL.md', ...sample },
      { name: 'good.md', data: 'good' },
    ]);
    expect(await tree.read('SKILL.md', LIMITS.skillFileBytes)).toMatchObject({ ok: false, reason });
    expect(await tree.text('good.md')).toBe('good');
  });

  it('reads a short file of one repeated character', async () => {
    const tree = await open([{ name: 'SKILL.md', data: 'x'.repeat(60_000) }]);
    expect(await tree.read('SKILL.md', LIMITS.skillFileBytes)).toMatchObject({ ok: true });
  });

  it.each<[string, Uint8Array, string]>([
    ['is no zip', Buffer.from('hello'), 'malformed'],
    ['is empty', Buffer.alloc(0), 'malformed'],
    ['is cut short', zipOf([{ name: 'a', data: 'x'.repeat(5_000), stored: true }]).subarray(0, 2_000), 'malformed'],
    ['has a damaged directory', damagedDirectory(), 'malformed'],
  ])('does not open an archive that %s', async (_name, bytes, reason) => {
    expect(await openArchive(join(writeTree({ 'a.zip': bytes }), 'a.zip'))).toMatchObject({ reason });
  });

  it('survives damage anywhere', async () => {
    const whole = zipOf([
      { name: 'skills/a/SKILL.md', data: 'text '.repeat(50) },
      { name: 'b', data: 'b', stored: true },
    ]);
    const path = join(writeTree({ 'a.zip': whole }), 'a.zip');
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        writeFileSync(path, bytes);
        const tree = await openArchive(path);
        if ('reason' in tree) return;
        for (const name of ['skills/a/SKILL.md', 'b']) await tree.read(name, 1_000);
        tree.close();
      }),
      { numRuns: 300 },
    );
  });

  it('does not open what is missing, a folder, a pipe, or an archive without the wanted folder', async () => {
    const root = writeTree({ 'a.zip': zipOf([{ name: 'x', data: 'x' }]), 'd/x': '' });
    execFileSync('mkfifo', [join(root, 'pipe')]);
    expect(await openArchive(join(root, 'none.zip'))).toMatchObject({ reason: 'missing' });
    expect(await openArchive(join(root, 'd'))).toMatchObject({ reason: 'unreadable' });
    expect(await openArchive(join(root, 'pipe'))).toMatchObject({ reason: 'unreadable' });
    expect(await openArchive(join(root, 'a.zip'), 'node_modules/x')).toMatchObject({ reason: 'missing' });
  });

  it('does not open an archive with too many entries', async () => {
    const path = join(writeTree({ 'a.zip': claimingEntries(LIMITS.archiveEntries + 1) }), 'a.zip');
    expect(await openArchive(path)).toMatchObject({ reason: 'too-many' });
  });
});

/** An archive in the format for many entries, which only claims to hold so many. */
function claimingEntries(count: number): Uint8Array {
  const record = Buffer.alloc(56);
  record.write('PK\u0006\u0006', 0, 'latin1');
  record.writeBigUInt64LE(BigInt(count), 32);
  const locator = Buffer.alloc(20);
  locator.write('PK\u0006\u0007', 0, 'latin1');
  return Buffer.concat([record, locator, zipOf([])]);
}

function damagedDirectory(): Uint8Array {
  const zip = zipOf([{ name: 'a', data: 'x', stored: true }]);
  zip.write('??', zip.indexOf('PK\u0001\u0002', 0, 'latin1'));
  return zip;
}
