import { call, json, text } from './call.ts';
import { pageSize } from './list-skills.ts';
import { type PutSkillOptions, skillSpecWith } from './put-skill.ts';
import type { Registry } from './registry.ts';
import type { SkillSource } from './skill-source.ts';

export interface MatchPolicy {
  /** Bodies expanded a turn; default 2. */
  readonly topK: number;
  /** Least score that expands; null for the default of the matcher in use. */
  readonly minScore: number | null;
  /** Characters of all expanded bodies; default 12,000. */
  readonly maxChars: number;
  /** What is ranked: what the agent carries (default), or every skill of the tenant. */
  readonly scope: 'attached' | 'tenant';
  /** Weights; default the listing alone. */
  readonly fields: { readonly listing: number; readonly body: number };
}

/** How the skills of an agent come into its prompt. */
export interface Policy {
  /** Skills whose body is in every prompt, in this order; each must be attached. */
  readonly always: readonly string[];
  readonly match: MatchPolicy | false;
  readonly list: 'attached' | 'none';
  /** Whether an expanded skill stays for the rest of its branch; default true. */
  readonly sticky: boolean;
  /** Whether the model may ask for what is attached; default true. */
  readonly request: boolean;
  /** Whether the model may search beyond it; default false. */
  readonly discover: boolean;
}

export interface Agent {
  readonly name: string;
  readonly version: number;
  readonly description?: string;
  readonly systemPrompt: string;
  readonly outputSchema?: unknown;
  readonly skills: readonly string[];
  /** Server name to the tools allowed; null for all of them. */
  readonly servers: Readonly<Record<string, readonly string[] | null>>;
  readonly policy: Policy;
}

/** What is left out stays as it is. */
export interface AgentChange {
  readonly name: string;
  readonly description?: string | null;
  readonly systemPrompt?: string;
  readonly outputSchema?: unknown;
  readonly skills?: readonly string[];
  readonly servers?: Readonly<Record<string, readonly string[] | null>>;
  readonly policy?: Partial<Omit<Policy, 'match'>> & { readonly match?: Partial<MatchPolicy> | boolean };
  /** The version that is written over; 0 for an agent that must be new. Another one is a `version-conflict`. */
  readonly expectedVersion?: number;
}

export interface PutAgent {
  readonly name: string;
  readonly version: number;
  readonly status: 'created' | 'updated' | 'unchanged';
}

/** Creates an agent or changes what is given. The version rises when its own text changes. */
export function putAgent(registry: Registry, change: AgentChange): Promise<PutAgent> {
  return registry.write((database) => call<PutAgent>(database, 'upsert_agent', [json(agentSpec(change))]));
}

export function agentSpec(change: AgentChange): Readonly<Record<string, unknown>> {
  return snakeCased(change, 2);
}

export interface AttachOptions extends PutSkillOptions {
  /** Puts this skill first, under the name that is attached. */
  readonly source?: SkillSource;
}

/**
 * Adds a skill at the end of what an agent carries. Of two at once, from any process, both land. `already` where it is
 * carried. Refused for an unknown agent or skill, a required server that is not bound, and a withheld text.
 */
export async function attachSkill(
  registry: Registry,
  agent: string,
  skill: string,
  options: AttachOptions = {},
): Promise<{ readonly status: 'attached' | 'already' }> {
  const { source, ...rest } = options;
  const spec = source === undefined ? undefined : skillSpecWith(source, rest);
  return registry.write((database) => call(database, 'attach_skill', [text(agent), text(skill), json(spec)]));
}

/** `absent` where it was not carried. Refused while it is under `always`. */
export function detachSkill(
  registry: Registry,
  agent: string,
  skill: string,
): Promise<{ readonly status: 'detached' | 'absent' }> {
  return registry.write((database) => call(database, 'detach_skill', [text(agent), text(skill)]));
}

/** Everything about an agent but the texts of its skills. */
export async function readAgent(registry: Registry, name: string): Promise<Agent> {
  const row = await registry.read((database) => call<AgentRow>(database, 'read_agent', [text(name)]));
  const { match } = row.policy;
  return {
    name: row.name,
    version: row.version,
    ...(row.description === null ? {} : { description: row.description }),
    systemPrompt: row.system_prompt,
    ...(row.output_schema === null ? {} : { outputSchema: row.output_schema }),
    skills: row.skills,
    servers: row.servers,
    policy: {
      ...row.policy,
      match: match && {
        topK: match.top_k,
        minScore: match.min_score,
        maxChars: match.max_chars,
        scope: match.scope,
        fields: match.fields,
      },
    },
  };
}

/** Refused while there are runs of it. */
export function removeAgent(registry: Registry, name: string): Promise<void> {
  return registry.write(async (database) => {
    await call(database, 'remove_agent', [text(name)]);
  });
}

export interface AgentPage {
  readonly agents: readonly { readonly name: string; readonly version: number; readonly description?: string }[];
  readonly next?: string;
}

/** By code point of the name. */
export async function listAgents(
  registry: Registry,
  options: { readonly after?: string; readonly limit?: number } = {},
): Promise<AgentPage> {
  const limit = pageSize(options.limit);
  const rows = await registry.read((database) =>
    database.query<{ readonly name: string; readonly version: number; readonly description: string | null }>(
      `select a.name, a.version, v.description from skillscope.agents a
       join skillscope.agent_versions v on v.tenant = a.tenant and v.agent = a.name and v.version = a.version
       where $1::text is null or a.name > $1 order by a.name limit $2`,
      [options.after ?? null, limit + 1],
    ),
  );
  const agents = rows
    .slice(0, limit)
    .map(({ name, version, description }) => ({ name, version, ...(description === null ? {} : { description }) }));
  const last = agents.at(-1);
  return { agents, ...(rows.length > limit && last ? { next: last.name } : {}) };
}

interface AgentRow {
  readonly name: string;
  readonly version: number;
  readonly description: string | null;
  readonly system_prompt: string;
  readonly output_schema: unknown;
  readonly skills: readonly string[];
  readonly servers: Readonly<Record<string, readonly string[] | null>>;
  readonly policy: Omit<Policy, 'match'> & {
    readonly match:
      | false
      | {
          readonly top_k: number;
          readonly min_score: number | null;
          readonly max_chars: number;
          readonly scope: 'attached' | 'tenant';
          readonly fields: { readonly listing: number; readonly body: number };
        };
  };
}

const OPAQUE = new Set(['servers', 'outputSchema']);

/** Our own keys are spelled the database's way; names of servers and a schema's keys are the caller's. */
function snakeCased(value: object, depth: number): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([key, one]: [string, unknown]) => [
        key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        depth > 0 && !OPAQUE.has(key) && typeof one === 'object' && one !== null && !Array.isArray(one)
          ? snakeCased(one, depth - 1)
          : one,
      ]),
  );
}
