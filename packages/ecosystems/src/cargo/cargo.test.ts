import { join } from 'node:path';
import type { EcosystemCases } from '../contract-cases.ts';
import { describeEcosystem } from '../contract-suite.ts';
import cargo from './index.ts';
import { COMMIT, lockText, manifestText, unpack } from './samples.ts';

const cases: EcosystemCases = {
  unwanted: ['cargo.toml', 'Cargo.lock', 'Cargo.toml.orig', 'package.json'],

  ordinary(sandbox) {
    sandbox.write(
      'Cargo.toml',
      manifestText('app', '\n[dependencies]\nserde = "1"\n\n[dev-dependencies]\nrand = "1"\n'),
    );
    sandbox.write(
      'Cargo.lock',
      lockText(
        { name: 'app', source: null, uses: ['rand', 'serde'] },
        { name: 'rand', uses: ['rand_core'] },
        { name: 'rand_core' },
        { name: 'serde', uses: ['serde_core'] },
        { name: 'serde_core' },
      ),
    );
    for (const name of ['rand', 'rand_core', 'serde', 'serde_core']) unpack(sandbox, name);
    return {
      direct: ['rand', 'serde'],
      transitive: ['rand_core', 'serde_core'],
      damageable: [{ path: 'Cargo.toml' }, { path: 'Cargo.lock' }],
    };
  },

  unlocked(sandbox) {
    sandbox.write('Cargo.toml', manifestText('app', '[dependencies]\nserde = "1"\n'));
    return { name: 'serde' };
  },

  notInstalled(sandbox) {
    sandbox.write('Cargo.toml', manifestText('app', '[dependencies]\nserde = "1"\n'));
    sandbox.write('Cargo.lock', lockText({ name: 'app', source: null, uses: ['serde'] }, { name: 'serde' }));
    return { name: 'serde', version: '1.0.0' };
  },

  duplicate(sandbox) {
    sandbox.write(
      'Cargo.toml',
      manifestText('app', '[dependencies]\nserde = "1"\n[build-dependencies]\nserde = "1"\n'),
    );
    sandbox.write(
      'Cargo.lock',
      lockText({ name: 'app', source: null, uses: ['serde', 'serde'] }, { name: 'serde' }, { name: 'serde' }),
    );
    unpack(sandbox, 'serde');
    return { name: 'serde' };
  },

  twoVersions(sandbox) {
    sandbox.write(
      'Cargo.toml',
      manifestText('app', '[dependencies]\nrand = "0.8"\nrand09 = { package = "rand", version = "0.9" }\n'),
    );
    sandbox.write(
      'Cargo.lock',
      lockText(
        { name: 'app', source: null, uses: ['rand 0.8.5', 'rand 0.9.1'] },
        { name: 'rand', version: '0.8.5' },
        { name: 'rand', version: '0.9.1' },
      ),
    );
    return { name: 'rand', versions: ['0.8.5', '0.9.1'] };
  },

  git(sandbox) {
    sandbox.write(
      'Cargo.toml',
      manifestText('app', '[dependencies]\ntool = { git = "https://example.com/acme/tool" }\n'),
    );
    const source = `git+https://example.com/acme/tool#${COMMIT}`;
    sandbox.write('Cargo.lock', lockText({ name: 'app', source: null, uses: ['tool'] }, { name: 'tool', source }));
    return { name: 'tool' };
  },

  path(sandbox) {
    sandbox.write('app/Cargo.toml', manifestText('app', '[dependencies]\ntool = { path = "../tool" }\n'));
    sandbox.write(
      'app/Cargo.lock',
      lockText({ name: 'app', source: null, uses: ['tool'] }, { name: 'tool', source: null }),
    );
    sandbox.write('tool/Cargo.toml', manifestText('tool'));
    return { ask: 'app', name: 'tool' };
  },

  workspace(sandbox) {
    sandbox.write('Cargo.toml', '[workspace]\nmembers = ["app", "tool"]\n');
    sandbox.write('app/Cargo.toml', manifestText('app', '[dependencies]\ntool = { path = "../tool" }\n'));
    sandbox.write('tool/Cargo.toml', manifestText('tool'));
    sandbox.write(
      'Cargo.lock',
      lockText({ name: 'app', source: null, uses: ['tool'] }, { name: 'tool', source: null }),
    );
    return { ask: 'app', name: 'tool' };
  },

  member(sandbox) {
    sandbox.write('Cargo.toml', '[workspace]\nmembers = ["crates/*"]\n');
    sandbox.write('crates/a/Cargo.toml', manifestText('a', '[dependencies]\nserde = "1"\n'));
    sandbox.write('crates/b/Cargo.toml', manifestText('b', '[dependencies]\nrand = "1"\nserde = "1"\n'));
    sandbox.write(
      'Cargo.lock',
      lockText(
        { name: 'a', source: null, uses: ['serde'] },
        { name: 'b', source: null, uses: ['rand', 'serde'] },
        { name: 'rand' },
        { name: 'serde' },
      ),
    );
    return { member: 'crates/a', uses: 'serde', only: 'rand', others: 'crates/b' };
  },

  hostileName(sandbox, name) {
    const text = JSON.stringify(name).replaceAll(/[^\x20-\x7e]/gu, escaped);
    sandbox.write(
      'Cargo.toml',
      `${manifestText('app', `[dependencies]\n${text} = "1"\nserde = { version = ${text}, registry = ${text} }\n`)}[target.${text}.dependencies]\n${text} = { path = ${text}, package = ${text} }\ngit = { git = ${text}, branch = ${text} }\nlocal = { path = "tool" }\n`,
    );
    sandbox.write('tool/Cargo.toml', `[package]\nname = "local"\nversion = "1.0.0"\ndescription = ${text}\n`);
    sandbox.write(
      'Cargo.lock',
      lockText({ name: 'app', source: null, uses: ['serde', 'local'] }, { name: 'local', source: null }) +
        `[[package]]\nname = ${text}\nversion = ${text}\nsource = ${text}\n\n[[package]]\nname = "serde"\nversion = "1.0.0"\nsource = ${text}\n`,
    );
    return {};
  },

  traversal(sandbox, climb) {
    sandbox.write(join(sandbox.elsewhere, 'planted/Cargo.toml'), manifestText('planted'));
    unpack(sandbox, 'serde');
    sandbox.write('Cargo.toml', manifestText('app', `[dependencies]\n"${climb}" = "1"\nserde = "1"\nrand = "1"\n`));
    sandbox.write(
      'Cargo.lock',
      lockText(
        { name: 'app', source: null, uses: [climb, 'serde', 'rand'] },
        { name: climb },
        { name: 'serde', version: climb },
        { name: 'rand', source: `git+https://example.com${climb}#${COMMIT}` },
      ),
    );
    return {};
  },

  credentials(sandbox, userinfo) {
    const git = `https://${userinfo}@example.com/tool.git`;
    const index = `sparse+https://${userinfo}@example.com/index/`;
    sandbox.write(
      'Cargo.toml',
      manifestText(
        'app',
        `[dependencies]\ntool = { git = "${git}" }\nother = { version = "1", registry-index = "${index}" }\nmore = { git = "${git}" }\n`,
      ),
    );
    sandbox.write(
      'Cargo.lock',
      lockText(
        { name: 'app', source: null, uses: ['other', 'tool'] },
        { name: 'other', source: index },
        { name: 'tool', source: `git+${git}#${COMMIT}` },
      ),
    );
    return {};
  },

  many(sandbox, count) {
    const names = Array.from({ length: count }, (_, index) => `c${index}`);
    sandbox.write('Cargo.toml', manifestText('app', '[dependencies]\nc0 = "1"\n'));
    sandbox.write(
      'Cargo.lock',
      lockText(
        { name: 'app', source: null, uses: ['c0'] },
        { name: 'c0', uses: names.slice(1) },
        ...names.slice(1).map((name) => ({ name })),
      ),
    );
    return {};
  },

  traps(sandbox, marker) {
    const script = `#!/bin/sh\ntouch '${marker}'\n`;
    cases.ordinary(sandbox);
    sandbox.write('build.rs', `fn main() { std::fs::write("${marker}", "").unwrap(); }\n`);
    sandbox.write('.cargo/config.toml', `[build]\nrustc-wrapper = "./trap.sh"\n[alias]\nfetch = "run"\n`);
    sandbox.write('rust-toolchain.toml', `[toolchain]\npath = "./toolchain"\n`);
    for (const path of ['trap.sh', 'toolchain/bin/cargo', 'toolchain/bin/rustc']) sandbox.write(path, script);
    return {};
  },
};

function escaped(character: string): string {
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;
}

describeEcosystem(cargo, cases);
