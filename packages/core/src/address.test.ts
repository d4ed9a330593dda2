import { describe, expect, it } from 'vitest';
import { matchLibraries, nearOnes, parseAddress, similarNames } from './address.ts';
import type { Dependency } from './dependency.ts';

function library(ecosystem: string, name: string, version: string, alias?: string): Dependency {
  return {
    purl: `pkg:${ecosystem}/${name.toLowerCase()}@${version}`,
    ecosystem,
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
  library('pypi', 'Flask', '3.0.0'),
  library('npm', 'flask', '1.0.0'),
  library('pypi', 'ruamel.yaml', '0.18.0'),
  library('pypi', 'PyYAML', '6.0', 'yaml'),
  library('cargo', 'serde_json', '1.0.0'),
];

describe('which libraries an address means', () => {
  it.each([
    ['flask', ['pkg:npm/flask@1.0.0']],
    ['Flask', ['pkg:pypi/flask@3.0.0']],
    ['pypi:flask', ['pkg:pypi/flask@3.0.0']],
    ['FLASK', ['pkg:pypi/flask@3.0.0', 'pkg:npm/flask@1.0.0']],
    ['flask@3.0.0', ['pkg:pypi/flask@3.0.0']],
    ['pkg:pypi/flask@3.0.0', ['pkg:pypi/flask@3.0.0']],
    ['pkg:pypi/flask', ['pkg:pypi/flask@3.0.0']],
    ['yaml', ['pkg:pypi/pyyaml@6.0']],
    ['ruamel_yaml', ['pkg:pypi/ruamel.yaml@0.18.0']],
    ['serde-json#use', ['pkg:cargo/serde_json@1.0.0']],
    ['serde', []],
    ['flask@9', []],
  ])('%s', (text, purls) => {
    const address = parseAddress(text, ['cargo', 'npm', 'pypi']);
    expect(address && matchLibraries(address, LIBRARIES).map(({ purl }) => purl)).toEqual(purls);
  });
});

describe('names that are meant instead', () => {
  const names = [
    'react',
    '@tanstack/react-router-devtools',
    '@trpc/server',
    '@tanstack/react-router',
    'zod',
    'es-toolkit',
  ];
  it.each([
    ['@trpc/srver', ['@trpc/server']],
    ['@tcrp/server', ['@trpc/server']],
    ['react-router', ['@tanstack/react-router']],
    ['router', ['@tanstack/react-router-devtools', '@tanstack/react-router']],
    ['react-hooks', ['react']],
    ['od', []],
    ['items-zod', ['zod']],
    ['es-toolkti', ['es-toolkit']],
    ['zd', []],
    ['left-pad', []],
  ])('%s', (wanted, expected) => {
    expect(similarNames(wanted, names)).toEqual(expected);
  });

  it.each([
    ['auht', ['auth']],
    ['auth', ['auth', 'server-auth']],
    ['routing/auth', ['auth', 'server-auth']],
    ['skills/cachin', ['caching']],
    ['auth-server', ['auth']],
    ['ing', []],
    ['billing', []],
    ['', []],
  ])('of skills: %j', (wanted, expected) => {
    const skills = ['adapters', 'auth', 'caching', 'server-auth'];
    expect(nearOnes(wanted, skills, (name) => name)).toEqual(expected);
  });
});
