import { describe, expect, it } from 'vitest';
import { readModFile } from './mod-file.ts';

const mod = (text: string) => readModFile(`module example.com/app\n${text}`, 'go.mod');

describe('the syntax of go.mod (A-16)', () => {
  it.each<[string, string, readonly (readonly [string, string, boolean])[]]>([
    ['one line', 'require example.com/a v1.0.0', [['example.com/a', 'v1.0.0', false]]],
    ['a block', 'require (\n\texample.com/a v1.0.0\n)', [['example.com/a', 'v1.0.0', false]]],
    ['a block without a blank in front', 'require(\n\texample.com/a v1.0.0\n)', [['example.com/a', 'v1.0.0', false]]],
    ['an empty block', 'require ()\nrequire (\n)', []],
    [
      'Windows line ends',
      'require (\r\n\texample.com/a v1.0.0 // indirect\r\n)\r\n',
      [['example.com/a', 'v1.0.0', true]],
    ],
    ['quotations', 'require "example.com/a" `v1.0.0`', [['example.com/a', 'v1.0.0', false]]],
    ['an indirect one', 'require example.com/a v1.0.0 // indirect', [['example.com/a', 'v1.0.0', true]]],
    ['no blank before the comment', 'require example.com/a v1.0.0//indirect', [['example.com/a', 'v1.0.0', true]]],
    ['more behind it', 'require example.com/a v1.0.0 // indirect; for tests', [['example.com/a', 'v1.0.0', true]]],
    ['another comment', 'require example.com/a v1.0.0 // not indirect', [['example.com/a', 'v1.0.0', false]]],
    [
      'the comment on the line above',
      '// indirect\nrequire example.com/a v1.0.0',
      [['example.com/a', 'v1.0.0', false]],
    ],
    ['a commented line', '// require example.com/a v1.0.0', []],
    [
      'the same one twice, at its higher version',
      'require example.com/a v1.9.0 // indirect\nrequire example.com/a v1.10.0',
      [['example.com/a', 'v1.10.0', false]],
    ],
    ['a branch, until Go resolves it', 'require example.com/a main', [['example.com/a', 'main', false]]],
  ])('reads a requirement: %s', (_name, text, requirements) => {
    const file = mod(text);
    expect(file.requirements.map(({ path, version, indirect }) => [path, version, indirect])).toEqual(requirements);
    expect(file.faults).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['example.com/a => ../a', { path: 'example.com/a', target: { kind: 'directory', directory: '../a' } }],
    ['example.com/a => .', { path: 'example.com/a', target: { kind: 'directory', directory: '.' } }],
    [
      'example.com/a => "./with blank"',
      { path: 'example.com/a', target: { kind: 'directory', directory: './with blank' } },
    ],
    [
      'example.com/a v1.0.0 => /srv/a',
      { path: 'example.com/a', version: 'v1.0.0', target: { kind: 'directory', directory: '/srv/a' } },
    ],
    [
      'example.com/a => example.com/b v1.2.3',
      { path: 'example.com/a', target: { kind: 'module', path: 'example.com/b', version: 'v1.2.3' } },
    ],
  ])('reads the replacement %s', (text, replacement) => {
    const file = mod(`replace ${text}`);
    expect(file.replacements).toEqual([replacement]);
    expect(file.faults).toEqual([]);
  });

  it('reads the other directives, and over those that decide nothing here', () => {
    const file = mod(
      'go 1.24.0\ntoolchain go1.24.1\ngodebug default=go1.21\nexclude example.com/a v1.0.0\nretract [v1.0.0, v1.1.0] // broken\nretract (\n\tv0.1.0\n)\ntool example.com/a/cmd/x\nignore ./node_modules\n',
    );
    expect(file).toMatchObject({
      module: 'example.com/app',
      listsAll: true,
      tools: ['example.com/a/cmd/x'],
      faults: [],
    });
    expect([...file.excluded]).toEqual(['example.com/a@v1.0.0']);
  });

  it.each([
    ['1.16', false],
    ['1.17', true],
    ['1.9', false],
    ['1.24rc1', true],
    ['2.0', true],
  ])('knows whether Go %s lists all it needs', (version, listsAll) => {
    expect(mod(`go ${version}`).listsAll).toBe(listsAll);
  });

  it('takes a file without a version of Go for one from before Go 1.17', () => {
    expect(mod('').listsAll).toBe(false);
  });

  it.each<[string, string, readonly string[]]>([
    ['on the line above', 'require (\n\t// +skill:a\n\t// +skill:b\n\texample.com/a v1.0.0\n)', ['a', 'b']],
    ['on the same line', 'require example.com/a v1.0.0 // +skill:a', ['a']],
    ['behind "indirect"', 'require example.com/a v1.0.0 // indirect; +skill:a', ['a']],
    ['not above a blank line', 'require (\n\t// +skill:a\n\n\texample.com/a v1.0.0\n)', []],
    ['not in other words', 'require example.com/a v1.0.0 // see +skill:a', []],
  ])('reads the skills a comment chooses %s', (_name, text, skills) => {
    expect(mod(text).requirements.map((requirement) => requirement.skills)).toEqual([skills]);
  });

  it.each<[string, string, number, RegExp]>([
    ['a cut-off block', 'require (\n\texample.com/a v1.0.0\n', 2, /does not end/],
    ['a stray bracket', ')', 2, /out of place/],
    ['a block in a block', 'require (\n\trequire (\n)', 3, /out of place/],
    ['words behind a bracket', 'require ( example.com/a v1.0.0 )', 2, /end of the line/],
    ['an open quotation', 'require "example.com/a v1.0.0', 2, /quotation/],
    ['a control character in a quotation', 'replace example.com/a => "./a\\u0000"', 2, /quotation/],
    ['an unknown directive', 'requires example.com/a v1.0.0', 2, /no directive "requires"/],
    ['a directive of go.work', 'use ./a', 2, /no directive "use"/],
    ['a missing version', 'require example.com/a', 2, /path and a version/],
    ['a path that climbs', 'require ../../etc v1.0.0', 2, /no module path/],
    ['an absolute path', 'require /etc v1.0.0', 2, /no module path/],
    ['a percent sign', 'require example.com/%2e%2e/a v1.0.0', 2, /no module path/],
    ['a hidden folder', 'require example.com/.git/a v1.0.0', 2, /no module path/],
    ['a replacement by nothing', 'replace example.com/a =>', 2, /an arrow/],
    ['a replacement by a bare name', 'replace example.com/a => b', 2, /neither a directory/],
    ['a version that climbs', 'replace example.com/a => example.com/b v1.0.0/../../x', 2, /neither a directory/],
    ['a merge conflict', '<<<<<<< HEAD\nrequire example.com/a v1.0.0\n=======\n>>>>>>> other', 2, /merge conflict/],
  ])('reports %s with its line', (_name, text, line, message) => {
    expect(mod(text).faults).toEqual([{ line, message: expect.stringMatching(message) }]);
  });

  it('reads both sides of a conflict, and what lies around it', () => {
    const file = mod(
      'require (\n\texample.com/a v1.0.0\n<<<<<<< HEAD\n\texample.com/b v1.2.0\n=======\n\texample.com/b v1.10.0\n>>>>>>> other\n)',
    );
    expect(file.requirements.map(({ path, version }) => `${path} ${version}`)).toEqual([
      'example.com/a v1.0.0',
      'example.com/b v1.10.0',
    ]);
  });

  it('reports a file without a module, and a workspace without directories', () => {
    expect(readModFile('', 'go.mod').faults).toEqual([{ message: expect.stringContaining('go mod init') }]);
    expect(readModFile('go 1.24\n', 'go.work').faults).toEqual([{ message: expect.stringContaining('go work use') }]);
  });

  it('stops reporting after a few faults of one file', () => {
    expect(mod('nonsense\n'.repeat(1000)).faults).toHaveLength(20);
  });

  it('keeps a few of the skills chosen for one module', () => {
    const [requirement] = mod('require example.com/a v1.0.0 // +skill:a\n'.repeat(1000)).requirements;
    expect(requirement?.skills).toHaveLength(20);
  });

  it('reads go.work', () => {
    expect(
      readModFile('go 1.24\nuse .\nuse (\n\t./a\n\t"../b c"\n)\nreplace example.com/a => ./a\n', 'go.work'),
    ).toMatchObject({
      uses: ['.', './a', '../b c'],
      replacements: [{ path: 'example.com/a' }],
      faults: [],
    });
  });
});
