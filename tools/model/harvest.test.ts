import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { harvest } from './harvest.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'harvest-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function write(files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries({ 'package.json': '{}', ...files })) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return directory;
}

describe('harvest', () => {
  it('takes what a package says about itself and its declarations, in prose', () => {
    write({
      'package.json': '{"description": "Reads and writes tables of numbers."}',
      'README.md': [
        '# Tables',
        '[![badge](a.svg)](b)',
        'A [fast](x.md) reader of `big` tables. It never',
        'loads the whole file; see https://example.com for more words here.',
        '```js',
        'const code = "this is no prose at all, really";',
        '```',
        '- Keeps the order of the columns as written',
        '| a | table | row | of | words |',
      ].join('\n'),
      'index.d.ts': [
        '/** Opens a table for reading. Second sentence here. */',
        'export declare function openTable(path: string): Table;',
        '/**',
        ' * Writes a {@link Table} to a <b>file</b> on disk.',
        ' * @param path where it goes to in the end',
        ' */',
        'export declare function writeTable2File(path: string): void;',
        '/** Short. */',
        'export declare const a: 1;',
      ].join('\n'),
      'index.js': '/** JavaScript is passed over where there are declarations. */',
    });
    expect(harvest('tables', directory)).toEqual([
      'Reads and writes tables of numbers.',
      'A fast reader of big tables.',
      'It never loads the whole file',
      'Keeps the order of the columns as written',
      'Opens a table for reading.',
      'write table2 file: Writes a Table to a file on disk.',
    ]);
  });

  it('takes nothing of a package that ships a skill, nor of what is installed below it', () => {
    write({ 'node_modules/other/index.d.ts': '/** Another package explains itself here. */' });
    expect(harvest('tables', directory)).toEqual([]);
    write({ 'README.md': 'A text of more than four words.', 'skills/use/SKILL.md': 'Use it in this way, always.' });
    expect(harvest('tables', directory)).toEqual([]);
  });

  it('thins a package that says more than others, evenly', () => {
    const word = (index: number) => [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    const lines = Array.from({ length: 1_200 }, (_, index) => `- The option called ${word(index)} does something.`);
    write({ 'README.md': lines.join('\n') });
    const texts = harvest('options', directory);
    expect([texts.length, texts[0], texts[1]]).toEqual([
      600,
      'The option called a does something.',
      'The option called c does something.',
    ]);
  });
});
