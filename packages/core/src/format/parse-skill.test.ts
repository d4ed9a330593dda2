import { describe, expect, test } from 'vitest';
import { type ParsedSkill, type ParseOptions, parseSkill } from './parse-skill.ts';

function file(yaml: string, body = ''): string {
  return `---\n${yaml}\n---\n${body}`;
}

function parsed(text: string, options: ParseOptions = {}): ParsedSkill {
  const reading = parseSkill(text, options);
  if (!reading.ok) throw new Error(`${reading.reason}: ${reading.message}`);
  return reading.skill;
}

/** `code:line` of every note, without those about the name. */
function codes({ notes }: ParsedSkill): string[] {
  return notes.filter(({ code }) => !code.startsWith('name-')).map(({ code, line }) => `${code}:${line}`);
}

test('D-7 D-11 an ordinary skill is read whole, without a note', () => {
  const text = file(
    'name: collections\ndescription: Use when defining a collection.\nlicense: MIT',
    '\n# Collections\n\nText.\n',
  );
  expect(parseSkill(text, { directoryName: 'collections' })).toEqual({
    ok: true,
    skill: {
      name: 'collections',
      description: 'Use when defining a collection.',
      body: '\n# Collections\n\nText.\n',
      bodyLine: 6,
      headings: ['Collections'],
      frontmatter: { name: 'collections', description: 'Use when defining a collection.', license: 'MIT' },
      hidden: false,
      internal: false,
      disableModelInvocation: false,
      notes: [],
    },
  });
});

test('A-33 the body is the author’s text, whatever its line ends and characters', () => {
  const body = '\r\n# A\r\n\tx  \r---\n\uFEFFb\u202E \n\n';
  expect(parsed(`\uFEFF---\r\ndescription: x\r\n---\r\n${body}`)).toMatchObject({ body, bodyLine: 4 });
});

describe('what makes a file no skill', () => {
  test.each<[string, string, string, number]>([
    ['no frontmatter', '# Title', 'no-frontmatter', 1],
    ['frontmatter that never ends', '---\ndescription: x\n', 'bad-frontmatter', 1],
    ['D-13 no description', file('name: a'), 'no-description', 1],
    ['D-13 an empty description', file('name: a\ndescription:'), 'no-description', 3],
    ['D-13 a blank description', file('description: "  "'), 'no-description', 2],
    ['D-13 a null description', file('description: ~'), 'no-description', 2],
    ['nothing between the fences', '---\n---\nbody', 'no-description', 1],
    ['only a comment between them', file('# description: x'), 'no-description', 1],
    ['a list', file('- a\n- b'), 'bad-frontmatter', 2],
    ['prose', file('just words'), 'bad-frontmatter', 2],
    ['a first line that is no entry', file('} {\nname: a'), 'bad-frontmatter', 2],
    ['a key without a blank after its colon', file('description:x\nname: a'), 'bad-frontmatter', 2],
    ['brackets nested without end', file(`description: x\nmetadata: ${'['.repeat(1_000)}`), 'too-deep', 3],
    ['dashes nested without end', file(`description: x\na:\n  ${'- '.repeat(1_000)}b`), 'too-deep', 4],
    ['a NUL in the frontmatter', file('description: a\0b'), 'not-text', 2],
    ['a NUL in the body', file('description: x', 'a\n\0'), 'not-text', 5],
    ['a NUL first', '\0', 'not-text', 1],
  ])('%s', (_case, text, reason, line) => {
    expect(parseSkill(text)).toEqual({ ok: false, reason, line, message: expect.stringMatching(/\.$/) });
  });
});

describe('names load, with a note for each departure', () => {
  test.each<[string, string, string, string, string[]]>([
    ['D-12 none', 'description: x', 'query', 'query', ['name-missing']],
    ['empty', 'name:\ndescription: x', 'query', 'query', ['name-missing']],
    ['not a scalar', 'name: [a]\ndescription: x', 'query', 'query', ['name-missing']],
    ['equal to the directory', 'name: query\ndescription: x', 'query', 'query', []],
    ['other than the directory', 'name: a\ndescription: x', 'query', 'a', ['name-differs-from-directory']],
    [
      'with a path',
      'name: db-core/live\ndescription: x',
      'live',
      'db-core/live',
      ['name-pattern', 'name-differs-from-directory'],
    ],
    ['upper case', 'name: Query\ndescription: x', 'Query', 'Query', ['name-pattern']],
    ['hyphen at an edge', 'name: -a\ndescription: x', '-a', '-a', ['name-pattern']],
    ['doubled hyphen', 'name: a--b\ndescription: x', 'a--b', 'a--b', ['name-pattern']],
    ['64 characters', `name: ${'a'.repeat(64)}\ndescription: x`, 'a'.repeat(64), 'a'.repeat(64), []],
    ['65 characters', `name: ${'a'.repeat(65)}\ndescription: x`, 'a'.repeat(65), 'a'.repeat(65), ['name-too-long']],
    [
      'a composed and a decomposed letter',
      'name: caf\u00E9\ndescription: x',
      'cafe\u0301',
      'caf\u00E9',
      ['name-pattern'],
    ],
    ['a number', 'name: 123\ndescription: x', '123', '123', []],
    ['a number with a zero at its end', 'name: 1.10\ndescription: x', '1.10', '1.10', ['name-pattern']],
    ['a word that is a boolean', 'name: true\ndescription: x', 'true', 'true', []],
    ['on several lines', 'name: |\n  a\n  b\ndescription: x', 'a b', 'a b', ['name-pattern']],
  ])('%s', (_case, yaml, directoryName, name, expected) => {
    const skill = parsed(file(yaml), { directoryName });
    expect(skill.name).toBe(name);
    expect(skill.notes.map(({ code }) => code).filter((code) => code.startsWith('name-'))).toEqual(expected);
  });

  test('D-12 a skill with neither name nor directory is unnamed', () => {
    expect(parsed(file('description: x')).name).toBe('unnamed');
  });
});

describe('descriptions are the text as written', () => {
  test.each<[string, string, string, string[]]>([
    ['plain', 'description: Use it.', 'Use it.', []],
    ['plain over two lines', 'description: Use\n  it.', 'Use it.', []],
    ['single-quoted', "description: 'Don''t.'", "Don't.", []],
    ['double-quoted', 'description: "a\\n\\u00e9"', 'a\né', []],
    ['literal block', 'description: |\n  a\n   b\n', 'a\n b', []],
    ['folded block', 'description: >-\n  a\n  b\n\n  c', 'a b\nc', []],
    ['with a fence inside a block', 'description: |\n  a\n  ---\n  b', 'a\n---\nb', []],
    ['with a fence inside a line', 'description: a --- b', 'a --- b', []],
    ['after a tab', 'description:\tx', 'x', []],
    ['yes', 'description: yes', 'yes', []],
    ['a date', 'description: 2024-01-01', '2024-01-01', []],
    ['a number', 'description: 1.10', '1.10', ['value-not-text:2']],
    ['a boolean', 'description: True', 'True', ['value-not-text:2']],
    ['a map that was meant as a sentence', 'description:\n  Use when: asked', 'Use when: asked', ['value-not-text:2']],
    ['a list', 'description: [a, b]', '[a, b]', ['value-not-text:2']],
    ['an unquoted colon', 'description: Use when: asked', 'Use when: asked', ['repaired-value:2']],
    ['two unquoted colons', 'description: a: b: c', 'a: b: c', ['repaired-value:2']],
    ['an unquoted colon at a line end', 'description: Use when:\n  asked', 'Use when: asked', ['repaired-value:2']],
    [
      'an unquoted colon on the second line',
      'description: Use\n  when: asked',
      'Use when: asked',
      ['repaired-value:2'],
    ],
    ['an unquoted colon before a comment line', 'description: a: b\n# c', 'a: b', ['repaired-value:2']],
    ['a quoted word first', 'description: "Db" helper', '"Db" helper', ['repaired-value:2']],
    ['an apostrophe inside single quotes', "description: 'it's'", "it's", ['repaired-value:2']],
    ['an escape nobody knows', 'description: "a\\d \\"b\\""', 'a\\d "b"', ['repaired-value:2']],
    ['a quote that never closes', 'description: "a\nlicense: MIT', '"a', ['repaired-value:2']],
    ['an at sign', 'description: @tanstack/db', '@tanstack/db', ['repaired-value:2']],
    ['a backtick', 'description: `db` helper', '`db` helper', ['repaired-value:2']],
    ['brackets first', 'description: [beta] helper', '[beta] helper', ['repaired-value:2']],
    ['a star', 'description: *.ts files', '*.ts files', ['repaired-value:2']],
    ['an exclamation mark', 'description: !important use', '!important use', ['repaired-value:2']],
    ['an ampersand', 'description: &co use', '&co use', ['repaired-value:2']],
    ['a comparison', 'description: >=2 only', '>=2 only', ['repaired-value:2']],
    ['a dash', 'description: - use', '- use', ['repaired-value:2']],
    ['second line not indented', 'description: Use\nit\nlicense: MIT', 'Use it', ['repaired-value:2']],
    ['folded block not indented', 'description: >\nUse\nit\nlicense: MIT', 'Use it', ['repaired-value:2']],
    ['literal block indented by a tab', 'description: |\n\ta\n\t b', 'a\n b', ['repaired-value:2']],
    ['a tag that builds objects', 'description: !!js/function x', '!!js/function x', ['repaired-value:2']],
  ])('%s', (_case, yaml, description, expected) => {
    const skill = parsed(file(yaml));
    expect(skill.description).toBe(description);
    expect(codes(skill)).toEqual(expected);
  });

  test('a template that nobody filled is noted', () => {
    expect(codes(parsed(file('description: "[REQUIRED]"')))).toEqual(['template-text:2']);
    expect(codes(parsed(file('description: "**[REQUIRED]** Use for all tasks"')))).toEqual([]);
  });

  test('C-5 C-7 long ones are noted and never cut', () => {
    const note = (description: number, whenToUse: number) =>
      codes(parsed(file(`description: ${'é'.repeat(description)}\nwhen_to_use: ${'😀'.repeat(whenToUse)}`)));
    expect(note(1_024, 512)).toEqual([]);
    expect(note(1_025, 511)).toEqual(['description-too-long:2']);
    expect(note(1_024, 513)).toEqual(['listing-too-long:2']);
    expect(note(2_000, 1)).toEqual(['description-too-long:2', 'listing-too-long:2']);
    expect(parsed(file(`description: ${'a'.repeat(5_000)}`)).description).toHaveLength(5_000);
  });
});

describe('fields of vendors', () => {
  test.each(['when_to_use', 'when-to-use', 'whenToUse'])('C-8 %s', (key) => {
    expect(parsed(file(`description: x\n${key}: Before a release.`)).whenToUse).toBe('Before a release.');
  });

  test('an empty when_to_use is none', () => {
    expect(parsed(file('description: x\nwhen_to_use: " "')).whenToUse).toBeUndefined();
  });

  test.each(['allowed-tools: Read', 'allowed_tools: Read', 'allowedTools: [Read]'])('%s is noted', (field) => {
    expect(codes(parsed(file(`description: x\n${field}`)))).toEqual(['allowed-tools-ignored:3']);
  });

  test('flags are read from the frontmatter', () => {
    expect(parsed(file('description: x\nhidden: yes\nmetadata:\n  internal: "true"'))).toMatchObject({
      hidden: true,
      internal: true,
      disableModelInvocation: false,
    });
  });
});

describe('every field is kept as written', () => {
  test.each<[string, string, Record<string, unknown>, string[]]>([
    ['unknown and nested', 'a:\n  b: [1, {c: true}]\nd: null', { a: { b: [1, { c: true }] }, d: null }, []],
    ['numbers that are what they look like', 'a: 12\nb: -1.5', { a: 12, b: -1.5 }, []],
    [
      'numbers that would lose something',
      'a: 1.10\nb: 0x1F\nc: 1e3\nd: 123456789012345678901\ne: .inf\nf: -0',
      { a: '1.10', b: '0x1F', c: '1e3', d: '123456789012345678901', e: '.inf', f: '-0' },
      [],
    ],
    [
      'words that older YAML took for booleans',
      'a: yes\nb: off\nc: 12:30:00',
      { a: 'yes', b: 'off', c: '12:30:00' },
      [],
    ],
    [
      'sources as libraries write them',
      "requires:\n  - db-core\nsources:\n  - 'o/r:src/a.ts'",
      { requires: ['db-core'], sources: ['o/r:src/a.ts'] },
      [],
    ],
    ['a list in column 0', 'requires:\n- a\n- b', { requires: ['a', 'b'] }, []],
    [
      'globs',
      'globs: **/*.ts\npaths:\n  - *.md',
      { globs: '**/*.ts', paths: ['*.md'] },
      ['repaired-value:3', 'repaired-value:5'],
    ],
    ['several brackets', 'argument-hint: [file] [mode]', { 'argument-hint': '[file] [mode]' }, ['repaired-value:3']],
    ['brackets that never close', 'a: {b: c', { a: '{b: c' }, ['repaired-value:3']],
    [
      'an unquoted colon in a nested value',
      'metadata:\n  a: b: c\n  d: e',
      { metadata: { a: 'b: c', d: 'e' } },
      ['repaired-value:4'],
    ],
    ['an unquoted colon in a list', 'a:\n  - b: c: d\n  - e', { a: [{ b: 'c: d' }, 'e'] }, ['repaired-value:4']],
    [
      'tabs that indent',
      'metadata:\n\ta: b\n\tc:\n\t\td: e',
      { metadata: { a: 'b', c: { d: 'e' } } },
      ['repaired-indentation:3'],
    ],
    ['a block beyond repair', 'metadata:\n  a: b\n  } {\n  c', { metadata: 'a: b\n} {\nc' }, ['repaired-value:3']],
    ['a quoted key with a bad value', '"a": b: c', { a: 'b: c' }, ['repaired-value:3']],
    ['duplicate keys: the last counts', 'a: 1\nb: 2\na: 3', { a: 3, b: 2 }, ['duplicate-key:5']],
    ['duplicate nested keys', 'a:\n  b: 1\n  b: 2', { a: { b: 2 } }, ['duplicate-key:5']],
    ['an alias', 'a: &x\n  b: c\nd: *x', { a: { b: 'c' }, d: '*x' }, ['repaired-value:5']],
    ['a merge key is a key', '<<: {a: b}', { '<<': { a: 'b' } }, []],
    ['binary stays text', 'a: !!binary aGk=', { a: '!!binary aGk=' }, ['repaired-value:3']],
    ['keys that are not text', '1: a\nnull: b\n? [c]\n: d', { '1': 'a', null: 'b', '[c]': 'd' }, []],
  ])('%s', (_case, yaml, expected, notes) => {
    const skill = parsed(file(`description: x\n${yaml}`));
    // Through JSON, since the catalog keeps it so.
    expect(JSON.parse(JSON.stringify(skill.frontmatter))).toEqual({ description: 'x', ...expected });
    expect(codes(skill)).toEqual(notes);
  });

  test('a block that needs more repairs than are made is kept as text', () => {
    const block = (values: number) => Array.from({ length: values }, (_, index) => `  k${index}: a: b`).join('\n');
    const metadata = (values: number) =>
      parsed(file(`description: x\nmetadata:\n${block(values)}`)).frontmatter['metadata'];
    expect(Object.values(metadata(8) ?? {})).toEqual(Array.from({ length: 8 }, () => 'a: b'));
    expect(metadata(9)).toBe(block(9).replaceAll('  ', ''));
  });

  test('keys of the prototype are keys like any other', () => {
    const { frontmatter } = parsed(
      file('description: x\n__proto__:\n  hidden: true\nmetadata:\n  __proto__: {internal: true}'),
    );
    expect(JSON.stringify(frontmatter)).toBe(
      '{"description":"x","__proto__":{"hidden":true},"metadata":{"__proto__":{"internal":true}}}',
    );
    expect(frontmatter['hidden']).toBeUndefined();
    expect(frontmatter['toString']).toBeUndefined();
    expect(({} as Record<string, unknown>)['hidden']).toBeUndefined();
  });

  test('an expansion bomb expands to nothing', () => {
    const levels = Array.from({ length: 20 }, (_, level) => `l${level}: &l${level} [${`*l${level - 1},`.repeat(9)}]`);
    const skill = parsed(file(`description: x\nl: &l-1 lol\n${levels.join('\n')}`));
    expect(JSON.stringify(skill.frontmatter).length).toBeLessThan(10_000);
    expect(skill.frontmatter['l1']).toBe('&l1 [*l0,*l0,*l0,*l0,*l0,*l0,*l0,*l0,*l0,]');
  });
});

test('ten megabytes of body are read whole, with as many headings as are kept', () => {
  const body = '# Heading\n\ntext\n'.repeat(655_360);
  const skill = parsed(file('description: x', body));
  expect(skill.body.length).toBe(10_485_760);
  expect(skill.headings).toHaveLength(200);
});
