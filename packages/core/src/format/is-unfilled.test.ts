import { expect, it } from 'vitest';
import { isUnfilled } from './is-unfilled.ts';

it.each([
  ['[REQUIRED]', true],
  ['**[REQUIRED]**', true],
  ['<description>', true],
  ['{{ what it does }}', true],
  ['[Say what the skill does and when to use it]', true],
  // As streamlit has it: its authors' own words.
  ['**[REQUIRED]** Use for ALL Streamlit tasks', false],
  ['[a] and [b]', false],
  ['[charts, tables]', false],
  ['Reads <html> and [links]', false],
  ['[link](https://host.example)', false],
  ['<script>alert(1)</script>', false],
  ['', false],
  ['*', false],
  ['[', false],
  ['[]', true],
])('%j: %s', (text, unfilled) => {
  expect(isUnfilled(text)).toBe(unfilled);
});
