import { describe, expect, it } from 'vitest';
import { matchLibraries, parseAddress, similarNames } from './address.ts';
import type { Dependency } from './dependency.ts';

const ECOSYSTEMS = ['maven', 'npm'];

function library(name: string, version = '1.0', alias?: string): Dependency {
  return {
    purl: `pkg:maven/${name.replace(':', '/')}@${version}`,
    ecosystem: 'maven',
    name,
    version,
    relation: 'direct',
    via: [],
    evidence: 'installed',
    source: 'registry',
    ...(alias === undefined ? {} : { alias }),
  };
}

const LIBRARIES = [
  library('org.acme:text'),
  library('org.acme:text', '2.0'),
  library('org.acme:wire', '1.0', 'org.acme:wire-jvm'),
  library('text:other'),
];

describe('A-27 a library named by its coordinates', () => {
  it.each<[string, readonly string[]]>([
    ['org.acme:wire', ['org.acme:wire@1.0']],
    ['maven:org.acme:wire', ['org.acme:wire@1.0']],
    ['org.acme:wire-jvm', ['org.acme:wire@1.0']],
    ['org.acme:text:2.0', ['org.acme:text@2.0']],
    ['org.acme:text@2.0', ['org.acme:text@2.0']],
    ['maven:org.acme:text:1.0', ['org.acme:text@1.0']],
    ['org.acme:text:3.0', []],
    ['wire', ['org.acme:wire@1.0']],
    ['text@1.0', ['org.acme:text@1.0']],
    ['ext', []],
    ['npm:wire', []],
    ['pkg:maven/org.acme/text@2.0', ['org.acme:text@2.0']],
    ['pkg:maven/org.acme/wire', ['org.acme:wire@1.0']],
    ['pkg:npm/wire', []],
  ])('%s', (text, expected) => {
    const address = parseAddress(text, ECOSYSTEMS);
    const matched = address ? matchLibraries(address, LIBRARIES) : [];
    expect(matched.map(({ name, version }) => `${name}@${version}`)).toEqual(expected);
  });

  it('keeps the skill apart', () => {
    expect(parseAddress('org.acme:text:2.0#one', ECOSYSTEMS)).toEqual({
      name: 'org.acme:text',
      version: '2.0',
      skill: 'one',
    });
  });

  it('resembles others by its last part', () => {
    expect(similarNames('com.acme:wire-core', ['org.acme:wire', 'org.acme:text'])).toEqual(['org.acme:wire']);
  });
});
