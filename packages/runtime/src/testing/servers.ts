import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { RegistryPlace } from '../registry/registry.ts';

/** One kind of store that every test of the registry runs on. */
export interface TestStore {
  readonly name: string;
  readonly vector: boolean;
  start(): Promise<StartedStore>;
}

export interface StartedStore {
  readonly place: RegistryPlace;
  stop(): Promise<void>;
}

export interface Server extends StartedStore {
  readonly url: string;
  readonly directory: string;
  /** Ends the server as a power cut would, and starts it again. */
  restart(): Promise<void>;
}

/**
 * Debian's server, which has no pgvector, is needed; the programs of one with it are in `SKILLSCOPE_TEST_PGVECTOR`, those
 * of the newest PostgreSQL in `SKILLSCOPE_TEST_NEWEST`.
 */
const PLAIN = findPlain();
const WITH_VECTOR = process.env['SKILLSCOPE_TEST_PGVECTOR'];
const NEWEST = process.env['SKILLSCOPE_TEST_NEWEST'];

/** The servers there are to try: the plain one always, the others where they are named. */
export const SERVERS: readonly { readonly name: string; readonly vector: boolean; start(): Promise<Server> }[] = [
  { name: 'a server without pgvector', vector: false, start: () => startServer(PLAIN) },
  ...(WITH_VECTOR ? [{ name: 'a server with pgvector', vector: true, start: () => startServer(WITH_VECTOR) }] : []),
  ...(NEWEST ? [{ name: 'the newest server', vector: false, start: () => startServer(NEWEST) }] : []),
];

export const STORES: readonly TestStore[] = [
  {
    name: 'memory',
    vector: true,
    start: async () => ({ place: { memory: true }, stop: async () => {} }),
  },
  ...SERVERS,
];

/** Starts a server of its own on a free port, in a directory of its own, as a user that is not root. */
export async function startServer(programs = PLAIN): Promise<Server> {
  const directory = mkdtempSync(join(tmpdir(), 'skillscope-postgres-'));
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if ('uid' in user) chownSync(directory, 65_534, 65_534);
  chmodSync(directory, 0o700);
  const data = join(directory, 'data');
  const quiet = { cwd: directory, stdio: 'ignore', ...user } as const;
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'admin', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'],
    quiet,
  );
  const port = await freePort();
  const url = `postgres://admin@127.0.0.1:${port}/postgres`;
  let child = await run();

  async function run(): Promise<ChildProcess> {
    const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${directory}`];
    const started = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...settings], quiet);
    await untilReady(url, started);
    return started;
  }

  return {
    url,
    directory,
    place: { url },
    restart: async () => {
      await end(child, 'SIGQUIT');
      child = await run();
    },
    stop: async () => {
      await end(child, 'SIGINT');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600 && server.exitCode === null; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`The server at ${url} did not start.`);
}

async function end(child: ChildProcess, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

function findPlain(): string {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => join(home, version, 'bin')).find((path) => existsSync(join(path, 'initdb')));
  if (!found) throw new Error('A PostgreSQL server is needed for these tests: install the package `postgresql`.');
  return found;
}

/** Runs statements as the administrator of a server. */
export async function asAdministrator<Row>(url: string, sql: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const result = await client.query(sql);
    return (Array.isArray(result) ? (result.at(-1)?.rows ?? []) : result.rows) as readonly Row[];
  } finally {
    await client.end();
  }
}
