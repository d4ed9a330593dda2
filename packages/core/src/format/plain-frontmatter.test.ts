import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPlainFrontmatter } from './plain-frontmatter.ts';
import { type FrontmatterReading, readFrontmatter } from './read-frontmatter.ts';

describe('readPlainFrontmatter', () => {
  it('reads what authors usually write', () => {
    const text = [
      'name: routing',
      'description: >-',
      '  Routes, loaders',
      "  and the router's cache.",
      'when: |',
      '  One.',
      '  Two: # three',
      '',
      'license: "MIT: see LICENSE"',
      'metadata:',
      "  author: 'somebody'",
      '  version: 1.10.0',
      'sources:',
      '- docs/a.md',
      'tags:',
      '  - router',
      '  - "a # b"',
      'hint:',
    ].join('\n');
    expect([...(readPlainFrontmatter(text) ?? [])].map(([key, { value, line }]) => [key, value, line])).toEqual([
      ['name', 'routing', 1],
      ['description', "Routes, loaders and the router's cache.", 2],
      ['when', 'One.\nTwo: # three\n', 5],
      ['license', 'MIT: see LICENSE', 9],
      ['metadata', Object.assign(Object.create(null), { author: 'somebody', version: '1.10.0' }), 10],
      ['sources', ['docs/a.md'], 13],
      ['tags', ['router', 'a # b'], 15],
      ['hint', null, 18],
    ]);
  });

  it.each([
    'name: 1.10',
    'name: true',
    'name: a # b',
    'name: a: b',
    'name: a:',
    'name: [a]',
    'name: "a\\n"',
    'name: "a" b',
    "name: 'it''s'",
    'name: *a',
    'name: &a b',
    'name: a\n  b',
    'name: a\nname: b',
    'name: >+\n  a',
    'name: >\n  a\n   b',
    'name: >\n  a\n\n  b',
    'name:\n  a: 1',
    'name:\n  a:\n    b: c',
    'name:\n  - a\n  b: c',
    'name:\n  - a: b',
    'name:  a',
    'name: a ',
    '"name": a',
    '# name',
    'name: a\tb',
    `${'k'.repeat(1_100)}: a`,
    'name:\n  - a\u00a0\n  - b',
    'name: \ufeffa',
    'name: a\u0085b',
    '- a',
    'a',
    '',
  ])('leaves %j to the parser', (text) => {
    expect(readPlainFrontmatter(text)).toBeUndefined();
  });

  it('reads as the YAML parser does', () => {
    const part = fc.constantFrom(
      ...[
        'a',
        'name',
        'true',
        'Null',
        '1',
        '.2',
        ' ',
        '  ',
        ': ',
        ':',
        '- ',
        '#',
        ' #',
        '"',
        "'",
        '>',
        '|',
        '-',
        '>-',
        '\n',
      ],
      ...[
        '\n\n',
        '\n  ',
        '\n- ',
        '\n  - ',
        '\nb: ',
        '\nc:',
        '\n  d: ',
        'é',
        '\u2028',
        '🚀',
        '{',
        '[',
        '*',
        '&',
        '!',
        '%',
        '`',
      ],
    );
    const text = fc.array(part, { maxLength: 14 }).map((parts) => `a: ${parts.join('')}`);
    let plain = 0;
    fc.assert(
      fc.property(text, (frontmatter) => {
        if (!readPlainFrontmatter(frontmatter)) return;
        plain += 1;
        // A comment is beyond it, and in front of everything it changes nothing but the lines.
        expect(lower(readFrontmatter(frontmatter))).toEqual(readFrontmatter(`# a comment\n${frontmatter}`));
      }),
      { numRuns: 20_000 },
    );
    expect(plain).toBeGreaterThan(500);
  });
});

/** The same, one line further down. */
function lower(reading: FrontmatterReading): FrontmatterReading {
  if (!reading.ok) return reading;
  return {
    ...reading,
    fields: new Map([...reading.fields].map(([key, field]) => [key, { ...field, line: field.line + 1 }])),
  };
}
