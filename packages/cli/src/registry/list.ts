import { SkillscopeError } from '@skillscope/core';
import {
  type AgentPage,
  listAgents,
  listPlugins,
  listRuns,
  listSkills,
  listToolServers,
  type PluginPage,
  type Registry,
  type RunPage,
  type SkillPage,
  type ToolServer,
} from '@skillscope/runtime';

export interface ListFlags {
  readonly agents?: boolean;
  readonly plugins?: boolean;
  readonly servers?: boolean;
  readonly runs?: boolean;
  /** Skills that it carries, or runs of it. */
  readonly agent?: string;
  /** Runs on it. */
  readonly thread?: string;
  /** Skills that it owns. */
  readonly plugin?: string;
  readonly after?: string;
  readonly limit?: number;
}

export type RegistryList =
  | ({ readonly kind: 'skills' } & SkillPage)
  | ({ readonly kind: 'agents' } & AgentPage)
  | ({ readonly kind: 'plugins' } & PluginPage)
  | ({ readonly kind: 'runs' } & RunPage)
  | { readonly kind: 'servers'; readonly servers: readonly Required<ToolServer>[] };

/** One kind of what is there, skills unless another is named. Throws `usage` for two. */
export async function registryList(registry: Registry, flags: ListFlags): Promise<RegistryList> {
  const { agent, thread, plugin, after, limit } = flags;
  const kinds = (['agents', 'plugins', 'servers', 'runs'] as const).filter((kind) => flags[kind]);
  const [kind = 'skills'] = kinds;
  if (kinds.length > 1) throw new SkillscopeError('usage', `--${kinds.join(' and --')} ask for two lists.`);
  if (plugin !== undefined && kind !== 'skills')
    throw new SkillscopeError('usage', `--plugin is no filter of ${kind}.`);
  if (agent !== undefined && kind !== 'skills' && kind !== 'runs')
    throw new SkillscopeError('usage', `--agent is no filter of ${kind}.`);
  if (thread !== undefined && kind !== 'runs') throw new SkillscopeError('usage', `--thread is no filter of ${kind}.`);
  const page = {
    ...(after === undefined ? {} : { after }),
    ...(limit === undefined ? {} : { limit }),
  };
  const filter = { ...page, ...(agent === undefined ? {} : { agent }) };
  switch (kind) {
    case 'agents':
      return { kind, ...(await listAgents(registry, page)) };
    case 'plugins':
      return { kind, ...(await listPlugins(registry, page)) };
    case 'runs':
      return { kind, ...(await listRuns(registry, { ...filter, ...(thread === undefined ? {} : { thread }) })) };
    case 'servers':
      return { kind, servers: await listToolServers(registry) };
    case 'skills':
      return { kind, ...(await listSkills(registry, { ...filter, ...(plugin === undefined ? {} : { plugin }) })) };
  }
}
