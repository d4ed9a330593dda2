import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { plant } from './tree.ts';

/** The built command: what a client starts. */
export const BIN = join(import.meta.dirname, '../../packages/cli/bin/skillscope.js');

export interface ConnectOptions {
  readonly cwd: string;
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Connects the official client to the server in a process of its own, with a home and a cache of its own. */
export async function connect(client: Client, { cwd, args = [], environment = {} }: ConnectOptions): Promise<Client> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: plant({}), SKILLSCOPE_CACHE: plant({}), ...environment };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [BIN, 'mcp', ...args], cwd, env }));
  return client;
}

export function textOf(result: Awaited<ReturnType<Client['callTool']>>): string {
  const [first] = result.content;
  return first?.type === 'text' ? first.text : '';
}
