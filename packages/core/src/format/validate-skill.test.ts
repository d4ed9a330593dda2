import { describe, expect, test } from 'vitest';
import { parseSkill } from './parse-skill.ts';
import { validateSkill } from './validate-skill.ts';

const GOOD = [
  'name: my-skill',
  'description: Use when asked.',
  'license: Apache-2.0',
  'compatibility: Node 20',
  'metadata:\n  version: "1.0"',
  'allowed-tools: Read Grep',
];

/** The good skill with lines replaced by key, or added. */
function skill(...changes: string[]): string {
  const lines = new Map(GOOD.map((line) => [keyOf(line), line]));
  for (const change of changes) lines.set(keyOf(change), change);
  return `---\n${[...lines.values()].join('\n')}\n---\n\n# Body\n`;
}

function keyOf(line: string): string {
  return line.split(':', 1)[0] ?? '';
}

function codes(text: string, directoryName = 'my-skill'): string[] {
  return validateSkill(text, { directoryName }).map(({ code, line }) => `${code}:${line}`);
}

test('a skill that keeps every rule has no notes', () => {
  expect(validateSkill(skill(), { directoryName: 'my-skill' })).toEqual([]);
  expect(validateSkill(skill().replaceAll('\n', '\r\n'), { directoryName: 'my-skill' })).toEqual([]);
  expect(validateSkill('---\nname: a\ndescription: x\n---\n')).toEqual([]);
});

describe('rules shared with the reference validator', () => {
  test.each<[string, string, string[]]>([
    ['no frontmatter', '# Body', ['no-frontmatter:1']],
    ['frontmatter never closed', '---\nname: a\n', ['bad-frontmatter:1']],
    ['frontmatter is a list', '---\n- a\n---\n', ['bad-frontmatter:2']],
    ['name missing', '---\ndescription: x\n---\n', ['name-missing:1']],
    ['name empty', skill('name:'), ['name-missing:2']],
    ['name blank', skill('name: "  "'), ['name-missing:2']],
    ['name of 65 characters', skill(`name: ${'a'.repeat(65)}`), ['name-too-long:2', 'name-differs-from-directory:2']],
    ['name in upper case', skill('name: My-Skill'), ['name-pattern:2', 'name-differs-from-directory:2']],
    ['name with a hyphen first', skill('name: -my-skill'), ['name-pattern:2', 'name-differs-from-directory:2']],
    ['name with a hyphen last', skill('name: my-skill-'), ['name-pattern:2', 'name-differs-from-directory:2']],
    ['name with two hyphens', skill('name: my--skill'), ['name-pattern:2', 'name-differs-from-directory:2']],
    ['name with an underscore', skill('name: my_skill'), ['name-pattern:2', 'name-differs-from-directory:2']],
    ['name with a slash', skill('name: core/my-skill'), ['name-pattern:2', 'name-differs-from-directory:2']],
    ['name other than the directory', skill('name: other'), ['name-differs-from-directory:2']],
    ['name with blanks around it', skill('name: " my-skill "'), []],
    ['description missing', '---\nname: my-skill\n---\n', ['no-description:1']],
    ['description empty', skill('description:'), ['no-description:3']],
    ['description of 1,024 characters', skill(`description: ${'é'.repeat(1_024)}`), []],
    ['description of 1,025 characters', skill(`description: ${'a'.repeat(1_025)}`), ['description-too-long:3']],
    [
      'description measured before it is trimmed',
      skill(`description: |\n  ${'a'.repeat(1_024)}`),
      ['description-too-long:3'],
    ],
    ['compatibility of 500 characters', skill(`compatibility: ${'a'.repeat(500)}`), []],
    ['compatibility of 501 characters', skill(`compatibility: ${'a'.repeat(501)}`), ['compatibility-length:5']],
    ['compatibility a list', skill('compatibility:\n  - a'), ['value-not-text:5']],
    ['unknown key', skill('version: "1"'), ['unknown-key:9']],
    ['key in another spelling', skill('allowed_tools: Read'), ['unknown-key:9']],
    ['duplicate key', skill('license: MIT\nlicense: ISC'), ['duplicate-key:5']],
    ['duplicate nested key', skill('metadata:\n  a: b\n  a: c'), ['duplicate-key:8']],
    ['list in brackets', skill('metadata:\n  a: [b]'), ['metadata-value-not-text:6', 'flow-style:7']],
    ['map in braces', skill('metadata: {a: b}'), ['flow-style:6']],
    ['anchor', skill('metadata: &m\n  a: b'), ['anchor:7']],
    ['tag', skill('license: !!str MIT'), ['tag:4']],
    ['unquoted colon', skill('description: Use when: asked'), ['repaired-value:3']],
    ['tabs', skill('metadata:\n\ta: b'), ['repaired-indentation:6']],
    ['byte-order mark', `\uFEFF${skill()}`, ['byte-order-mark:1']],
    ['closed by dots', skill().replace('\n---\n', '\n...\n'), ['closing-line:9']],
  ])('%s', (_case, text, expected) => {
    expect(codes(text)).toEqual(expected);
  });
});

describe('rules of other strict readers', () => {
  test.each<[string, string, string[]]>([
    ['angle brackets in the description', skill('description: Use <it>.'), ['description-angle-brackets:3']],
    ['a description cut by a comment', skill('description: Fix issue #12'), ['comment-cuts-text:3']],
    ['a right-to-left override', skill('description: Use \u202Eit'), ['invisible-character:3']],
    [
      'tag characters in the body',
      `${skill()}a\u{E0041}\u{E0042}\n`,
      ['invisible-character:12', 'invisible-character:12'],
    ],
    ['a zero-width space', `${skill()}\n\nig\u200Bnore`, ['invisible-character:14']],
    ['an escape character', `${skill()}\u001B[31m`, ['invisible-character:12']],
    ['a NUL', `${skill()}\0`, ['invisible-character:12']],
    ['joined emoji and right-to-left writing', `${skill()}👩‍👩‍👧 ❤️ شکر‌گزار\n`, []],
  ])('%s', (_case, text, expected) => {
    expect(codes(text)).toEqual(expected);
  });

  test('invisible characters are named, and at most 20 of them', () => {
    const [first, ...rest] = validateSkill(`${skill()}${'\u202E'.repeat(500)}`, { directoryName: 'my-skill' });
    expect(first).toEqual({
      code: 'invisible-character',
      line: 12,
      message: 'There is a character nobody sees here: U+202E (bidi).',
    });
    expect(rest).toHaveLength(19);
  });
});

describe('where we differ from the reference validator on purpose', () => {
  test.each<[string, string, string, string[]]>([
    ['dashes inside a value break it; they mean nothing here', skill('description: a --- b'), 'my-skill', []],
    [
      'letters beyond a–z pass there; the standard’s text and most hosts refuse them',
      skill('name: caf\u00E9'),
      'cafe\u0301',
      ['name-pattern:2'],
    ],
    ['full-width letters pass there after normalization', skill('name: ｍｙ-skill'), 'my-skill', ['name-pattern:2']],
    [
      'an empty compatibility passes there; the standard’s text wants a character',
      skill('compatibility: ""'),
      'my-skill',
      ['compatibility-length:5'],
    ],
    ['metadata that is no map passes there', skill('metadata: text'), 'my-skill', ['metadata-not-map:6']],
    ['allowed-tools that is a list passes there', skill('allowed-tools:\n  - Read'), 'my-skill', ['value-not-text:8']],
    [
      'an unquoted number is text there; most hosts read a number',
      skill('metadata:\n  version: 1.0'),
      'my-skill',
      ['typed-value:7'],
    ],
    ['an unquoted boolean is text there', skill('license: true'), 'my-skill', ['typed-value:4', 'value-not-text:4']],
    ['four dashes open the frontmatter there', `-${skill()}`, 'my-skill', ['no-frontmatter:1']],
  ])('%s', (_case, text, directoryName, expected) => {
    expect(codes(text, directoryName)).toEqual(expected);
  });
});

test('whatever passes the strict profile loads in the lenient one without a note that matters', () => {
  const reading = parseSkill(skill(), { directoryName: 'my-skill' });
  expect(reading.ok && reading.skill.notes.map(({ code }) => code)).toEqual(['allowed-tools-ignored']);
});
