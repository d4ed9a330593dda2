import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openFiles } from '../files.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { openManifestReader } from './package-json.ts';

const scratch = mkdtempSync(join(tmpdir(), 'skillscope-package-json-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const directory = join(scratch, 'node_modules/lib');
mkdirSync(directory, { recursive: true });

function read(text: string): { readonly manifest: Manifest | undefined; readonly skipped: readonly unknown[] } {
  writeFileSync(join(directory, 'package.json'), text);
  const files = openFiles();
  const manifest = openManifestReader(files)(directory);
  return { manifest, skipped: files.skipped().map(({ reason, line }) => ({ reason, line })) };
}

const key = fc.constantFrom(
  ...['name', 'version', 'description', 'dependencies', 'peerDependencies', 'peerDependenciesMeta', 'agents', 'files'],
  ...['bundleDependencies', 'scripts', 'exports', 'devDependencies', 'keywords', 'a', '{', '}', '"', '\\', ''],
);
const leaf = fc.constantFrom<unknown>('1.0.0', 'text', '},', '],\n', '"', '\\"', '\u2028', 'é', true, null, 1);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
}));

describe('the package.json of a package', () => {
  it('is read without what nothing is taken from as it is with it', () => {
    const indent = fc.constantFrom<string | number>(0, 1, 2, 3, 4, '\t', ' \t');
    fc.assert(
      fc.property(fc.dictionary(key, value, { maxKeys: 8 }), indent, (fields, space) => {
        const text = `${JSON.stringify(fields, null, space)}\n`;
        expect(read(text).manifest).toEqual(readManifest(JSON.parse(text), false));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    [
      'behind a section that is not closed',
      '{\n  "name": "lib",\n  "scripts": {\n    "a": "b"\n  "version": "1.0.0"\n}',
      5,
    ],
    ['by a merge', '{\n  "scripts": {\n<<<<<<< ours\n    "a": "b"\n  },\n  "name": "lib"\n}', 3],
  ])('that is damaged %s is reported with its line', (_, text, line) => {
    expect(read(text)).toEqual({ manifest: undefined, skipped: [{ reason: 'malformed', line }] });
  });

  it('that is damaged only in what nothing is taken from is read', () => {
    const { manifest, skipped } = read('{\n  "scripts": {\n    "a": b\n  },\n  "name": "lib"\n}');
    expect([manifest?.name, skipped]).toEqual(['lib', []]);
  });
});
