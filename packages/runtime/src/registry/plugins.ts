import { type AgentChange, agentSpec } from './agents.ts';
import { call, json } from './call.ts';
import { type PutSkillOptions, skillSpecWith } from './put-skill.ts';
import type { Registry } from './registry.ts';
import { RegistryError } from './registry-error.ts';
import type { SkillSource } from './skill-source.ts';
import type { Queryable } from './store.ts';
import type { ToolServer } from './tool-servers.ts';

/** A section that is left out is empty: a manifest with nothing but a name uninstalls. */
export interface PluginManifest {
  readonly name: string;
  readonly version?: string;
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
  const spec = manifestSpec(manifest);
  let plan: AppliedPlugin | undefined;
  try {
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

function apply(database: Queryable, spec: unknown, { force = false }: ApplyOptions): Promise<AppliedPlugin> {
  return call<AppliedPlugin>(database, 'apply_plugin', [json(spec), { type: 'boolean', value: force }]);
}

function manifestSpec({ name, version, servers = [], skills = [], agents = [] }: PluginManifest): unknown {
  return {
    name,
    ...(version === undefined ? {} : { version }),
    servers,
    skills: skills.map(({ source, ...options }) => skillSpecWith(source, options)),
    agents: agents.map(agentSpec),
  };
}
