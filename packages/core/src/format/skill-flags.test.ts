import { expect, test } from 'vitest';
import { skillFlags } from './skill-flags.ts';

const NONE = { hidden: false, internal: false, disableModelInvocation: false };

test.each<[string, Record<string, unknown>, Partial<typeof NONE>]>([
  ['nothing said', {}, {}],
  ['hidden', { hidden: true }, { hidden: true }],
  ['internal', { metadata: { internal: true } }, { internal: true }],
  ['internal beside metadata says nothing', { internal: true }, {}],
  ['kebab', { 'disable-model-invocation': true }, { disableModelInvocation: true }],
  ['snake', { disable_model_invocation: true }, { disableModelInvocation: true }],
  ['camel', { disableModelInvocation: true }, { disableModelInvocation: true }],
  ['yes', { hidden: 'yes' }, { hidden: true }],
  ['ON', { hidden: 'ON' }, { hidden: true }],
  ['1', { hidden: 1 }, { hidden: true }],
  ['"1"', { hidden: '1' }, { hidden: true }],
  ['" True "', { hidden: ' True ' }, { hidden: true }],
  ['no', { hidden: 'no' }, {}],
  ['off', { hidden: 'off' }, {}],
  ['0', { hidden: 0 }, {}],
  ['a value that is no boolean', { hidden: 'sometimes' }, {}],
  ['a list', { hidden: ['x', 'y'] }, {}],
  ['a map', { hidden: { yes: true } }, {}],
  ['null', { hidden: null, metadata: null }, {}],
  ['metadata that is text', { metadata: 'internal' }, {}],
])('%s', (_case, frontmatter, expected) => {
  expect(skillFlags(frontmatter)).toEqual({ ...NONE, ...expected });
});
