import { expect, it } from 'vitest';
import { goSkillChoices, pnpmSkillPermissions } from './permissions.ts';

it.each<[string, string, Record<string, boolean | readonly string[]>]>([
  ['no permissions', 'packages: []\n', {}],
  ['nothing below it', 'permissions:\n', {}],
  ['builds only', 'permissions:\n  esbuild:\n    build: true\n', {}],
  [
    'a grant, a denial and a list',
    "permissions:\n  a: {skills: true}\n  '@b/c':\n    skills: false\n  d:\n    skills:\n      - one\n      - two\n",
    { a: true, '@b/c': false, d: ['one', 'two'] },
  ],
  ['a name of an object', 'permissions:\n  constructor:\n    skills: false\n', { constructor: false }],
])('reads what pnpm permits: %s', async (_case, text, decisions) => {
  const read = await pnpmSkillPermissions(text);
  expect(read.ok && Object.fromEntries(read.decisions)).toEqual(decisions);
});

it.each([
  ['permissions: [a]', '"permissions" is no table of packages'],
  ['permissions:\n  a:\n    skills: maybe\n', 'what it permits the skills of a is neither a boolean nor a list'],
  ['permissions:\n  a: {', 'its YAML cannot be read: '],
])('says what of %j is not understood', async (text, message) => {
  const read = await pnpmSkillPermissions(text);
  expect(read.ok ? '' : read.message).toContain(message);
});

it('reads which skills a go.mod chooses', async () => {
  const text =
    'module app\n\ngo 1.24\n\nrequire (\n\t// +skill:use-a\n\texample.com/a v1.0.0\n\texample.com/b v1.0.0\n)\n';
  expect([...(await goSkillChoices(text))]).toEqual([['example.com/a', ['use-a']]]);
});
