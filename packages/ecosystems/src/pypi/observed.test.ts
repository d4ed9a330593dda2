import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OwnedSandbox, openSandbox, readIn } from '../contract-sandbox.ts';
import pypi from './index.ts';
import { install } from './samples.ts';

let sandbox: OwnedSandbox;
beforeEach(() => {
  sandbox = openSandbox();
});
afterEach(() => {
  sandbox.close();
});

const INFO = 'a-1.0.0.dist-info';

/** What was looked at in the folder of distributions, and the versions found. */
async function observedIn(folder: string) {
  const { observations, reading } = await readIn(pypi, sandbox);
  return {
    paths: observations.map(([path]) => path).filter((path) => path.startsWith(folder)),
    found: reading.dependencies.map(({ name, version, evidence }) => `${name} ${version} ${evidence}`),
  };
}

it('lets the folder of distributions stand for those that are complete', async () => {
  sandbox.write('requirements.txt', 'a\n');
  const folder = install(sandbox, 'a', { requires: ['b'] });
  install(sandbox, 'b', { directUrl: { url: 'https://example.com/b.whl', archive_info: {} } });
  expect(await observedIn(folder)).toEqual({ paths: [folder], found: ['a 1.0.0 installed', 'b 1.0.0 installed'] });
});

it('remembers the metadata of one that is still being installed', async () => {
  sandbox.write('requirements.txt', 'a\n');
  const folder = install(sandbox, 'a');
  rmSync(join(folder, INFO, 'RECORD'));
  expect((await observedIn(folder)).paths).toEqual(expect.arrayContaining([folder, join(folder, INFO, 'METADATA')]));
});

it.each(['dist-info', 'METADATA'])('remembers what lies in a store behind a link: %s', async (linked) => {
  sandbox.write('requirements.txt', 'a\n');
  const folder = install(sandbox, 'a');
  const [inFolder, inStore] = [folder, join(sandbox.elsewhere, 'store')].map((base) =>
    linked === 'METADATA' ? join(base, INFO, linked) : join(base, INFO),
  );
  if (inFolder === undefined || inStore === undefined) throw new Error('There are two places.');
  mkdirSync(join(inStore, '..'), { recursive: true });
  renameSync(inFolder, inStore);
  symlinkSync(inStore, inFolder);
  const { paths, found } = await observedIn(folder);
  expect(found).toEqual(['a 1.0.0 installed']);
  expect(paths).toContain(join(folder, INFO, 'METADATA'));
});
