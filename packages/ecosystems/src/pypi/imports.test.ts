import { describe, expect, it } from 'vitest';
import { importable, importRequest } from '../formats/testing/importable.ts';
import { match, read } from './imports.ts';

describe('what a module imports', () => {
  it.each<readonly [string, string, readonly string[]]>([
    ['by name', 'import a, b.c as d\nimport e', ['a', 'b.c', 'e']],
    [
      'from a package',
      'from a import b, c as d\nfrom e.f import (\n  g,  # why\n  h as i,\n)',
      ['a.b', 'a.c', 'e.f.g', 'e.f.h'],
    ],
    ['all of a package', 'from a.b import *', ['a.b']],
    ['inside a block', 'try:\n    import a\nexcept ImportError: import b; import c\n', ['a', 'b', 'c']],
    ['over a joined line', 'from a \\\n  import b', ['a.b']],
    ['by a call', `m = importlib.import_module("a.b")\nimport_module(name)`, ['a.b']],
    ['nothing of its own', 'from . import a\nfrom .b import c\nfrom .. import d', []],
    ['nothing in comments and text', `# import a\n"""\nimport b\n"""\nx = 'import c'\ny = f"""\nimport d"""`, []],
    ['nothing that only looks so', 'yield from a\nraise X from b\nimports = 1\n', []],
    ['in a part of a file', '    c,\n)\nimport d', ['d']],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('takes time in proportion to hostile text', () => {
    for (const part of ['"""', "'", 'from a import (', 'import a,', 'from a.', '\\\n']) {
      expect(read(part.repeat(20_000)).length).toBeLessThan(5);
    }
  });
});

describe('which libraries those are', () => {
  const names = (from: string, ...shipping: ReturnType<typeof importable>[]) =>
    match(importRequest(read(from), shipping)).map(({ name }) => name);
  const skillIn = (path: string) => ({ skills: [{ path }] });

  it('goes by the import name that the scan learned', () => {
    const yaml = importable('PyYAML', { alias: 'yaml' });
    expect(names('import yaml.nodes', yaml)).toEqual(['PyYAML']);
    expect(names('import pyyaml', yaml)).toEqual([]);
  });

  it('goes by the name of the distribution, also of one in a namespace', () => {
    expect(names('from typing_extensions import x', importable('typing-extensions'))).toEqual(['typing-extensions']);
    const cloud = [importable('google-cloud-storage'), importable('google-auth')];
    expect(names('from google.cloud import storage', ...cloud)).toEqual(['google-cloud-storage']);
  });

  it('goes by the folder that its skills lie in, unless that is a namespace', () => {
    const library = { ...importable('scikit-learn'), ...skillIn('sklearn/.agents/skills/fit') };
    expect(names('import sklearn', library)).toEqual(['scikit-learn']);
    const shared = { ...importable('google-cloud-storage'), ...skillIn('google/cloud/storage/skills/x') };
    expect(names('import google.auth', shared)).toEqual([]);
  });
});
