import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A model that answers as OpenAI's interface does: it calls one tool, and then it is done. */
export interface ModelServer {
  /** The base of the interface. */
  readonly url: string;
  /** What the agent sent: each request's messages, by role and text. */
  readonly heard: readonly (readonly Heard[])[];
  close(): Promise<void>;
}

export interface Heard {
  readonly role: string;
  readonly text: string;
}

interface Chat {
  readonly stream?: boolean;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly function?: { readonly name: string } }[];
}

export async function serveModel(tool: { readonly name: string; readonly input: object }): Promise<ModelServer> {
  const heard: Heard[][] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.setHeader('content-type', 'application/json');
    if (!request.url?.endsWith('/chat/completions')) {
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'tiny', object: 'model' }] }));
      return;
    }
    const chat = JSON.parse(Buffer.concat(chunks).toString()) as Chat;
    heard.push(chat.messages.map(({ role, content }) => ({ role, text: textOf(content) })));
    const isNew = !chat.messages.some(({ role }) => role === 'tool');
    const calls = isNew && (chat.tools ?? []).some((known) => known.function?.name === tool.name);
    const call = {
      id: 'call-1',
      type: 'function',
      function: { name: tool.name, arguments: JSON.stringify(tool.input) },
    };
    const message = { role: 'assistant', content: calls ? null : 'Done.' };
    const finish = calls ? 'tool_calls' : 'stop';
    const head = { id: 'answer', created: 1, model: 'tiny' };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    if (chat.stream !== true) {
      const choice = {
        index: 0,
        message: { ...message, ...(calls ? { tool_calls: [call] } : {}) },
        finish_reason: finish,
      };
      response.end(JSON.stringify({ ...head, object: 'chat.completion', choices: [choice], usage }));
      return;
    }
    response.setHeader('content-type', 'text/event-stream');
    const delta = { ...message, ...(calls ? { tool_calls: [{ index: 0, ...call }] } : {}) };
    for (const [part, reason] of [
      [delta, null],
      [{}, finish],
    ] as const) {
      const choices = [{ index: 0, delta: part, finish_reason: reason }];
      response.write(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices, usage })}\n\n`);
    }
    response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    heard,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}
