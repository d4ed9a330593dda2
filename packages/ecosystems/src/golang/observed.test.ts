import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OwnedSandbox, openSandbox, readIn } from '../contract-sandbox.ts';
import golang from './index.ts';
import { modText, unpack } from './samples.ts';

let sandbox: OwnedSandbox;
beforeEach(() => {
  sandbox = openSandbox();
});
afterEach(() => {
  sandbox.close();
});

const [A, B] = ['example.com/a', 'example.com/b'] as const;
const DOWNLOADS = 'cache/download/example.com/a/@v';

/** What was looked at below the module cache, without the cache itself. */
async function observed(): Promise<readonly string[]> {
  const cache = join(sandbox.home, 'go/pkg/mod/');
  const { observations } = await readIn(golang, sandbox);
  return observations.flatMap(([path]) => (path.startsWith(cache) ? [path.slice(cache.length)] : []));
}

it('remembers one file of a module that is there', async () => {
  sandbox.write('go.mod', modText('app', [`${A} v1.0.0`, `${B} v1.0.0 // indirect`]));
  unpack(sandbox, A, 'v1.0.0', modText(A, [`${B} v1.0.0`]));
  unpack(sandbox, B);
  expect(await observed()).toEqual(['example.com/a@v1.0.0/go.mod', 'example.com/b@v1.0.0/go.mod']);
});

it('remembers what may still come', async () => {
  sandbox.write('go.mod', modText('app', [`${A} v1.0.0`, `${B} v1.0.0`]));
  unpack(sandbox, B);
  expect(await observed()).toEqual([`${DOWNLOADS}/v1.0.0.mod`, 'example.com/a@v1.0.0', 'example.com/b@v1.0.0/go.mod']);
});

it('remembers the mark of a module that Go is unpacking', async () => {
  sandbox.write('go.mod', modText('app', [`${A} v1.0.0`]));
  const directory = unpack(sandbox, A);
  const mark = join(sandbox.home, 'go/pkg/mod', DOWNLOADS, 'v1.0.0.partial');
  sandbox.write(mark, '');
  expect(await observed()).toEqual([`${DOWNLOADS}/v1.0.0.partial`]);
  rmSync(mark);
  expect((await readIn(golang, sandbox)).reading.dependencies[0]?.artifact?.path).toBe(directory);
});
