import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { cleanLine } from '@skillscope/core';
import { EXIT } from '../exit-codes.ts';
import { fitToServer } from '../fit-v8.ts';
import { catalogFor } from '../lookup.ts';
import type { Run } from '../main.ts';
import { answerMalformed } from '../mcp/answer-malformed.ts';
import { buildServer } from '../mcp/server.ts';

/**
 * Serves until the client closes standard input. Standard output carries the protocol only. Gives the exit code:
 * `fault` when the connection broke instead, for example by a message larger than the protocol library takes.
 */
export async function runMcp(run: Run): Promise<number> {
  fitToServer();
  const { surroundings } = run;
  const { beforeScan: _, ...request } = run.request;
  const catalog = catalogFor(request);
  const messages = process.stdin.pipe(answerMalformed((line) => process.stdout.write(line)));
  const transport = new StdioServerTransport(messages);
  const handle = serveStdio(() => buildServer({ catalog, request }), {
    transport,
    onerror: (error) => surroundings.err(`skillscope: ${cleanLine(error.message)}\n`),
  });
  const finished = await new Promise<boolean>((resolve) => {
    const closed = transport.onclose;
    transport.onclose = () => {
      closed?.();
      resolve(messages.readableEnded || process.stdin.destroyed);
    };
  });
  process.stdin.unpipe(messages).pause();
  await handle.close();
  catalog.close();
  return finished ? EXIT.answered : EXIT.fault;
}
