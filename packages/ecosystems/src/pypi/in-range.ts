import { meets } from './versions.ts';

/**
 * Whether a version lies in a range: comparisons between commas as the index has them, or one of Poetry's notations.
 * `undefined` where that cannot be told, such as for a pre-release in Poetry's notation.
 */
export function isInRange(version: string, range: string): boolean | undefined {
  if (range === '') return true;
  if (range.length > CHARACTERS) return undefined;
  let unknown = false;
  for (const part of range.split(',')) {
    const text = part.trim();
    if (text === '') continue;
    const comparisons = comparisonsIn(text, version);
    if (!comparisons) return undefined;
    for (const [operator, operand] of comparisons) {
      const met = meets(version, operator, operand);
      if (met === false) return false;
      if (met === undefined) unknown = true;
    }
  }
  return unknown ? undefined : true;
}

/** Longest range looked at; real ones stay below 200 characters. */
const CHARACTERS = 1_000;

type Comparison = readonly [operator: string, operand: string];

function comparisonsIn(text: string, version: string): readonly Comparison[] | undefined {
  const [, operator, operand = ''] = /^(===|==|~=|!=|<=|>=|<|>|\^|~)?\s*([\w.!+*-]+)$/.exec(text) ?? [];
  if (operand === '' || operator === '===') return undefined;
  if (operator !== undefined && operator !== '^' && operator !== '~') return [[operator, operand]];
  if (!RELEASE.test(version)) return undefined;
  if (operator === undefined) return operand === '*' ? [] : [['==', operand]];
  if (!RELEASE.test(operand)) return undefined;
  const numbers = operand.split('.').map(Number);
  const end = operator === '~' ? Math.min(1, numbers.length - 1) : firstUsed(numbers);
  const next = numbers.slice(0, end + 1).map((number, index) => (index === end ? number + 1 : number));
  return [
    ['>=', operand],
    ['<', next.join('.')],
  ];
}

/** Digits between dots, nothing behind them. */
const RELEASE = /^\d{1,9}(?:\.\d{1,9}){0,5}$/;

/** What `^` keeps: the first number that is not zero, or the last where all are. */
function firstUsed(numbers: readonly number[]): number {
  const index = numbers.findIndex((number) => number > 0);
  return index < 0 ? numbers.length - 1 : index;
}
