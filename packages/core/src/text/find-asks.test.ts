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
    [
      'no commands in what is fed to one, nor in output and brackets',
      "```bash\ncat > x.json <<'EOF'\n{\n  localhost\n}\nEOF\ncurl a <<< EOF\n}\nlocalhost:3001\n-> done\n./run.sh\n~/bin/go\n```\n```sh\nEOF\n```",
      [
        ['command', 'cat', 2, 1],
        ['command', 'curl', 7, 1],
        ['command', './run.sh', 11, 1],
        ['command', '~/bin/go', 12, 1],
        ['command', 'EOF', 15, 1],
      ],
    ],
    [
      'no punctuation behind a link',
      'See https://a.dev/x, https://b.dev; **https://c.dev** or https://d.dev:!',
      [
        ['link', 'a.dev', 1, 1],
        ['link', 'b.dev', 1, 1],
        ['link', 'c.dev', 1, 1],
        ['link', 'd.dev', 1, 1],
      ],
    ],
    [
      'no links to this machine or to examples',
      'http://localhost:3000/x http://127.0.0.1 http://[::1]:80 https://example.com https://api.example.org:1/y http://a.test https://myexample.com',
      [['link', 'myexample.com', 1, 1]],
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

it('a megabyte of links on one line is looked through like any other text', () => {
  const asks = findAsks(`${'https://'.repeat(131_072)}host.dev/x`);
  expect(asks.map(({ code, what }) => [code, what])).toContainEqual(['link', 'host.dev']);
});
