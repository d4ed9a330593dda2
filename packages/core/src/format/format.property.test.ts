import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headingsOf } from './headings.ts';
import { type ParsedSkill, parseSkill } from './parse-skill.ts';
import { readFrontmatter } from './read-frontmatter.ts';
import { splitFrontmatter } from './split-frontmatter.ts';
import { validateSkill } from './validate-skill.ts';
import { vendorNotes } from './vendor-notes.ts';

const piece = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('\n', '\r\n', '\r', ' ', '  ', '\t', ': ', ':', '- ', '---', '...', '#', '> ', '|'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'name',
      'description',
      'metadata',
      'hidden',
      'allowed-tools',
      'yes',
      '1.10',
      '```',
      '<!--',
      '__proto__',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      ',',
      '"',
      "'",
      '\\',
      '&a',
      '*a',
      '!!x',
      '%',
      '@',
      '`',
      '?',
      '~',
      '<<',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const yaml = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
const anyText = fc.oneof(fc.string({ unit: 'binary' }), yaml);
const file = fc.oneof(
  anyText,
  fc
    .tuple(fc.constantFrom('', '\uFEFF'), fc.constantFrom('\n', '\r\n', '\r'), yaml, anyText)
    .map(
      ([mark, end, frontmatter, body]) => `${mark}---${end}description: x${end}${frontmatter}${end}---${end}${body}`,
    ),
);

test('no text makes reading or checking throw', () => {
  fc.assert(
    fc.property(file, fc.option(fc.string(), { nil: undefined }), (text, directoryName) => {
      const options = directoryName === undefined ? {} : { directoryName };
      const reading = parseSkill(text, options);
      const lines = text.split(/\r\n|\r|\n/).length;
      for (const { line } of validateSkill(text, options)) expect(line).toBeLessThanOrEqual(lines);
      if (!reading.ok) {
        expect(reading.line).toBeGreaterThan(0);
        expect(reading.line).toBeLessThanOrEqual(lines);
        return;
      }
      checkSkill(reading.skill, text, lines);
    }),
    { numRuns: 1_500 },
  );
});

function checkSkill(skill: ParsedSkill, text: string, lines: number): void {
  expect(skill.name).not.toBe('');
  expect(skill.description).toBe(skill.description.trim());
  expect(skill.description).not.toBe('');
  expect(text.endsWith(skill.body)).toBe(true);
  for (const { line } of skill.notes) expect(line).toBeLessThanOrEqual(lines);
  expect(JSON.parse(JSON.stringify(skill.frontmatter))).toEqual({ ...skill.frontmatter });
  vendorNotes(skill);
}

test('the four parts of a file are the file', () => {
  fc.assert(
    fc.property(file, (text) => {
      const split = splitFrontmatter(text);
      if (split.ok) expect(split.opening + split.yaml + split.closing + split.body).toBe(text);
    }),
    { numRuns: 1_500 },
  );
});

test('a description with unquoted YAML in it is the author’s text', () => {
  const word = fc.stringMatching(/^[a-z@`%!&*[\]{}>|?:"',.-]{1,8}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      const text = `Use ${words.join(' ')}`;
      const reading = readFrontmatter(`name: a\ndescription: ${text}\nlicense: MIT\n`);
      expect(reading.ok && reading.fields.get('description')?.text).toBe(text);
      expect(reading.ok && reading.fields.get('license')?.text).toBe('MIT');
    }),
  );
});

test('headings are short, single lines', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const heading of headingsOf(text)) {
        expect(heading.length).toBeLessThanOrEqual(200);
        expect(heading).not.toMatch(/[\r\n]|^$/);
      }
    }),
  );
});
