import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBom } from './bom.ts';
import { readCoordinates } from './coordinates.ts';
import { readIncludes } from './gradle-settings.ts';
import { usesOf } from './graph.ts';
import { readXml } from './xml.ts';

/** As large as files may be without being refused, in one of the ways that has cost others quadratic time. */
const MANY = 200_000;

describe('hostile reports and build files', () => {
  it('parseBom and usesOf never throw, whatever the fields hold', () => {
    const purl = fc.constantFrom('pkg:maven/a/b@1', 'pkg:maven/a/b-jvm@1', 'pkg:maven/a', 'pkg:npm/a@1', '%', '');
    const reference = fc.oneof(purl, fc.anything());
    const component = fc.oneof(
      fc.anything(),
      fc.record(
        {
          'bom-ref': reference,
          purl: reference,
          scope: fc.anything(),
          hashes: fc.anything(),
          properties: fc.anything(),
        },
        { requiredKeys: [] },
      ),
    );
    const document = fc.record(
      {
        metadata: fc.oneof(fc.anything(), fc.record({ component })),
        components: fc.oneof(fc.anything(), fc.array(component)),
        dependencies: fc.oneof(
          fc.anything(),
          fc.array(fc.record({ ref: reference, dependsOn: fc.oneof(fc.anything(), fc.array(reference)) })),
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(document, (fields) => {
        const text = JSON.stringify({ ...fields, bomFormat: 'CycloneDX' }, (_, value) =>
          typeof value === 'bigint' ? `${value}` : value,
        );
        const bom = parseBom(text);
        if (typeof bom === 'string') throw new Error(bom);
        for (const { relation, via } of usesOf(bom, bom.start)) expect(relation === 'direct').toBe(via.length === 0);
      }),
    );
  });

  it('a report in circles, through what it does not list, comes to an end', () => {
    const names = Array.from({ length: MANY / 10 }, (_, index) => `pkg:maven/a/c${index}@1`);
    const bom = parseBom(
      JSON.stringify({
        bomFormat: 'CycloneDX',
        metadata: { component: { purl: names[0] } },
        components: names.map((purl) => ({ purl })),
        dependencies: [
          ...names.map((ref) => ({ ref, dependsOn: ['hub', names[0]] })),
          { ref: 'hub', dependsOn: ['rim'] },
          { ref: 'rim', dependsOn: [...names, 'hub'] },
        ],
      }),
    );
    if (typeof bom === 'string') throw new Error(bom);
    expect(usesOf(bom, bom.start)).toHaveLength(names.length - 1);
  });

  it.each([
    ['nests without end', '<a>'.repeat(MANY)],
    ['repeats one element', `<project><modules>${'<module>m</module>'.repeat(MANY)}</modules></project>`],
    ['declares entities of entities', `<!DOCTYPE a [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><a>&b;</a>`],
    ['never closes', `<project><modules><module>${'m'.repeat(MANY)}`],
    [
      'has a name of a megabyte',
      `<project><modules><module>m</module></modules><${'a'.repeat(1_000_000)}>${'<b/>'.repeat(700_000)}`,
    ],
    ['has a text of its own making', `<project><modules><module>${'&lt;'.repeat(MANY)}</module></modules></project>`],
  ])('XML that %s is read in one pass', (_name, text) => {
    const { texts, fault } = readXml(text, ['project/modules/module']);
    expect(texts.size === 1 || fault !== undefined).toBe(true);
  });

  it('readXml and readIncludes never throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...`<>&;/'"include(:),\n a!-[]`) }), (text) => {
        readXml(text, ['a', 'include']);
        for (const path of readIncludes(text)) expect(path).toMatch(/^[\w.-]+(\/[\w.-]+)*$/);
      }),
    );
  });

  it.each([
    'include '.repeat(MANY),
    `include ${"'a', ".repeat(MANY)}`,
    `include ${'"'.repeat(MANY)}`,
    '/*'.repeat(MANY),
  ])('a settings script is read in one pass (%#)', (text) => {
    expect(readIncludes(text).length).toBeLessThan(MANY);
  });

  it.each(['..', '.', 'a/b', 'a\\b', 'C:x', 'a b', '\u0000', 'a\u202eb', '', 'x'.repeat(300)])(
    'takes %j for no part of coordinates',
    (part) => {
      const encoded = encodeURIComponent(part);
      expect(readCoordinates(`pkg:maven/${encoded}/text@1.0`)).toBeUndefined();
      expect(readCoordinates(`pkg:maven/org.acme/${encoded}@1.0`)).toBeUndefined();
      expect(readCoordinates(`pkg:maven/org.acme/text@${encoded}`)).toBeUndefined();
    },
  );
});
