import { readdirSync, readFileSync } from 'node:fs';
import { parseSkill, validateSkill } from '@skillscope/core';
import { expect, test } from 'vitest';

const directory = new URL('../../../../skills/skillscope/', import.meta.url);
const text = readFileSync(new URL('SKILL.md', directory), 'utf8');

test('our own skill has no fault in the strict profile (A-41)', () => {
  expect(validateSkill(text, { directoryName: 'skillscope' })).toEqual([]);
});

test('our own skill is short and asks for nothing to be run by itself', () => {
  const reading = parseSkill(text, { directoryName: 'skillscope' });
  expect(reading.ok && reading.skill.notes).toEqual([]);
  expect(text.split('\n').length).toBeLessThanOrEqual(120);
  expect(text).not.toMatch(/npx (?!--no-install)[a-z-]/);
  expect(readdirSync(directory)).toEqual(['SKILL.md']);
});

test('our own skill names every tool and every command that an agent is to use (A-39, A-40)', () => {
  const words = ['list_skills', 'read_skill', 'search_libraries', '`project`', '`need`', '`terms`', '--term', '--json'];
  const commands = ['skillscope list', 'skillscope read', 'skillscope search', 'skillscope status'];
  expect([...words, ...commands].filter((word) => !text.includes(word))).toEqual([]);
});
