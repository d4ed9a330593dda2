import { NOTICE, type Skill } from '@skillscope/core';
import type { Library } from '@skillscope/ecosystems';
import { describe, expect, it } from 'vitest';
import { readableIn, renderListing } from './listing.ts';

function library(name: string, skills: readonly string[], fields: Partial<Library> = {}): Library {
  const purl = `pkg:npm/${name}@1.0.0`;
  return {
    purl,
    ecosystem: 'npm',
    name,
    version: '1.0.0',
    relation: 'direct',
    via: [],
    evidence: 'installed',
    source: 'registry',
    skills: skills.map((skill) => skillNamed(skill, purl)),
    ...fields,
  };
}

function skillNamed(name: string, purl: string, fields: Partial<Skill> = {}): Skill {
  return {
    id: `${purl}#skills/${name}`,
    path: `skills/${name}`,
    entry: 'SKILL.md',
    name,
    description: `How to use ${name}. ${'More words. '.repeat(20)}`,
    digest: 'sha256:0',
    standing: 'usual',
    trust: 'readable',
    files: [],
    headings: [],
    frontmatter: {},
    notes: [],
    ...fields,
  };
}

function rendered(shipping: readonly Library[], maxBytes = 8_192): string | undefined {
  const scope = { shipping };
  return renderListing({ scope, libraries: readableIn(scope), opening: 'Skills here.', maxBytes });
}

describe('a listing for an agent', () => {
  it('A-34 A-35 says whose words it holds, how to read a skill, and has one line for each', () => {
    const one = library('one', ['a']);
    const words = skillNamed('b', 'x', { description: 'Line\n\u001b[31mtwo\u202e' });
    const two = library('two', [], {
      version: '2.0.0',
      relation: 'transitive',
      skills: [words, skillNamed('c', 'x', { description: '' })],
    });
    expect(rendered([one, two])?.split('\n')).toEqual([
      'Skills here.',
      "Each line has an address and a description in the words of the library's authors. Read a skill with the tool read_skill (`library`: the address) or the command: skillscope read '<address>'",
      NOTICE,
      'one 1.0.0 (npm, direct)',
      `- one: How to use a. ${'More words. '.repeat(20).slice(0, 225)}…`,
      'two 2.0.0 (npm, transitive)',
      '- two#b: Line two',
      '- two#c',
    ]);
  });

  it('leaves out what is withheld', () => {
    const kept = skillNamed('kept', 'x');
    const withheld = skillNamed('held', 'x', { trust: 'withheld' });
    const text = rendered([
      library('one', [], { skills: [withheld, kept] }),
      library('two', [], { skills: [withheld] }),
    ]);
    expect(text).toContain('- one#kept: ');
    expect(text).not.toContain('held:');
    expect(text).not.toContain('two');
    expect(rendered([library('two', [], { skills: [withheld] })])).toBeUndefined();
  });

  it('names a skill by its id where two libraries have one name', () => {
    const other = library('one', ['a'], { ecosystem: 'pypi', purl: 'pkg:pypi/one@1.0.0' });
    expect(rendered([library('one', ['a']), other])).toContain('- pkg:npm/one@1.0.0#skills/a: ');
  });

  it('says who published it when that is not its authors, and what is no package of a registry', () => {
    const text = rendered([library('one', ['a'], { republisher: 'com.skillsjars', source: 'git' })]);
    expect(text).toContain('one 1.0.0 (npm, direct, from a git source, republished by com.skillsjars)');
  });

  it('shortens descriptions until all skills are named, then counts what is left out', () => {
    const many = Array.from({ length: 30 }, (_, index) => library(`library-${index}`, ['a', 'b']));
    const sizes = [16_384, 8_192, 4_096, 2_048, 1_024].map((maxBytes) => {
      const text = rendered(many, maxBytes) ?? '';
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
      return [
        text.split('\n- ').length - 1,
        text
          .split('\n')
          .at(-1)
          ?.replace(/: How.*/, ''),
      ];
    });
    expect(sizes).toEqual([
      [60, '- library-29#b'],
      [60, '- library-29#b'],
      [60, '- library-29#b'],
      [
        51,
        'Left out to keep this short: 9 skills of 5 libraries. The tool list_skills, or the command skillscope list, has all.',
      ],
      [
        18,
        'Left out to keep this short: 42 skills of 21 libraries. The tool list_skills, or the command skillscope list, has all.',
      ],
    ]);
    expect(rendered(many, 100)).toBeUndefined();
  });
});
