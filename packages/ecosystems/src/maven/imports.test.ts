import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importable } from '../formats/testing/importable.ts';
import { openTree } from '../trees/index.ts';
import { zipOf } from '../trees/testing/write-zip.ts';
import { match, read } from './imports.ts';

describe('what a source file imports', () => {
  it.each<readonly [string, string, string, readonly string[]]>([
    [
      'Java',
      '.java',
      'package x;\nimport a.b.C; import static a.b.D.e;\nimport a.c.*;\n',
      ['a.b.C', 'a.b.D.e', 'a.c.*'],
    ],
    ['Kotlin', '.kt', 'import a.b.C as D\nimport a.`in`.f\nimport a.c.*\n', ['a.b.C', 'a.in.f', 'a.c.*']],
    [
      'Scala',
      '.scala',
      'import a.b.{C, D => E, _}\nimport a.c._, a.d.F\nimport _root_.g.H',
      ['a.b.C', 'a.b.D', 'a.b.*', 'a.c.*', 'a.d.F', 'g.H'],
    ],
    ['Groovy', '.groovy', 'import a.b.C\nimport static a.D.e', ['a.b.C', 'a.D.e']],
    ['comments', '.java', '// import a.B;\n/* /* import a.C; */ import a.D;\nString s = "import a.E;";', ['a.D']],
    ['nested comments', '.kt', '/* /* import a.C */\nimport a.D */\nimport a.E', ['a.E']],
  ])('%s', (_, extension, text, expected) => {
    expect(read(text, extension)).toEqual(expected);
  });

  it('takes time in proportion to hostile text', () => {
    for (const part of ['/*', '"""', 'import a.', 'import a.{b,', ','])
      expect(read(part.repeat(50_000), '.kt').length).toBeLessThan(3);
  });
});

describe('which libraries those are', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'skillscope-imports-')));
  const jar = join(folder, 'lib.jar');
  const names = ['OkHttpClient', 'internal/Util', 'internal/HostnamesKt'].map((name) => `okhttp3/${name}.class`);
  writeFileSync(jar, zipOf(names.map((name) => ({ name }))));
  const artifact = { kind: 'archive', path: jar, manifest: '', mutable: false } as const;
  const library = importable('com.squareup.okhttp3:okhttp', { artifact });

  it.each([
    ['okhttp3.OkHttpClient', true],
    ['okhttp3.OkHttpClient.Builder', true],
    ['okhttp3.OkHttpClient.newCall', true],
    ['okhttp3.internal.*', true],
    ['okhttp3.internal.toCanonicalHost', true],
    ['okhttp3.internal.Hostnames', true],
    ['okhttp3.Missing', false],
    ['okhttp3.ws.*', false],
    ['com.squareup.okhttp3.Any', false],
    ['java.util.List', false],
  ])('%s: %s', async (name, isHeld) => {
    const open = async () => {
      const tree = await openTree(artifact);
      return 'reason' in tree ? undefined : tree;
    };
    const found = await match({ names: [name], shipping: [library], all: () => [library], open });
    expect(found).toEqual(isHeld ? [library] : []);
  });
});
