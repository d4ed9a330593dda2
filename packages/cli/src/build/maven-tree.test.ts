import { describe, expect, it } from 'vitest';
import { bomOfTree } from './maven-tree.ts';

const graphOf = (lines: readonly string[]) => {
  const text = bomOfTree(lines.join('\n'));
  return text === undefined ? undefined : JSON.parse(text).dependencies;
};

describe("a module's tree of libraries, as Maven writes it", () => {
  it('becomes a document with a graph, without what only runs', () => {
    const text = bomOfTree(
      [
        'com.example:app:jar:1.0',
        '   org.acme:text:jar:2.0:compile',
        '      org.acme:base:jar:sources:2.1:provided (optional)',
        '   org.acme:logs:jar:3.0:runtime',
        '      org.acme:logs-api:jar:3.0:compile',
        '      org.acme:logs-core:jar:3.0:runtime',
        '   org.acme:next:jar:4.0-20240102.030405-6:test',
        '',
        'The following files have been resolved:',
        '   org.acme:text:jar:sources:2.0:compile',
      ].join('\n'),
    );
    expect(JSON.parse(text ?? '')).toEqual({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: {
        component: {
          type: 'library',
          'bom-ref': 'pkg:maven/com.example/app@1.0?type=jar',
          purl: 'pkg:maven/com.example/app@1.0?type=jar',
        },
      },
      components: [
        'pkg:maven/org.acme/text@2.0?type=jar',
        'pkg:maven/org.acme/base@2.1?classifier=sources&type=jar',
        'pkg:maven/org.acme/logs-api@3.0?type=jar',
        'pkg:maven/org.acme/next@4.0-SNAPSHOT?type=jar',
      ].map((purl) => ({ type: 'library', 'bom-ref': purl, purl })),
      dependencies: [
        {
          ref: 'pkg:maven/com.example/app@1.0?type=jar',
          dependsOn: [
            'pkg:maven/org.acme/text@2.0?type=jar',
            'pkg:maven/org.acme/logs-api@3.0?type=jar',
            'pkg:maven/org.acme/next@4.0-SNAPSHOT?type=jar',
          ],
        },
        {
          ref: 'pkg:maven/org.acme/text@2.0?type=jar',
          dependsOn: ['pkg:maven/org.acme/base@2.1?classifier=sources&type=jar'],
        },
        { ref: 'pkg:maven/org.acme/base@2.1?classifier=sources&type=jar', dependsOn: [] },
        { ref: 'pkg:maven/org.acme/logs-api@3.0?type=jar', dependsOn: [] },
        { ref: 'pkg:maven/org.acme/next@4.0-SNAPSHOT?type=jar', dependsOn: [] },
      ],
    });
  });

  it.each([
    ['nothing', ['']],
    ['words', ['The following files have been resolved:']],
    ['what begins deeper than the module', ['   org.acme:text:jar:1:compile:x:y:z']],
  ])('is none of %s', (_, lines) => {
    expect(graphOf(lines)).toBe(undefined);
  });

  it('has a module without libraries', () => {
    expect(graphOf(['com.example:all:pom:1'])).toEqual([
      { ref: 'pkg:maven/com.example/all@1?type=pom', dependsOn: [] },
    ]);
  });
});
