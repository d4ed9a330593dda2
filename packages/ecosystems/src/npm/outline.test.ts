import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { dump } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { parseFullYaml } from './full-yaml.ts';
import { flowMap, type OutlineValue, readOutline } from './outline.ts';

const LOCKS = join(import.meta.dirname, 'fixtures/locks');

function plain(value: OutlineValue): unknown {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  return Object.fromEntries([...(value as ReadonlyMap<string, OutlineValue>)].map(([key, item]) => [key, plain(item)]));
}

describe('the outline of a lockfile', () => {
  it.each(readdirSync(LOCKS).filter((name) => name.startsWith('pnpm') || name.startsWith('yarn-berry')))(
    'is what a full parser reads: %s',
    (name) => {
      const written = readFileSync(join(LOCKS, name), 'utf8');
      const text = written.replaceAll(/ ([{[].*[}\]])$/gm, (_, flow: string) => ` '${flow.replaceAll("'", "''")}'`);
      const outline = readOutline(text, ': ');
      const full = parseFullYaml(text);
      expect(outline && plain(outline)).toEqual(full.ok && full.value);
    },
  );

  it('is what a full parser reads of any table, or nothing', () => {
    const scalar = fc.oneof(
      fc.string(),
      fc.constantFrom('a: b', '- a', '# no', "it's", '"', 'a #b', '{a', '', ' ', '|', 'ä'),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.dictionary(scalar, fc.oneof({ maxDepth: 3 }, scalar, fc.array(scalar, { minLength: 1 }), tie('tree'))),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        const text = dump(value, { lineWidth: -1 });
        const outline = readOutline(text, ': ');
        const full = parseFullYaml(text);
        if (!outline || !full.ok || text.includes('|') || text.includes('>') || /: [{[]/.test(text)) return;
        expect(plain(outline)).toEqual(full.value ?? {});
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps the last document only', () => {
    const outline = readOutline(
      "---\nlockfileVersion: '9.0'\nimporters:\n  env: {}\n---\nlockfileVersion: '9.0'\nimporters:\n  .: {}\n",
      ': ',
    );
    expect([...flowMap(outline?.get('importers')).keys()]).toEqual(['.']);
  });

  it('passes over comments, block texts and what lists hold', () => {
    const text = 'a:\n  # no\n  b: |-\n    c: d\n\n    e\n  f:\n    - g\n    - h: i\n      j: k\n  l: m\n';
    expect(plain(readOutline(text, ': ') ?? '')).toEqual({ a: { b: '', f: ['g', 'h: i'], l: 'm' } });
  });

  it.each([
    ['an anchor', 'a: &x b\n'],
    ['an alias', 'a: *x\n'],
    ['a tag', 'a: !!str b\n'],
    ['a complex key', '? a\n: b\n'],
    ['a text over two lines', 'a: b\n  c\n'],
    ['a quoted text over two lines', "a: 'b\n  c'\n"],
    ['a map over two lines', 'a: {b: c,\n  d: e}\n'],
    ['a comment behind a text', 'a: b # c\n'],
    ['an indent that fits nothing', 'a:\n    b: c\n  d: e\n'],
    ['a tab', 'a:\n\tb: c\n'],
    ['no key', 'a\n'],
  ])('leaves %s to a full parser', (_, text) => {
    expect(readOutline(text, ': ')).toBeUndefined();
  });
});

describe("the outline of the first Yarn's lockfile", () => {
  it('keeps the headings as they are written', () => {
    const text =
      '# yarn lockfile v1\n\n"@a/b@^1", "@a/b@^2":\n  version "1.0.0"\n  dependencies:\n    "@c/d" "^1 || ^2"\n    e "1"\n';
    expect(plain(readOutline(text, ' ') ?? '')).toEqual({
      '"@a/b@^1", "@a/b@^2"': { version: '1.0.0', dependencies: { '@c/d': '^1 || ^2', e: '1' } },
    });
  });
});
