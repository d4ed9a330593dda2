import { describe, expect, it } from 'vitest';
import { pnpState } from './pnp-state.ts';

const DATA = {
  dependencyTreeRoots: [{ name: 'root', reference: 'workspace:.' }],
  packageRegistryData: [
    [null, [[null, { packageLocation: './', packageDependencies: [['x', 'npm:1.0.0']], linkType: 'SOFT' }]]],
    [
      'it\'s "x"\\',
      [
        [
          'npm:1.0.0',
          {
            packageLocation: './.yarn/cache/x.zip/node_modules/x/',
            packageDependencies: [
              ['peer', null],
              ['alias', ['real', 'npm:2.0.0']],
            ],
            linkType: 'HARD',
          },
        ],
      ],
    ],
  ],
};

const STATE = {
  roots: [{ name: 'root', reference: 'workspace:.' }],
  packages: [
    {
      name: null,
      reference: null,
      location: './',
      soft: true,
      dependencies: [['x', { name: 'x', reference: 'npm:1.0.0' }]],
    },
    {
      name: 'it\'s "x"\\',
      reference: 'npm:1.0.0',
      location: './.yarn/cache/x.zip/node_modules/x/',
      soft: false,
      dependencies: [['alias', { name: 'real', reference: 'npm:2.0.0' }]],
    },
  ],
};

/** As Yarn writes it since 3.3: JSON in single quotes, with continued lines. */
const quoted = (json: string) =>
  `#!/usr/bin/env node\nconst RAW_RUNTIME_STATE =\n'${json.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\\n')}';\n\nmodule.exports = '}';`;

/** As Yarn 2 and early 3 write it. */
const literal = (json: string) =>
  `function $$SETUP_STATE(hydrateRuntimeState, basePath) {\n  return hydrateRuntimeState(${json}, {basePath});\n}`;

describe("the state in a Plug'n'Play file", () => {
  it.each([
    ['quoted in a program', quoted(JSON.stringify(DATA, null, 2))],
    ['quoted, with Windows line ends', quoted(JSON.stringify(DATA, null, 2)).replaceAll('\n', '\r\n')],
    ['as a literal in a program', literal(JSON.stringify(DATA, null, 2))],
    ['as data', JSON.stringify(DATA)],
  ])('is read %s', (_name, text) => {
    expect(pnpState(text)).toEqual(STATE);
  });

  it('is sought beside a program that says so', () => {
    expect(pnpState('const file = path.resolve(__dirname, ".pnp.data.json");')).toBe('elsewhere');
  });

  it.each([
    ['an unrelated program', 'module.exports = {};'],
    ['a quote that never ends', "const RAW_RUNTIME_STATE =\n'{"],
    ['a literal that never ends', 'return hydrateRuntimeState({"a": "b'],
    ['a program where data belongs', quoted('require("fs")')],
    ['other data', '{"packageRegistryData": 3}'],
    ['deep nesting', `{"packageRegistryData":${'['.repeat(100_000)}`],
    ['nothing', ''],
  ])('is not found in %s', (_name, text) => {
    expect(pnpState(text)).toBeUndefined();
  });

  it('leaves out what has not the shape', () => {
    const odd = [
      null,
      7,
      'x',
      [3, 4],
      ['x', 4],
      [
        'x',
        [
          [7, {}],
          ['npm:1', null],
          ['npm:1', { packageLocation: 1 }],
        ],
      ],
    ];
    expect(pnpState(JSON.stringify({ packageRegistryData: odd, dependencyTreeRoots: [3, {}] }))).toEqual({
      roots: [],
      packages: [],
    });
  });
});
