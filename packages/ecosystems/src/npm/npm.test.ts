import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../contract-cases.ts';
import { describeEcosystem } from '../contract-suite.ts';
import npm from './index.ts';

function json(sandbox: Sandbox, path: string, value: unknown): void {
  sandbox.write(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** Puts a package where npm would. */
function install(sandbox: Sandbox, path: string, manifest: Readonly<Record<string, unknown>>): void {
  json(sandbox, `${path}/package.json`, { description: `About ${String(manifest['name'])}.`, ...manifest });
}

function lock(sandbox: Sandbox, packages: Readonly<Record<string, unknown>>): void {
  json(sandbox, 'package-lock.json', { name: 'app', lockfileVersion: 3, packages });
}

function link(sandbox: Sandbox, target: string, path: string): void {
  sandbox.write(join(path, '..', '.keep'), '');
  symlinkSync(target, join(sandbox.directory, path), 'junction');
}

describeEcosystem(npm, {
  unwanted: ['Package.json', 'package.json5', 'package-lock.json', 'bower.json', 'Cargo.toml'],

  ordinary(sandbox) {
    const dependencies = { '@scope/direct': '^1.0.0' };
    json(sandbox, 'package.json', { name: 'app', version: '1.0.0', dependencies });
    lock(sandbox, {
      '': { name: 'app', version: '1.0.0', dependencies },
      'node_modules/@scope/direct': { version: '1.2.0', dependencies: { below: '2' } },
      'node_modules/below': { version: '2.0.0' },
    });
    install(sandbox, 'node_modules/@scope/direct', {
      name: '@scope/direct',
      version: '1.2.0',
      dependencies: { below: '2' },
    });
    install(sandbox, 'node_modules/below', { name: 'below', version: '2.0.0' });
    return {
      direct: ['@scope/direct'],
      transitive: ['below'],
      damageable: [
        { path: 'package.json' },
        { path: 'package-lock.json' },
        { path: 'node_modules/below/package.json' },
      ],
    };
  },

  unlocked(sandbox) {
    json(sandbox, 'package.json', { name: 'app', dependencies: { wanted: '^1.0.0' } });
    return { name: 'wanted' };
  },

  notInstalled(sandbox) {
    json(sandbox, 'package.json', { name: 'app', dependencies: { wanted: '^1.0.0' } });
    lock(sandbox, {
      '': { name: 'app', dependencies: { wanted: '^1.0.0' } },
      'node_modules/wanted': { version: '1.4.2' },
    });
    return { name: 'wanted', version: '1.4.2' };
  },

  duplicate(sandbox) {
    const twice = { wanted: '^1.0.0' };
    json(sandbox, 'package.json', {
      name: 'app',
      dependencies: twice,
      devDependencies: twice,
      peerDependencies: twice,
    });
    install(sandbox, 'node_modules/wanted', { name: 'wanted', version: '1.0.0' });
    return { name: 'wanted' };
  },

  twoVersions(sandbox) {
    json(sandbox, 'package.json', { name: 'app', dependencies: { wanted: '2', other: '1' } });
    install(sandbox, 'node_modules/wanted', { name: 'wanted', version: '2.0.0' });
    install(sandbox, 'node_modules/other', { name: 'other', version: '1.0.0', dependencies: { wanted: '1' } });
    install(sandbox, 'node_modules/other/node_modules/wanted', { name: 'wanted', version: '1.0.0' });
    return { name: 'wanted', versions: ['1.0.0', '2.0.0'] };
  },

  git(sandbox) {
    json(sandbox, 'package.json', { name: 'app', dependencies: { wanted: 'github:owner/wanted#semver:^1' } });
    install(sandbox, 'node_modules/wanted', { name: 'wanted', version: '1.0.0' });
    return { name: 'wanted' };
  },

  path(sandbox) {
    json(sandbox, 'package.json', { name: 'app', dependencies: { wanted: 'link:../library' } });
    install(sandbox, '../library', { name: 'wanted', version: '1.0.0' });
    link(sandbox, join(sandbox.directory, '..', 'library'), 'node_modules/wanted');
    return { name: 'wanted' };
  },

  workspace(sandbox) {
    json(sandbox, 'package.json', { name: 'app', workspaces: ['packages/*'] });
    install(sandbox, 'packages/user', { name: 'user', version: '1.0.0', dependencies: { wanted: '*' } });
    install(sandbox, 'packages/wanted', { name: 'wanted', version: '1.0.0' });
    link(sandbox, join(sandbox.directory, 'packages/wanted'), 'node_modules/wanted');
    return { name: 'wanted' };
  },

  member(sandbox) {
    json(sandbox, 'package.json', { name: 'app', workspaces: ['packages/*'] });
    install(sandbox, 'packages/one', { name: 'one', version: '1.0.0', dependencies: { first: '1' } });
    install(sandbox, 'packages/two', { name: 'two', version: '1.0.0', dependencies: { second: '1' } });
    install(sandbox, 'node_modules/first', { name: 'first', version: '1.0.0' });
    install(sandbox, 'node_modules/second', { name: 'second', version: '1.0.0' });
    return { member: 'packages/one', uses: 'first', only: 'second', others: 'packages/two' };
  },

  hostileName(sandbox, name) {
    const hostile = { [name]: '1', plain: name, other: `npm:${name}@1`, fetched: `https://host.example/${name}.tgz` };
    json(sandbox, 'package.json', { name, dependencies: hostile, workspaces: [name, '*'] });
    lock(sandbox, {
      '': { name, dependencies: hostile },
      [`node_modules/${name}`]: { name, version: name },
      'node_modules/plain': { name, version: `1.0.0-${name}`, dependencies: hostile },
    });
    install(sandbox, 'node_modules/plain', {
      name,
      version: `1.0.0-${name}`,
      description: name,
      dependencies: hostile,
    });
    install(sandbox, 'node_modules/other', { name, version: name, description: name });
    install(sandbox, name, { name: 'member', version: '1.0.0' });
    return {};
  },

  traversal(sandbox, climb) {
    json(sandbox, '../elsewhere/planted/package.json', { name: 'planted', version: '1.0.0' });
    const hostile = { [climb]: '1', plain: `npm:${climb}@1`, [`@scope/${climb}`]: '1', '@scope/..': '1', '..': '1' };
    json(sandbox, 'package.json', { name: climb, dependencies: hostile, workspaces: [climb, `packages/${climb}`] });
    lock(sandbox, {
      '': { name: 'app', dependencies: hostile },
      [`node_modules/${climb}`]: { version: climb },
      'node_modules/plain': { name: climb, version: climb, dependencies: hostile },
    });
    install(sandbox, 'node_modules/plain', { name: climb, version: climb, dependencies: hostile });
    return {};
  },

  credentials(sandbox, userinfo) {
    const dependencies = {
      one: `git+https://${userinfo}@host.example/owner/one.git#main`,
      two: `https://${userinfo}@host.example/two.tgz?token=${userinfo}`,
      three: `git+ssh://${userinfo}@host.example:owner/three.git`,
      four: `${userinfo}@host.example:owner/four.git`,
      five: `http://${userinfo}@[broken`,
    };
    json(sandbox, 'package.json', { name: 'app', dependencies });
    lock(sandbox, {
      '': { name: 'app', dependencies },
      'node_modules/one': { version: '1.0.0', resolved: `${dependencies.one}0123456789` },
      'node_modules/two': { version: '1.0.0', resolved: dependencies.two },
    });
    install(sandbox, 'node_modules/two', { name: 'two', version: '1.0.0' });
    return {};
  },

  many(sandbox, count) {
    const names = Array.from({ length: count }, (_, index) => `package-${index}`);
    const dependencies = Object.fromEntries(names.map((name) => [name, '1']));
    json(sandbox, 'package.json', { name: 'app', dependencies });
    lock(sandbox, {
      '': { name: 'app', dependencies },
      ...Object.fromEntries(names.map((name) => [`node_modules/${name}`, { version: '1.0.0' }])),
    });
    return {};
  },

  traps(sandbox, marker) {
    const script = `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '')`;
    const scripts = {
      preinstall: `node -e "${script}"`,
      install: `node -e "${script}"`,
      prepare: `node -e "${script}"`,
    };
    json(sandbox, 'package.json', { name: 'app', scripts, dependencies: { wanted: '1' } });
    for (const name of ['.pnp.cjs', '.pnp.loader.mjs', '.pnpmfile.cjs', 'index.js']) sandbox.write(name, script);
    sandbox.write('.yarnrc.yml', 'yarnPath: ./index.js\n');
    install(sandbox, 'node_modules/wanted', { name: 'wanted', version: '1.0.0', main: 'index.js', scripts });
    sandbox.write('node_modules/wanted/index.js', script);
    return { name: 'wanted' };
  },
});
