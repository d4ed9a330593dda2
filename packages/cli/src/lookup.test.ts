import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { catalogFor, openLookup } from './lookup.ts';

it('begins no scan for a caller that is gone already', async () => {
  const start = mkdtempSync(join(tmpdir(), 'skillscope-lookup-'));
  writeFileSync(join(start, 'package.json'), '{"name":"shop"}');
  const environment = { SKILLSCOPE_CACHE: join(start, 'cache') };
  const catalog = catalogFor({ useCache: true, environment });
  const seen: string[] = [];
  const request = {
    start,
    explicit: false,
    environment,
    home: start,
    useCache: true,
    onProgress: ({ phase }: { readonly phase: string }) => seen.push(phase),
  };
  await expect(openLookup({ ...request, signal: AbortSignal.abort(new Error('gone')) }, catalog)).rejects.toThrow(
    'gone',
  );
  expect(seen).toEqual([]);
  await openLookup(request, catalog);
  expect((await openLookup({ ...request, signal: AbortSignal.abort() }, catalog)).fromCache).toBe(true);
  catalog.close();
});
