import type { AgentChange, Policy } from '../registry/agents.ts';
import type { ToolServer } from '../registry/tool-servers.ts';

/** The policy of an agent for which nothing else is said, as the database has it. */
export const DEFAULT_POLICY: Policy = {
  always: [],
  match: { topK: 2, minScore: null, maxChars: 12_000, scope: 'attached', fields: { listing: 1, body: 0 } },
  list: 'attached',
  sticky: true,
  request: true,
  discover: false,
};

/** An agent in which everything that a file leaves out is said: what leaves the file then leaves the registry. */
export function completeAgent(agent: AgentChange): AgentChange {
  const { match, ...policy } = agent.policy ?? {};
  const defaults = DEFAULT_POLICY.match === false ? {} : DEFAULT_POLICY.match;
  return {
    description: null,
    systemPrompt: '',
    outputSchema: null,
    skills: [],
    servers: {},
    ...agent,
    policy: {
      ...DEFAULT_POLICY,
      ...policy,
      match: match === false ? false : { ...defaults, ...(match === true ? {} : match) },
    },
  };
}

export function completeServer(server: ToolServer): ToolServer {
  return { description: null, config: {}, ...server };
}
