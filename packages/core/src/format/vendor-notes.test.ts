import { describe, expect, test } from 'vitest';
import { parseSkill } from './parse-skill.ts';
import { vendorNotes } from './vendor-notes.ts';

function predictions(yaml: string, directoryName = 'a'): string[] {
  const reading = parseSkill(`---\n${yaml}\n---\n`, { directoryName });
  if (!reading.ok) throw new Error(reading.message);
  return vendorNotes(reading.skill).map(({ host, effect }) => `${host} ${effect}`);
}

describe('what hosts do with a skill', () => {
  test.each<[string, string, string[]]>([
    ['that keeps the standard', 'name: a\ndescription: x', []],
    [
      'whose description has 1,025 characters',
      `name: a\ndescription: ${'x'.repeat(1_025)}`,
      [
        'anthropic-upload refuses',
        'codex refuses',
        'deepagents cuts',
        'google-adk refuses',
        'microsoft-agent-framework refuses',
      ],
    ],
    [
      'whose description has 2,049 characters',
      `name: a\ndescription: ${'x'.repeat(2_049)}`,
      [
        'anthropic-upload refuses',
        'claude-code cuts',
        'codex refuses',
        'deepagents cuts',
        'google-adk refuses',
        'mastra refuses',
        'microsoft-agent-framework refuses',
      ],
    ],
    [
      'whose listing has 1,537 characters',
      `name: a\ndescription: ${'x'.repeat(1_024)}\nwhen_to_use: ${'x'.repeat(513)}`,
      ['anthropic-upload refuses', 'claude-code cuts'],
    ],
    [
      'named otherwise than its directory',
      'name: b\ndescription: x',
      ['mastra refuses', 'microsoft-agent-framework refuses'],
    ],
    ['with an unknown key', 'name: a\ndescription: x\nversion: "1"', ['anthropic-upload refuses']],
    ['with angle brackets', 'name: a\ndescription: <x>', ['anthropic-upload refuses']],
    ['with a key twice', 'name: a\ndescription: x\ndescription: y', ['microsoft-agent-framework refuses']],
    [
      'with a long short-description',
      `name: a\ndescription: x\nmetadata:\n  short-description: ${'x'.repeat(1_025)}`,
      ['codex refuses'],
    ],
    [
      'with a long compatibility',
      `name: a\ndescription: x\ncompatibility: ${'x'.repeat(501)}`,
      ['anthropic-upload refuses', 'deepagents cuts', 'google-adk refuses', 'microsoft-agent-framework refuses'],
    ],
  ])('%s', (_case, yaml, expected) => {
    expect(predictions(yaml)).toEqual(expected);
  });

  test.each([
    ['a reserved word', 'claude-tips', ['anthropic-upload refuses']],
    ['two hyphens', 'a--b', ['google-adk refuses', 'microsoft-agent-framework refuses']],
    [
      'upper case',
      'Ab',
      ['anthropic-upload refuses', 'google-adk refuses', 'mastra refuses', 'microsoft-agent-framework refuses'],
    ],
    [
      '65 characters',
      'a'.repeat(65),
      [
        'anthropic-upload refuses',
        'codex refuses',
        'google-adk refuses',
        'mastra refuses',
        'microsoft-agent-framework refuses',
      ],
    ],
  ])('named with %s', (_case, name, expected) => {
    expect(predictions(`name: ${name}\ndescription: x`, name)).toEqual(expected);
  });

  test('a prediction says who, what and why', () => {
    const reading = parseSkill('---\nname: a\ndescription: <x>\n---\n', { directoryName: 'a' });
    expect(reading.ok && vendorNotes(reading.skill)).toEqual([
      {
        host: 'anthropic-upload',
        effect: 'refuses',
        code: 'host-refuses',
        message: 'The upload to Claude refuses this skill: the description holds `<` or `>`.',
      },
    ]);
  });
});
