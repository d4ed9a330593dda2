import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { ownPolicy } from './own-policy.ts';

const SCHEMA = JSON.parse(readFileSync(join(import.meta.dirname, '../../schema/skillscope.schema.json'), 'utf8'));
const isValid = new Ajv().compile(SCHEMA);

it.each<[unknown, boolean]>([
  [{}, true],
  [{ $schema: './x.json', trust: 'approved', allow: ['npm:a'], deny: [] }, true],
  [{ trust: 'scope' }, true],
  [[], false],
  [null, false],
  ['approved', false],
  [{ trust: 'none' }, false],
  [{ trust: true }, false],
  [{ allow: 'a' }, false],
  [{ allow: [1] }, false],
  [{ allow: [''] }, false],
  [{ deny: ['x'.repeat(513)] }, false],
  [{ deny: Array.from({ length: 1_001 }, () => 'a') }, false],
  [{ denied: [] }, false],
])('%j is understood as the schema says: %j', (value, expected) => {
  const policy = ownPolicy(value, 'skillscope.json');
  expect([isValid(value), policy.notes.length === 0]).toEqual([expected, expected]);
  if (!expected) expect(policy.approval).toBe('skillscope.json, which is not understood,');
});
