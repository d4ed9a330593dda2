import { fileURLToPath } from 'node:url';
import { CLIENT_CAPABILITIES_META_KEY, type McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** Absolute directories that the client has open, or `ask` when the client has to be asked in the next round. */
export type Roots = readonly string[] | 'ask';

/** How long a client may take to name its roots before the server's own directory is used. Milliseconds. */
const ROOTS_TIMEOUT = 2_000;

const envelopeWithRoots = z.object({ [CLIENT_CAPABILITIES_META_KEY]: z.object({ roots: z.looseObject({}) }) });

const rootsResult = z.object({ roots: z.array(z.object({ uri: z.string() })) });

/**
 * The roots of a client that has any. In the handshake protocol the client is asked at once; in the per-request one
 * the answer comes with the repeated request. A client that does not answer has none.
 */
export async function rootsFrom(server: McpServer, context: ServerContext): Promise<Roots | undefined> {
  const { envelope, inputResponses } = context.mcpReq;
  if (envelope === undefined) {
    if (!server.server.getClientCapabilities()?.roots) return undefined;
    const result = await server.server.listRoots(undefined, { timeout: ROOTS_TIMEOUT }).catch(() => undefined);
    return result && directories(result.roots);
  }
  if (!envelopeWithRoots.safeParse(envelope).success) return undefined;
  if (inputResponses === undefined) return 'ask';
  const answered = rootsResult.safeParse(inputResponses['roots']);
  return answered.success ? directories(answered.data.roots) : undefined;
}

function directories(roots: readonly { readonly uri: string }[]): readonly string[] {
  return roots.flatMap(({ uri }) => {
    try {
      return uri.startsWith('file:') ? [fileURLToPath(uri)] : [];
    } catch {
      return [];
    }
  });
}
