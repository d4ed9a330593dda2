import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OwnedSandbox, openSandbox, readIn } from '../contract-sandbox.ts';
import cargo from './index.ts';
import { lockText, manifestText, unpack } from './samples.ts';

let sandbox: OwnedSandbox;
beforeEach(() => {
  sandbox = openSandbox();
});
afterEach(() => {
  sandbox.close();
});

it('remembers one file of a crate, there or not', async () => {
  sandbox.write('Cargo.toml', manifestText('app', '[dependencies]\na = "1"\nb = "1"\n'));
  sandbox.write('Cargo.lock', lockText({ name: 'app', source: null, uses: ['a', 'b'] }, { name: 'a' }, { name: 'b' }));
  const store = join(unpack(sandbox, 'a'), '..');
  const { observations, reading } = await readIn(cargo, sandbox);
  expect(reading.dependencies.map(({ name, evidence }) => `${name} ${evidence}`)).toEqual(['a installed', 'b locked']);
  expect(observations.map(([path]) => path).filter((path) => path.startsWith(join(store, '/')))).toEqual([
    join(store, 'a-1.0.0/Cargo.toml'),
    join(store, 'b-1.0.0/Cargo.toml'),
  ]);
});
