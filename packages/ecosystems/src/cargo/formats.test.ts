import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readToml } from '../formats/toml.ts';
import { purlOf } from './identity.ts';
import { readLock } from './lock.ts';
import { readManifest } from './manifest.ts';
import { isCrateName, isVersion } from './names.ts';
import { compareVersions, satisfies } from './requirement.ts';
import { lockText } from './samples.ts';
import { publicUrl, readReference, readSource } from './source.ts';
import { readWrittenLock } from './written-lock.ts';

/** The domain that only the public registry's own hosts are in. */
const PUBLIC = 'crates.io';
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

describe('satisfies', () => {
  it.each([
    ['1.2.3', '1.9.0', true],
    ['1.2.3', '1.2.2', false],
    ['1.2.3', '2.0.0', false],
    ['0.2.3', '0.2.9', true],
    ['0.2.3', '0.3.0', false],
    ['0.0.3', '0.0.3', true],
    ['0.0.3', '0.0.4', false],
    ['0.0', '0.0.7', true],
    ['0.0', '0.1.0', false],
    ['0', '0.9.9', true],
    ['0', '1.0.0', false],
    ['^1', '1.99.0', true],
    ['~1.2', '1.2.9', true],
    ['~1.2', '1.3.0', false],
    ['~1', '1.3.0', true],
    ['=1.2.3', '1.2.3', true],
    ['=1.2.3', '1.2.4', false],
    ['=1.2', '1.2.9', true],
    ['=1.0.0-beta.1', '1.0.0-beta.1', true],
    ['=0.18.2', '0.18.2+1.9.1', true],
    ['1.*', '1.7.0', true],
    ['1.*', '2.0.0', false],
    ['0.0.*', '0.0.9', true],
    ['0.*', '0.9.0', true],
    ['*', '9.9.9', true],
    ['>1', '1.9.0', false],
    ['>1', '2.0.0', true],
    ['>1.2.3', '1.2.4', true],
    ['>=1, <3', '2.5.0', true],
    ['>=1, <3', '3.0.0', false],
    ['<=1.2', '1.2.9', true],
    ['<=1.2', '1.3.0', false],
    ['<1.2.3', '1.2.3', false],
    ['', '1.0.0', false],
    ['latest', '1.0.0', false],
    ['1.2.3.4', '1.2.3', false],
    ['1', 'not a version', false],
  ])('%j takes %s: %s', (requirement, version, expected) => {
    expect(satisfies(requirement, version)).toBe(expected);
  });

  it('orders versions by number', () => {
    expect(['1.10.0', '1.9.0', '1.9.0-a'].sort(compareVersions)).toEqual(['1.9.0', '1.9.0-a', '1.10.0']);
  });
});

describe('names and versions that may become a path', () => {
  it.each([
    ['serde_json', true],
    ['A-1', true],
    ['', false],
    ['..', false],
    ['a/b', false],
    ['a\\b', false],
    ['a b', false],
    ['é', false],
    ['a\n', false],
    [7, false],
  ])('name %j: %s', (text, expected) => {
    expect(isCrateName(text)).toBe(expected);
  });

  it.each([
    ['1.0.0', true],
    ['0.18.2+1.9.1', true],
    ['1.0.0-rc.1', true],
    ['1.0', false],
    ['1.0.0/..', false],
    ['1.0.0-../..', false],
    ['1.0.0\n', false],
    ['', false],
    [undefined, false],
  ])('version %j: %s', (text, expected) => {
    expect(isVersion(text)).toBe(expected);
  });
});

describe('readSource', () => {
  it.each([
    ['registry+https://github.com/rust-lang/crates.io-index', { kind: 'crates-io' }],
    [`sparse+https://sparse.${PUBLIC}/`, { kind: 'crates-io' }],
    [
      'registry+https://github.com/acme/crates.io-index',
      { kind: 'registry', url: 'https://github.com/acme/crates.io-index' },
    ],
    [
      'registry+http://github.com/rust-lang/crates.io-index',
      { kind: 'registry', url: 'http://github.com/rust-lang/crates.io-index' },
    ],
    ['sparse+https://crates.io.acme.example/', { kind: 'registry', url: 'https://crates.io.acme.example/' }],
    [
      `git+https://example.com/kit#${COMMIT}`,
      { kind: 'git', url: 'https://example.com/kit', reference: '', commit: COMMIT },
    ],
    [
      `git+ssh://git@example.com/kit?branch=feature%2Fx#${COMMIT}`,
      { kind: 'git', url: 'ssh://git@example.com/kit', reference: 'branch=feature/x', commit: COMMIT },
    ],
    ['git+https://example.com/kit', undefined],
    ['git+https://example.com/kit#../../x', undefined],
    ['path+file:///x', undefined],
    ['', undefined],
  ])('%s', (text, expected) => {
    expect(readSource(text)).toEqual(expected);
  });
});

describe('readReference', () => {
  it.each([
    ['serde', { name: 'serde' }],
    ['serde 1.0.0', { name: 'serde', version: '1.0.0' }],
    ['serde 1.0.0 (registry+https://x)', { name: 'serde', version: '1.0.0', source: 'registry+https://x' }],
    ['serde ../..', undefined],
    ['../x', undefined],
    ['', undefined],
  ])('%j', (text, expected) => {
    expect(readReference(text)).toEqual(expected);
  });
});

describe('identity', () => {
  it.each([
    ['https://user:secret@example.com/kit?token=secret#secret', 'https://example.com/kit'],
    ['sparse+https://secret@example.com/index/', 'https://example.com/index/'],
    ['not an address', undefined],
  ])('shows %s as %s', (address, expected) => {
    expect(publicUrl(address)).toBe(expected);
  });

  it.each([
    [{ kind: 'registry', url: 'user:secret@nowhere' }, 'pkg:cargo/kit@1.0.0?repository_url=unknown'],
    [{ kind: 'named-registry', name: 'acme' }, 'pkg:cargo/kit@1.0.0?repository_url=acme'],
    [{ kind: 'git', url: 'user:secret@nowhere', reference: '', commit: COMMIT }, 'pkg:cargo/kit@1.0.0?vcs_url=unknown'],
    [{ kind: 'path', path: '' }, 'pkg:cargo/kit@1.0.0?path=unknown'],
  ] as const)('never looks like a public crate: %j', (provenance, purl) => {
    expect(purlOf('kit', '1.0.0', provenance)).toBe(purl);
  });
});

describe('readToml', () => {
  it.each([
    ['a = [', 1, 'The file is not valid TOML'],
    ['a = 1\nb =\n', 2, 'The file is not valid TOML'],
    [`a = ${'['.repeat(100)}${']'.repeat(100)}`, 1, 'The file is not valid TOML'],
    ['a = 1\n=======\n', 2, 'The file holds an unresolved merge conflict.'],
  ])('says where %j is wrong', (text, line, message) => {
    const read = readToml(text);
    expect(read).toMatchObject({ ok: false, line });
    expect(read.ok ? '' : read.message).toContain(message);
  });
});

describe('readLock', () => {
  const entry = fc.record({
    name: fc.stringMatching(/^[a-z_-]{1,8}$/),
    version: fc.constantFrom('1.0.0', '0.2.1', '2.0.0-rc.1', 'no version', ''),
    source: fc.constantFrom(null, 'registry+https://example.com', `git+https://example.com/a?branch=x#${COMMIT}`),
    uses: fc.array(fc.constantFrom('a', 'b 1.0.0', 'c 1.0.0 (registry+https://example.com)', '../..'), {
      maxLength: 3,
    }),
  });

  it('reads the layout that cargo writes exactly as TOML would be read', () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 5 }), (entries) => {
        const text = lockText(...entries);
        const toml = readToml(text);
        expect(readWrittenLock(text)).toEqual(toml.ok ? toml.table['package'] : undefined);
      }),
    );
  });

  it('never reads line by line what TOML would read otherwise', () => {
    const line = fc.constantFrom(
      '[[package]]',
      'name = "a"',
      'name = "b"',
      'version = "1.0.0"',
      'version = 4',
      'dependencies = [',
      'dependencies = []',
      ' "c",',
      ' "d"',
      ']',
      '',
      '# remark',
      '[metadata]',
      'source = "\\u0041"',
      "source = 'x'",
      'name = """',
      '<<<<<<< HEAD',
      ' ',
      '[[package]] # remark',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = lines.join('\n');
        const written = readWrittenLock(text);
        const toml = readToml(text);
        if (written !== undefined) expect(toml.ok ? toml.table['package'] : toml).toEqual(written);
      }),
      { numRuns: 2_000 },
    );
  });

  it('leaves out what cargo could not have written, and says how much', () => {
    expect(readLock(lockText({ name: 'a' }, { name: '../b' }, { name: 'c', version: '/etc' }))).toMatchObject({
      ok: true,
      packages: [{ name: 'a' }],
      faults: ['2 entries have a name or a version that cargo would not write.'],
    });
  });
});

describe('readManifest', () => {
  it('never throws, whatever the types of the values', () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(new Date(0)),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom(
            'package',
            'workspace',
            'dependencies',
            'dev-dependencies',
            'target',
            'patch',
            'replace',
            'members',
            'exclude',
            'name',
            'version',
            'path',
            'git',
            'registry',
            '__proto__',
            'constructor',
          ),
          tie('any'),
        ),
      ),
    })).any;
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('package', 'workspace', 'dependencies', 'target', 'patch', 'replace'), value),
        (table) => {
          const manifest = readManifest(table, '/project');
          for (const { name } of manifest.dependencies) expect(isCrateName(name)).toBe(true);
        },
      ),
    );
  });
});
