import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { freshDirectory } from './cached-directory.ts';
import { plainEnvironment, readUsage, usageEnvironment } from './measured-process.ts';
import { anAddress } from './read.ts';
import { report, type Scale } from './report.ts';
import { table } from './search/table.ts';
import { BIN } from './skillscope.ts';
import { median, percentile } from './statistics.ts';
import { plantTree } from './tree.ts';

/** Calls before the measured ones. */
const WARM_UPS = 20;

/** One MCP server on its standard streams, asked by the official client: the time from a call to its answer. */
export async function measureMcp(scale: Scale): Promise<string> {
  const { directory, packages } = plantTree('npm', scale.packages);
  const library = anAddress(directory);
  const calls: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>])[] = [
    ['list_skills', {}],
    ['read_skill', { library }],
    ['search_libraries', { need: 'retry a request when the session expires', terms: ['retry', 'session'] }],
  ];
  const cache = freshDirectory('cache-mcp');
  const env = { ...plainEnvironment({ SKILLSCOPE_CACHE: cache }), ...usageEnvironment() };
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const start = performance.now();
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [BIN, 'mcp'], cwd: directory, env }),
  );
  const connected = performance.now() - start;
  const first = await timed(client, 'list_skills', {});
  const times = new Map<string, number[]>(calls.map(([tool]) => [tool, []]));
  for (let round = -WARM_UPS; round < scale.calls; round += 1) {
    for (const [tool, args] of calls) {
      const time = await timed(client, tool, args);
      if (round >= 0) times.get(tool)?.push(time);
    }
  }
  await client.close();
  const rows = [...times].map(([tool, values]) => [
    tool,
    String(values.length),
    median(values).toFixed(1),
    percentile(values, 0.99).toFixed(1),
    Math.max(...values).toFixed(1),
  ]);
  return report('mcp', 'The MCP server, warm', scale, [
    `One server process for a generated project of ${packages} packages laid out as npm does; the official client over standard streams, one call at a time, tools in turn. The client's own work (parsing, checking the output schema) is in the figures.`,
    table(['tool', 'calls', 'p50 ms', 'p99 ms', 'longest ms'], rows),
    table(
      ['once', ''],
      [
        ['start of the process until the client is connected', `${connected.toFixed(0)} ms`],
        ['first list_skills, nothing cached', `${first.toFixed(0)} ms`],
        ['largest memory of the server, after all calls', `${readUsage().memory.toFixed(0)} MB`],
      ],
    ),
  ]);
}

async function timed(client: Client, name: string, args: Readonly<Record<string, unknown>>): Promise<number> {
  const start = performance.now();
  const { isError, content } = await client.callTool({ name, arguments: args });
  const time = performance.now() - start;
  if (isError) throw new Error(`${name} failed: ${JSON.stringify(content)}`);
  return time;
}
