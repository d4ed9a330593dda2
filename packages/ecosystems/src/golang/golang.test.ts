import { join } from 'node:path';
import type { EcosystemCases } from '../contract-cases.ts';
import { describeEcosystem } from '../contract-suite.ts';
import golang from './index.ts';
import { modText, sumText, unpack, workText } from './samples.ts';

const cases: EcosystemCases = {
  unwanted: ['Go.mod', 'go.sum', 'go.work.sum', 'modules.txt', 'Gopkg.toml', 'package.json'],

  ordinary(sandbox) {
    sandbox.write('go.mod', modText('app', ['example.com/a v1.0.0', 'example.com/b v1.0.0 // indirect']));
    sandbox.write('go.sum', sumText('example.com/a v1.0.0', 'example.com/b v1.0.0'));
    unpack(sandbox, 'example.com/a', 'v1.0.0', modText('example.com/a', ['example.com/b v1.0.0']));
    unpack(sandbox, 'example.com/b');
    return {
      direct: ['example.com/a'],
      transitive: ['example.com/b'],
      unsummarised: 'A go.mod holds no description of the module.',
      damageable: [
        { path: 'go.mod' },
        { path: 'go.sum', unnoticed: { empty: 'Go itself takes an empty go.sum and fills it again.' } },
      ],
    };
  },

  unlocked(sandbox) {
    sandbox.write('go.mod', modText('app', ['example.com/a v1.0.0']));
    return { name: 'example.com/a' };
  },

  notInstalled(sandbox) {
    sandbox.write('go.mod', modText('app', ['example.com/a v1.0.0']));
    sandbox.write('go.sum', sumText('example.com/a v1.0.0'));
    return { name: 'example.com/a', version: 'v1.0.0' };
  },

  duplicate(sandbox) {
    sandbox.write('go.mod', modText('app', ['example.com/a v1.0.0', 'example.com/a v1.1.0 // indirect']));
    sandbox.write('go.sum', sumText('example.com/a v1.1.0'));
    return { name: 'example.com/a' };
  },

  twoVersions: 'Go selects one version of each module path; v2 has a path of its own.',

  git: 'A module from a repository has the same path and version as from a proxy.',

  path(sandbox) {
    sandbox.write('app/go.mod', modText('app', ['example.com/tool v0.0.0'], 'replace example.com/tool => ../tool'));
    sandbox.write('tool/go.mod', modText('example.com/tool'));
    return { ask: 'app', name: 'example.com/tool' };
  },

  workspace(sandbox) {
    sandbox.write('go.work', workText(['./app', './tool']));
    sandbox.write('app/go.mod', modText('example.com/app', ['example.com/tool v0.0.0']));
    sandbox.write('tool/go.mod', modText('example.com/tool'));
    return { ask: 'app', name: 'example.com/tool' };
  },

  member(sandbox) {
    sandbox.write('go.work', workText(['./a', './b']));
    sandbox.write('a/go.mod', modText('example.com/a', ['example.com/shared v1.0.0']));
    sandbox.write('b/go.mod', modText('example.com/b', ['example.com/shared v1.0.0', 'example.com/only v1.0.0']));
    return { member: 'a', uses: 'example.com/shared', only: 'example.com/only', others: 'b' };
  },

  hostileName(sandbox, name) {
    const quoted = JSON.stringify(name).replaceAll(/[^\x20-\x7e]/gu, escaped);
    for (const [index, text] of [name, quoted, `\`${name}\``].entries()) {
      const lines = [
        `require ${text} v1.0.0`,
        `require example.com/a${index} ${text}`,
        `// +skill:${text}`,
        `require example.com/b${index} v1.0.0 // +skill:${text}`,
        `replace example.com/b${index} => ./${text}`,
        `replace ${text} => ${text} v1.0.0`,
        `exclude ${text} ${text}`,
        `tool ${text}`,
        `${text} ${text}`,
      ];
      sandbox.write(`m${index}/go.mod`, modText(`example.com/m${index}`, [], lines.join('\n')));
    }
    sandbox.write('go.work', workText(['./m0', './m1', './m2', name, quoted]));
    sandbox.write('go.sum', `${name} ${name} ${name}\n`);
    sandbox.write('vendor/modules.txt', `# ${name} ${name}\n${name}\n`);
    return {};
  },

  traversal(sandbox, climb) {
    sandbox.write(join(sandbox.elsewhere, 'planted/go.mod'), modText('planted'));
    unpack(sandbox, 'example.com/a');
    const climbs = [climb, climb.slice(1), `x${climb}`, `v1.0.0${climb}`, `v1.0.0-${climb}`];
    sandbox.write(
      'go.mod',
      modText(
        'app',
        climbs.flatMap((path) => [`${path} v1.0.0`, `example.com/a ${path}`, `example.com${path} v1.0.0`]),
        `replace example.com/b => example.com${climb} v1.0.0\nreplace example.com/a => example.com/a v1.0.0${climb}`,
      ),
    );
    sandbox.write('go.sum', sumText(`${climb} v1.0.0`, `example.com/a v1.0.0${climb}`));
    sandbox.write('vendor/modules.txt', `# ${climb} v1.0.0\n${climb}\n# example.com/a v1.0.0\nexample.com/a${climb}\n`);
    return {};
  },

  credentials(sandbox, userinfo) {
    const address = `https://${userinfo}@example.com/tool`;
    sandbox.write(
      'go.mod',
      modText(
        'app',
        [`${address} v1.0.0`, `example.com/a ${address}`, `"${address}" v1.0.0`, `example.com/b "${address}"`],
        `replace example.com/a => "${address}" v1.0.0\nreplace example.com/c => "./${address}"\nrequire example.com/c v1.0.0\nuse "${address}"`,
      ),
    );
    sandbox.write('go.sum', `${address} v1.0.0 h1:x\n`);
    sandbox.write('vendor/modules.txt', `# ${address} v1.0.0\n`);
    sandbox.write(join(sandbox.home, '.config/go/env'), `GOPROXY=${address}\nGOMODCACHE=${address}\n`);
    return {};
  },

  many(sandbox, count) {
    sandbox.write(
      'go.mod',
      modText(
        'app',
        Array.from({ length: count }, (_, index) => `x.y/m${index} v1.0.0`),
      ),
    );
    return {};
  },

  traps(sandbox, marker) {
    const script = `#!/bin/sh\ntouch '${marker}'\n`;
    cases.ordinary(sandbox);
    sandbox.write('go.work', workText(['.']));
    sandbox.write('main.go', `package main\n\n//go:generate sh trap.sh\nimport "C"\n`);
    sandbox.write(join(sandbox.home, '.config/go/env'), 'GOFLAGS=-toolexec=./trap.sh\nCC=./trap.sh\nGOVCS=*:all\n');
    for (const path of ['trap.sh', 'bin/go', 'go', 'git']) sandbox.write(path, script);
    return {};
  },
};

function escaped(character: string): string {
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');
}

describeEcosystem(golang, cases);
