import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIN } from './helpers/client.ts';
import { manifest, plant, skill } from './helpers/tree.ts';

/** Releases of Node that people run, beside the oldest one that is supported, which runs the other tests. */
const VERSIONS = ['22.23.3', '24.21.0'] as const;

const base = mkdtempSync(join(tmpdir(), 'skillscope-nodes-'));
const nodeOf = (version: string) =>
  join(base, version, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin/node');

beforeAll(async () => {
  for (const version of VERSIONS) {
    const spec = `node-${process.platform}-${process.arch}@${version}`;
    const args = ['install', '--prefix', join(base, version), '--no-audit', '--no-fund', '--ignore-scripts', spec];
    await promisify(execFile)('npm', args);
  }
}, 300_000);
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** As many packages as a first scan uses a second thread for. */
function project(): string {
  const names = Array.from({ length: 60 }, (_, index) => `pkg-${index}`);
  return plant({
    'package.json': manifest('shop', '1.0.0', { dependencies: Object.fromEntries(names.map((n) => [n, '^1.0.0'])) }),
    ...Object.fromEntries(
      names.flatMap((name) => [
        [`node_modules/${name}/package.json`, manifest(name, '1.0.0', { description: 'Sends invoices.' })],
        [`node_modules/${name}/skills/use-it/SKILL.md`, skill('use-it', 'Use when an order is paid.')],
      ]),
    ),
  });
}

const LINES = [
  ['list'],
  ['list', '--json'],
  ['search', 'an order is paid', '--json'],
  ['read', 'pkg-7#use-it', '--json'],
  ['status'],
  ['audit'],
] as const;

describe.each(VERSIONS)('on Node %s', (version) => {
  it('every command answers as on the oldest one, and says nothing else', () => {
    const directory = project();
    const run = (node: string) => {
      const cache = plant({});
      const env = { PATH: process.env['PATH'], HOME: plant({}), SKILLSCOPE_CACHE: cache };
      return LINES.map((line) => {
        const { status, stdout, stderr } = spawnSync(node, [BIN, ...line], { cwd: directory, env, encoding: 'utf8' });
        // Where the cache lies, when it was filled and what marks the text of one answer.
        const out = stdout.replaceAll(cache, '').replace(/[0-9a-f]{16,}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '');
        return { line, status, stderr, out };
      });
    };
    const newer = run(nodeOf(version));
    expect(newer.map(({ status, stderr }) => [status, stderr])).toEqual(LINES.map(() => [0, '']));
    expect(newer).toEqual(run(process.execPath));
  });

  it('the server answers, and says nothing else', async () => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: plant({}), SKILLSCOPE_CACHE: plant({}) };
    const transport = new StdioClientTransport({
      command: nodeOf(version),
      args: [BIN, 'mcp'],
      cwd: project(),
      env,
      stderr: 'pipe',
    });
    let complaints = '';
    transport.stderr?.on('data', (part) => {
      complaints += part;
    });
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(transport);
    for (const [name, args, found] of [
      ['list_skills', {}, 'pkg-0#use-it'],
      ['search_libraries', { need: 'an order is paid' }, 'pkg-0 1.0.0'],
      ['read_skill', { library: 'pkg-7#use-it' }, '# use-it'],
    ] as const) {
      const { isError, content } = await client.callTool({ name, arguments: args });
      expect([name, isError ?? false]).toEqual([name, false]);
      expect(JSON.stringify(content)).toContain(found);
    }
    await client.close();
    expect(complaints).toBe('');
  });
});
