import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { catalogFor } from '../lookup.ts';
import type { Run } from '../main.ts';
import { buildServer } from '../mcp/server.ts';

/** Serves until the client closes standard input. Standard output carries the protocol only. */
export async function runMcp(run: Run): Promise<void> {
  const catalog = catalogFor(run.request);
  const handle = serveStdio(() => buildServer({ catalog, request: run.request }), {
    onerror: (error) => run.surroundings.err(`skillscope: ${error.message}\n`),
  });
  await new Promise<void>((resolve) => {
    process.stdin.once('close', resolve);
    process.stdin.once('end', resolve);
  });
  await handle.close();
  catalog.close();
}
