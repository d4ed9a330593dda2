import { call, json, text } from './call.ts';
import type { Registry } from './registry.ts';

export interface ToolServer {
  readonly name: string;
  readonly description?: string | null;
  /** How to reach it. No secrets: name the variable that holds one. */
  readonly config?: Readonly<Record<string, unknown>>;
}

/** Registers a tool server or changes what is given. */
export function putToolServer(
  registry: Registry,
  server: ToolServer,
): Promise<{ readonly name: string; readonly status: 'created' | 'updated' | 'unchanged' }> {
  return registry.write((database) => call(database, 'upsert_tool_server', [json(server)]));
}

/** Refused while an agent has it bound. */
export function removeToolServer(registry: Registry, name: string): Promise<void> {
  return registry.write(async (database) => {
    await call(database, 'remove_tool_server', [text(name)]);
  });
}

/** Lets an agent call the named tools of a server, or all of them where `tools` is left out. */
export function bindServer(
  registry: Registry,
  agent: string,
  server: string,
  tools?: readonly string[],
): Promise<{ readonly status: 'bound' | 'already' }> {
  return registry.write(async (database) => {
    const [row] = await database.query<{ readonly result: { readonly status: 'bound' | 'already' } }>(
      `select skillscope.bind_server($1, $2,
         (select array_agg(t order by n) from jsonb_array_elements_text($3::jsonb) with ordinality as e(t, n))) as result`,
      [agent, server, JSON.stringify(tools ?? [])],
    );
    if (row === undefined) throw new Error('The database gave no answer.');
    return row.result;
  });
}

/** Refused while an attached skill requires it. */
export function unbindServer(
  registry: Registry,
  agent: string,
  server: string,
): Promise<{ readonly status: 'unbound' | 'absent' }> {
  return registry.write((database) => call(database, 'unbind_server', [text(agent), text(server)]));
}

/** By code point of the name. */
export async function listToolServers(registry: Registry): Promise<readonly Required<ToolServer>[]> {
  return registry.read((database) =>
    database.query<Required<ToolServer>>('select name, description, config from skillscope.tool_servers order by name'),
  );
}
