import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OwnedSandbox, openSandbox, readIn } from '../contract-sandbox.ts';
import cargo from './index.ts';
import { misses } from './requirement.ts';
import { lockText, manifestText, unpack } from './samples.ts';

let sandbox: OwnedSandbox;
beforeEach(() => {
  sandbox = openSandbox();
});
afterEach(() => {
  sandbox.close();
});

async function notesOf(): Promise<readonly string[]> {
  const { reading } = await readIn(cargo, sandbox);
  return reading.notes.map(({ code, message }) => `${code}: ${message}`);
}

describe('a version that a requirement surely leaves out', () => {
  it.each([
    ['2', '1.9.0'],
    ['^0.3', '0.4.0'],
    ['~1.4', '1.5.0'],
    ['=1.0.0', '1.0.1'],
    ['>=1, <2', '2.0.0'],
    ['1.*', '2.0.0'],
    ['1.2.*', '1.3.0'],
  ])('%s and %s', (requirement, version) => {
    expect(misses(requirement, version)).toBe(true);
  });

  it.each([
    ['*', '1.0.0'],
    ['1', '1.9.0'],
    ['>=1, <2', '1.5.0+build.7'],
    ['2', '2.0.0-rc.1'],
    ['2.0.0-rc.1', '1.0.0'],
    ['no requirement', '1.0.0'],
    ['', '1.0.0'],
    ['2'.repeat(100_000), '1.0.0'],
    ['1,'.repeat(200_000), '2.0.0'],
  ])('is not %s and %s', (requirement, version) => {
    expect(misses(requirement, version)).toBe(false);
  });
});

describe('a manifest that asks for another version', () => {
  it('A-16 than the lockfile holds', async () => {
    sandbox.write('Cargo.toml', manifestText('app', '[dependencies]\nserde = "2"\nkit = "1"\nrand = "0.9"\n'));
    sandbox.write(
      'Cargo.lock',
      lockText({ name: 'app', source: null, uses: ['serde', 'kit'] }, { name: 'serde' }, { name: 'kit' }),
    );
    for (const name of ['serde', 'kit']) unpack(sandbox, name);
    expect(await notesOf()).toEqual([
      'lock-outdated: Cargo.lock lacks 2 crates (rand; serde 2, locked 1.0.0) that Cargo.toml asks for; run `cargo fetch`.',
    ]);
  });

  it('A-16 than the directory holds that it names, without a lockfile', async () => {
    sandbox.write('Cargo.toml', manifestText('app', '[dependencies]\nkit = { path = "kit", version = "^0.3" }\n'));
    sandbox.write('kit/Cargo.toml', manifestText('kit', '', '0.4.0'));
    expect(await notesOf()).toEqual([
      'out-of-range: A path in Cargo.toml leads to another version than it asks for, which Cargo refuses: 1 crate (kit ^0.3, here 0.4.0); change one of the two.',
    ]);
  });

  it('and the directory holds that version', async () => {
    sandbox.write('Cargo.toml', manifestText('app', '[dependencies]\nkit = { path = "kit", version = "^0.3" }\n'));
    sandbox.write('kit/Cargo.toml', manifestText('kit', '', '0.3.1'));
    expect(await notesOf()).toEqual([]);
  });

  it('and a patch stands in for it', async () => {
    sandbox.write(
      'Cargo.toml',
      manifestText('app', '[dependencies]\nkit = "2"\n[patch.crates-io]\nkit = { path = "kit" }\n'),
    );
    sandbox.write('kit/Cargo.toml', manifestText('kit', '', '1.0.0'));
    sandbox.write('Cargo.lock', lockText({ name: 'app', source: null, uses: ['kit'] }, { name: 'kit', source: null }));
    expect(await notesOf()).toEqual([]);
  });
});
