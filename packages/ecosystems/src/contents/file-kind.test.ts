import { describe, expect, it } from 'vitest';
import { fileKind } from './file-kind.ts';

describe('what may be done with a file of a skill', () => {
  it.each([
    ['references/guide.md', '# Guide', 'text'],
    ['LICENSE', 'MIT', 'text'],
    ['references/example.ts', 'const a = 1', 'text'],
    ['examples/deep/app.py', 'print()', 'text'],
    ['assets/tokens.json', '{}', 'text'],
    ['src/lib.rs', 'fn main() {}', 'text'],
    ['logo.png', '\x89PNG\0', 'binary'],
    ['scripts/readme.md', 'how to run', 'script'],
    ['scripts/deep/data.bin', '\0', 'script'],
    ['bin/tool', 'x', 'script'],
    ['helper.py', 'print()', 'script'],
    ['tools/run.MJS', 'run()', 'script'],
    ['references/install.sh', 'curl', 'script'],
    ['templates/install.ps1', 'iwr', 'script'],
    ['references/tool.md', '#!/bin/sh\necho', 'script'],
  ])('%s is %3$s', (path, content, kind) => {
    expect(fileKind(path, Buffer.from(content, 'latin1'))).toBe(kind);
  });
});
