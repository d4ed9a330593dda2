import { LIMITS } from '@skillscope/core';
import { type AgentChange, agentSpec } from './agents.ts';
import { call } from './call.ts';
import { type PutSkillOptions, skillSpecWith } from './put-skill.ts';
import type { Registry } from './registry.ts';
import { RegistryError } from './registry-error.ts';
import type { SkillSource } from './skill-source.ts';
import type { Queryable } from './store.ts';
import type { ToolServer } from './tool-servers.ts';

export interface PluginSource {
  readonly format: 'skillscope' | 'claude-plugin';
  /** The marketplace that lists it, as that calls itself. */
  readonly marketplace?: string;
}

/** A section that is left out is empty: a manifest with nothing but a name uninstalls. */
export interface PluginManifest {
  readonly name: string;
  readonly version?: string;
  /** What it is; a plugin of the same name that is something else is not written over. Default: not said. */
  readonly source?: PluginSource;
  readonly servers?: readonly ToolServer[];
  readonly skills?: readonly (Omit<PutSkillOptions, 'expectedVersion'> & { readonly source: SkillSource })[];
  readonly agents?: readonly Omit<AgentChange, 'expectedVersion'>[];
}

export interface PluginItem {
  readonly kind: 'server' | 'skill' | 'agent';
  readonly name: string;
}

export interface AppliedPlugin {
  readonly plugin: string;
  readonly status: 'applied' | 'unchanged' | 'removed';
  readonly items: readonly (PluginItem & { readonly status: 'created' | 'updated' | 'unchanged' })[];
  /** What left the manifest, agents first. */
  readonly removed: readonly PluginItem[];
}

export interface ApplyOptions {
  /** Writes over rows that were edited since, and takes over rows that no plugin owns. Default: false. */
  readonly force?: boolean;
}

/**
 * Makes the plugin's rows those of the manifest, in one transaction: servers, skills, agents, then what left is removed.
 * Refused as a whole where a row is in use, was edited since, or belongs to another plugin. Twice writes nothing.
 */
export async function applyPlugin(
  registry: Registry,
  manifest: PluginManifest,
  options: ApplyOptions = {},
): Promise<AppliedPlugin> {
  const spec = manifestSpec(manifest);
  return registry.write((database) => apply(database, spec, options));
}

export type PluginPlan =
  | (AppliedPlugin & { readonly ok: true })
  | { readonly ok: false; readonly refusal: RegistryError };

/** What `applyPlugin` would do now, or the refusal it would meet. Writes nothing. */
export async function planPlugin(
  registry: Registry,
  manifest: PluginManifest,
  options: ApplyOptions = {},
): Promise<PluginPlan> {
  let plan: AppliedPlugin | undefined;
  try {
    const spec = manifestSpec(manifest);
    await registry.write(async (database) => {
      plan = await apply(database, spec, options);
      await database.execute('set constraints all immediate');
      throw ONLY_PLANNED;
    });
  } catch (error) {
    if (error === ONLY_PLANNED && plan) return { ok: true, ...plan };
    if (error instanceof RegistryError) return { ok: false, refusal: error };
    throw error;
  }
  throw new Error('A plan ended without being taken back.');
}

/** Takes the transaction of a plan back. */
const ONLY_PLANNED = new Error('only planned');

async function apply(
  database: Queryable,
  { json, items }: Spec,
  { force = false }: ApplyOptions,
): Promise<AppliedPlugin> {
  // A manifest is one statement, however much it holds.
  await database.query(
    `select set_config('statement_timeout', least(setting::bigint * $1::integer, 2147483647)::text, true)
     from pg_settings where name = 'statement_timeout'`,
    [1 + Math.floor(items / ITEMS_IN_TIME) + Math.floor(json.length / CHARACTERS_IN_TIME)],
  );
  return call<AppliedPlugin>(database, 'apply_plugin', [
    { type: 'jsonb', value: json },
    { type: 'boolean', value: force },
  ]);
}

/** So much is written well within the time that any statement has; a manifest has that time once for each of them. */
const ITEMS_IN_TIME = 500;
const CHARACTERS_IN_TIME = 4_194_304;

interface Spec {
  readonly json: string;
  readonly items: number;
}

/** Its parts are written one by one, since a text that is too long cannot be made at all. */
function manifestSpec({ name, version, source, servers = [], skills = [], agents = [] }: PluginManifest): Spec {
  let length = 0;
  const write = (part: unknown) => {
    const text = JSON.stringify(part);
    length += text.length;
    if (length > LIMITS.pluginBytes)
      throw new RegistryError(
        'manifest-too-large',
        `The manifest of "${name}" has more than ${LIMITS.pluginBytes.toLocaleString('en')} bytes, with files in base64.`,
        { ways: ['Divide it among several plugins.'] },
      );
    return text;
  };
  const head = write({
    name,
    ...(version === undefined ? {} : { version }),
    ...(source === undefined ? {} : { source }),
  });
  const lists = [
    `"servers":[${servers.map(write)}]`,
    `"skills":[${skills.map(({ source, ...options }) => write(skillSpecWith(source, options)))}]`,
    `"agents":[${agents.map((agent) => write(agentSpec(agent)))}]`,
  ];
  return { json: `${head.slice(0, -1)},${lists}}`, items: servers.length + skills.length + agents.length };
}
