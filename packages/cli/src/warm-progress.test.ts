import { expect, it } from 'vitest';
import { openWarmProgress } from './warm-progress.ts';

function watched(isTTY: boolean) {
  let time = 0;
  const said: string[] = [];
  const progress = openWarmProgress({ stderr: { isTTY }, err: (text) => said.push(text) }, () => time);
  return {
    said,
    progress,
    at: (milliseconds: number, done: number) => {
      time = milliseconds;
      progress.encoded({ done, total: 90 });
    },
  };
}

it('says on a terminal in one line how far a long encoding is', () => {
  const { said, progress, at } = watched(true);
  progress.walked({ ecosystem: 'npm', libraries: 12, isDone: false });
  at(0, 1);
  at(499, 2);
  at(500, 3);
  at(550, 4);
  at(600, 5);
  progress.clear();
  progress.clear();
  expect(said).toEqual([
    '\r\u001b[2Knpm: 12 libraries',
    '\r\u001b[2Kencoding what libraries say of themselves: 3 of 90 artifacts',
    '\r\u001b[2Kencoding what libraries say of themselves: 5 of 90 artifacts',
    '\r\u001b[2K',
  ]);
});

it('writes few lines elsewhere', () => {
  const { said, progress, at } = watched(false);
  progress.walked({ ecosystem: 'npm', libraries: 12, isDone: false });
  progress.walked({ ecosystem: 'npm', libraries: 14, isDone: true });
  for (const second of [0, 1, 2, 10, 11, 12]) at(second * 1_000, second);
  progress.clear();
  expect(said).toEqual([
    'npm: 14 libraries\n',
    'encoding what libraries say of themselves: 1 of 90 artifacts\n',
    'encoding what libraries say of themselves: 11 of 90 artifacts\n',
  ]);
});
