import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { findAsks } from './find-asks.ts';

const shown = (text: string) => findAsks(text).map(({ code, what, line, count }) => [code, what, line, count]);

describe('findAsks', () => {
  it.each<[string, string, readonly unknown[]]>([
    ['nothing in plain words', 'Run the tests, then read on.', []],
    [
      'links by host',
      'See [a](https://a.dev/x), <HTTP://user:secret@B.dev:80/y> and\nhttps://a.dev.',
      [
        ['link', 'a.dev', 1, 2],
        ['link', 'b.dev:80', 1, 1],
      ],
    ],
    [
      'commands of a shell by program',
      '```bash\n# first\nnpm i \\\n  cart\n$ npm test\nsudo FOO=1 curl x\n```',
      [
        ['command', 'npm', 3, 2],
        ['command', 'curl', 6, 1],
      ],
    ],
    ['no commands of other languages', '```ts\nnpm.install();\n```\n\n    npm i\n', []],
    [
      'what runs when it is loaded',
      'Status: !`git status`\n```!\nnode x.js\n```',
      [
        ['runs-when-loaded', 'git', 1, 1],
        ['runs-when-loaded', 'node', 3, 1],
      ],
    ],
    ['nothing in an unclosed mark', 'wow !`not closed', []],
    ['nothing behind a code span', 'the `!` mark, then `x`', []],
  ])('finds %s', (_case, text, expected) => {
    expect(shown(text)).toEqual(expected);
  });

  it('gives clean excerpts', () => {
    expect(findAsks('```sh\nnpm i \u202ecart\u001b[31m\n```')[0]?.excerpt).toBe('npm i cart');
  });

  it('stops at a limit, in linear time', () => {
    const text = Array.from({ length: 5_000 }, (_, index) => `https://h${index}.dev !\`c${index}`).join('\n');
    expect(findAsks(text).filter(({ code }) => code === 'link')).toHaveLength(LIMITS.asksPerCode);
  });
});
