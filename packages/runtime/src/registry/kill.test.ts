import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killRounds } from '../testing/kill-rounds.ts';
import { SERVERS, type Server } from '../testing/servers.ts';
import type { RegistryPlace } from './registry.ts';

/* `bench/registry/kill.ts` does the same two hundred times. */
async function expectWhole(place: RegistryPlace, work: 'attach' | 'apply', rounds: number): Promise<void> {
  const { done, failures } = await killRounds(place, work, rounds);
  expect(failures).toEqual([]);
  expect(done).toBeGreaterThan(0);
}

describe.each(['attach', 'apply'] as const)('killed while it works (%s), a process leaves whole steps only', (work) => {
  let directory: string;
  let server: Server;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'skillscope-kill-'));
    const [plain] = SERVERS;
    if (plain) server = await plain.start();
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  it('in a directory', { timeout: 600_000 }, () => expectWhole({ dir: join(directory, 'registry') }, work, 4));
  it('on a server', { timeout: 600_000 }, () => expectWhole({ url: server.url, connections: 1 }, work, 6));
});
