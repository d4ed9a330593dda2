import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { LIMITS } from '@skillscope/core';
import fc from 'fast-check';
import { pack } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { exportSkill } from '../registry/export-skill.ts';
import { listSkills } from '../registry/list-skills.ts';
import { readSkill } from '../registry/read-skill.ts';
import { RegistryError } from '../registry/registry-error.ts';
import { importSkills } from '../registry/skill-directories.ts';
import { openStore } from '../testing/open-store.ts';
import { scratchDirectory, skillText } from '../testing/scratch.ts';
import { startServer } from '../testing/servers.ts';
import { importArchive } from './import-archive.ts';

const scratch = scratchDirectory();
const opened = openStore({ name: 'a server', vector: false, start: () => startServer() });

interface Sample {
  readonly name: string;
  readonly data?: string | Uint8Array;
  /** A link to this. */
  readonly link?: string;
  readonly encrypted?: boolean;
  readonly claims?: { readonly size?: number; readonly crc?: number; readonly method?: number };
}

function file(name: string, bytes: Uint8Array): string {
  return join(scratch.write({ [name]: bytes }), name);
}

/** A zip archive with exactly these entries, faults included. */
function zipOf(samples: readonly Sample[]): Buffer {
  const files: Buffer[] = [];
  const lines: Buffer[] = [];
  let offset = 0;
  for (const { name, data = '', link, encrypted = false, claims = {} } of samples) {
    const path = Buffer.from(name);
    const content = Buffer.from(link ?? data);
    const body = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800 | (encrypted ? 1 : 0), 2);
    common.writeUInt16LE(claims.method ?? 8, 4);
    common.writeUInt32LE(claims.crc ?? crc32(content), 10);
    common.writeUInt32LE(body.length, 14);
    common.writeUInt32LE(claims.size ?? content.length, 18);
    common.writeUInt16LE(path.length, 22);
    files.push(Buffer.from('PK\u0003\u0004', 'latin1'), common, path, body);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((link === undefined ? 0o100644 : 0o120777) << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    lines.push(Buffer.from('PK\u0001\u0002\u0014\u0003', 'latin1'), common, rest, path);
    offset += 4 + common.length + path.length + body.length;
  }
  const table = Buffer.concat(lines);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(samples.length, 8);
  end.writeUInt16LE(samples.length, 10);
  end.writeUInt32LE(table.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, table, end]);
}

async function tarOf(samples: readonly Sample[]): Promise<Buffer> {
  const tar = pack();
  for (const { name, data = '', link } of samples)
    if (link === undefined) tar.entry({ name, type: name.endsWith('/') ? 'directory' : 'file' }, Buffer.from(data));
    else tar.entry({ name, type: 'symlink', linkname: link });
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

const MAKERS = {
  'a.zip': async (samples: readonly Sample[]) => zipOf(samples),
  'a.skill': async (samples: readonly Sample[]) => zipOf(samples),
  'a.tar': tarOf,
  'a.tar.gz': async (samples: readonly Sample[]) => gzipSync(await tarOf(samples)),
  'a.tgz': async (samples: readonly Sample[]) => gzipSync(await tarOf(samples)),
} as const;

async function told(registry: Parameters<typeof importArchive>[0], path: string) {
  const imported = await importArchive(registry, path);
  return imported.map(({ path: place, put, refusal }) =>
    put ? `${place}: ${put.name} ${put.status}` : `${place}: ${refusal?.code}: ${refusal?.message}`,
  );
}

describe.each(Object.entries(MAKERS))('%s', (name, make) => {
  it('is imported and exported again unchanged, byte for byte (D-9, D-14)', async () => {
    const registry = opened.freshTenant();
    const samples: Sample[] = [
      { name: 'one/' },
      { name: 'one/SKILL.md', data: `\uFEFF---\r\nname: one\r\ndescription: "Use: one"\r\n---\r\nno end` },
      { name: 'one/references/deep/a.md', data: 'a' },
      { name: 'one/logo.png', data: Uint8Array.of(137, 80, 0, 255) },
      { name: 'one/run.sh', data: '#!/bin/sh\n' },
      { name: 'org/repo/two/SKILL.md', data: skillText('two', '---\n---\n') },
      { name: 'org/repo/two/inner/SKILL.md', data: skillText('inner') },
      { name: 'org/repo/two/inner/a.md', data: 'of the inner one' },
      { name: 'org/node_modules/x/SKILL.md', data: skillText('x') },
    ];
    const path = file(name, await make(samples));
    expect(await importArchive(registry, path, { origin: { purl: 'pkg:generic/a@1' }, tags: ['t'] })).toMatchObject([
      { path: 'one', put: { name: 'one', status: 'created' } },
      { path: 'org/repo/two', put: { name: 'two', status: 'created' } },
      { path: 'org/repo/two/inner', put: { name: 'inner', status: 'created' } },
    ]);
    expect((await readSkill(registry, 'two')).origin).toEqual({ purl: 'pkg:generic/a@1', path: 'org/repo/two' });
    expect((await listSkills(registry)).skills.map(({ tags }) => tags)).toEqual([['t'], ['t'], ['t']]);
    expect(await told(registry, path)).toEqual([
      'one: one unchanged',
      'org/repo/two: two unchanged',
      'org/repo/two/inner: inner unchanged',
    ]);
    const out = join(scratch.write({}), 'one');
    const paths = await exportSkill(registry, 'one', out);
    expect(paths).toEqual(['SKILL.md', 'logo.png', 'references/deep/a.md', 'run.sh']);
    for (const exported of paths) {
      const { data = '' } = samples.find((sample) => sample.name === `one/${exported}`) ?? { name: '' };
      expect(readFileSync(join(out, exported)).equals(Buffer.from(data))).toBe(true);
    }
    expect((await importSkills(registry, out)).map(({ put }) => [put?.name, put?.version])).toEqual([['one', 1]]);
  });

  it('names the bad ones and takes the rest; the first of a name wins', async () => {
    const registry = opened.freshTenant();
    const path = file(
      name,
      await make([
        { name: 'bad/SKILL.md', data: 'no frontmatter' },
        { name: 'binary/SKILL.md', data: Uint8Array.of(45, 45, 45, 10, 255) },
        { name: 'dotted/../../up/SKILL.md', data: skillText('up') },
        { name: 'flat/SKILL.md', data: '---\ndescription: Named for its directory.\n---\n' },
        { name: 'flat/passwd', link: '/etc/passwd' },
        { name: 'long/SKILL.md', data: `---\ndescription: ${'x'.repeat(1025)}\n---\n` },
        { name: 'one/SKILL.md', data: skillText('one') },
        { name: 'twice/SKILL.md', data: skillText('twice') },
        { name: 'twice/SKILL.md', data: skillText('hidden') },
        { name: 'zwei/SKILL.md', data: skillText('one', 'the other') },
      ]),
    );
    expect((await told(registry, path)).sort()).toEqual([
      'bad: unreadable-skill: Line 1: There is no frontmatter: the first line must be `---`.',
      'binary: not-text: The SKILL.md is not UTF-8.',
      'dotted/../../up/SKILL.md: bad-archive: "dotted/../../up/SKILL.md" is left out. Its name leads out of the archive, or means another place on some machine.',
      'flat/passwd: bad-archive: "flat/passwd" is left out. It is a link; links are not followed.',
      'flat: flat created',
      'long: description-too-long: The description of "long" has 1025 characters; 1,024 are allowed.',
      'one: one created',
      'twice/SKILL.md: bad-archive: "twice/SKILL.md" is left out. It is there twice; neither is read.',
      'zwei: duplicate-skill: "one" is in one already.',
    ]);
  });

  it('with one skill at its root takes its name from the file', async () => {
    const registry = opened.freshTenant();
    const path = file(
      name,
      await make([{ name: './SKILL.md', data: '---\ndescription: It.\n---\n' }, { name: './a.md' }]),
    );
    expect(await told(registry, path)).toEqual(['.: a created']);
  });

  it('is read or refused, whatever is damaged', async () => {
    const registry = opened.freshTenant();
    const whole = await make([
      { name: 'one/SKILL.md', data: skillText('one') },
      { name: 'one/a.md', data: 'a'.repeat(300) },
    ]);
    const path = file(name, whole);
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(damage, fc.option(fc.nat(whole.length)), async (changes, length) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        writeFileSync(path, bytes.subarray(0, length ?? bytes.length));
        await importArchive(registry, path).catch((error: unknown) => {
          if (!(error instanceof RegistryError) || error.code !== 'bad-archive') throw error;
        });
      }),
      { numRuns: 20 },
    );
  });
});

describe('an archive', () => {
  it('of a jar holds skills in the places of jars only, flat and nested (D-8, D-9, D-28)', async () => {
    const registry = opened.freshTenant();
    const samples: Sample[] = [
      { name: 'META-INF/MANIFEST.MF', data: 'Manifest-Version: 1.0\n' },
      { name: 'META-INF/skills/flat/SKILL.md', data: skillText('flat') },
      { name: 'META-INF/skills/org/repo/deep/SKILL.md', data: skillText('deep') },
      { name: 'META-INF/skills/org/repo/deep/references/a.md', data: 'a' },
      { name: 'META-INF/resources/skills/org/repo/older/SKILL.md', data: skillText('older') },
      { name: 'META-INF/resources/other/SKILL.md', data: skillText('other') },
      { name: 'skills/other/SKILL.md', data: skillText('other') },
      { name: '../evil', data: '' },
    ];
    expect(await told(registry, file('a.jar', zipOf(samples)))).toEqual([
      'META-INF/resources/skills/org/repo/older: older created',
      'META-INF/skills/flat: flat created',
      'META-INF/skills/org/repo/deep: deep created',
    ]);
    expect((await readSkill(registry, 'deep')).files.map(({ path }) => path)).toEqual(['references/a.md']);
  });

  it.each<[string, Sample, string]>([
    ['is encrypted', { name: '', data: 'x', encrypted: true }, 'It is encrypted.'],
    [
      'is packed in an unknown way',
      { name: '', claims: { method: 99 } },
      'It is packed in a way that is not known here.',
    ],
    [
      'is a bomb',
      { name: '', data: Buffer.alloc(LIMITS.skillFileBytes) },
      'It is packed more than 200 times, as archive bombs are.',
    ],
    [
      'has another checksum',
      { name: '', data: 'x', claims: { crc: 1 } },
      'It is damaged: its checksum is another one.',
    ],
    ['is larger than it claims', { name: '', data: 'x'.repeat(99), claims: { size: 10 } }, 'It is damaged: '],
  ])('gives up a skill of which a file %s, and no other', async (_case, sample, message) => {
    const registry = opened.freshTenant();
    const path = file(
      'a.zip',
      zipOf([
        { name: 'good/SKILL.md', data: skillText('good') },
        { name: 'bad/SKILL.md', data: skillText('bad') },
        { ...sample, name: 'bad/a.bin' },
      ]),
    );
    const [bad, good] = await told(registry, path);
    expect(bad).toContain(`bad: bad-archive: "bad/a.bin" is left out. ${message}`);
    expect(good).toBe('good: good created');
  });

  it('takes `\\` for a separator, as archives made on Windows need it', async () => {
    expect(
      await told(opened.freshTenant(), file('a.zip', zipOf([{ name: 'one\\SKILL.md', data: skillText('one') }]))),
    ).toEqual(['one: one created']);
  });

  it('gives up a skill above the limits of the format', async () => {
    const registry = opened.freshTenant();
    const many = Array.from({ length: LIMITS.filesPerSkill }, (_value, index) => ({ name: `many/${index}.md` }));
    const path = file(
      'a.zip',
      zipOf([
        { name: 'long/SKILL.md', data: skillText('long', randomText(LIMITS.skillFileBytes)) },
        { name: 'many/SKILL.md', data: skillText('many') },
        ...many,
        { name: 'one/SKILL.md', data: skillText('one') },
      ]),
    );
    expect(await told(registry, path)).toEqual([
      'long: body-too-long: long/SKILL.md has more than 1048576 bytes.',
      'many: too-many-files: many has more files than a skill may have.',
      'one: one created',
    ]);
  });

  it('that is none is refused', async () => {
    const registry = opened.freshTenant();
    const directory = scratch.write({
      'text.zip': 'hello',
      'empty.zip': '',
      'cut.tgz': gzipSync('hello').subarray(0, 12),
    });
    execFileSync('mkfifo', [join(directory, 'pipe.zip')]);
    mkdirSync(join(directory, 'folder.zip'));
    for (const name of ['none.zip', 'text.zip', 'empty.zip', 'pipe.zip', 'folder.zip', 'cut.tgz']) {
      const failure = await importArchive(registry, join(directory, name)).catch((error: unknown) => error);
      expect([name, failure]).toEqual([name, expect.objectContaining({ code: 'bad-archive' })]);
    }
  });

  it('that unpacks without end is given up', async () => {
    const registry = opened.freshTenant();
    const head = (await tarOf([{ name: 'one/big', data: 'x' }])).subarray(0, 512);
    const huge = Buffer.from(head);
    huge.write(`${(LIMITS.archiveBytes * 2).toString(8).padStart(11, '0')}\0`, 124, 'latin1');
    huge.write('        ', 148, 'latin1');
    huge.write(
      `${huge
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
      'latin1',
    );
    const zeros = gzipSync(Buffer.alloc(LIMITS.archiveBytes / 8));
    const bomb = Buffer.concat([gzipSync(huge), ...Array.from({ length: 10 }, () => zeros)]);
    const failure = await importArchive(registry, file('bomb.tgz', bomb)).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'bad-archive' });
    expect((failure as Error).message).toContain('unpacks to more than 536870912 bytes.');
    expect(existsSync(join(scratch.root, 'one'))).toBe(false);
  });
});

/** A text that does not compress like a bomb. */
function randomText(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return String.fromCharCode(97 + ((state >> 16) % 26));
  }).join('');
}
