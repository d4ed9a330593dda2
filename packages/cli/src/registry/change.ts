import { SkillscopeError } from '@skillscope/core';
import {
  applyPlugin,
  attachSkill,
  bindServer,
  detachSkill,
  listVersions,
  type Registry,
  readPlugin,
  removeAgent,
  removeLabel,
  removeSkill,
  removeToolServer,
  setLabel,
  unbindServer,
} from '@skillscope/runtime';

export interface AttachAnswer {
  readonly agent: string;
  readonly skill: string;
  readonly status: 'attached' | 'already' | 'detached' | 'absent';
}

export async function attach(registry: Registry, agent: string, skill: string): Promise<AttachAnswer> {
  return { agent, skill, ...(await attachSkill(registry, agent, skill)) };
}

export async function detach(registry: Registry, agent: string, skill: string): Promise<AttachAnswer> {
  return { agent, skill, ...(await detachSkill(registry, agent, skill)) };
}

export interface BindAnswer {
  readonly agent: string;
  readonly server: string;
  /** The tools allowed; absent for all of them. */
  readonly tools?: readonly string[];
  readonly status: 'bound' | 'already' | 'unbound' | 'absent';
}

export async function bind(
  registry: Registry,
  agent: string,
  server: string,
  tools?: readonly string[],
): Promise<BindAnswer> {
  const { status } = await bindServer(registry, agent, server, tools);
  return { agent, server, ...(tools === undefined ? {} : { tools }), status };
}

export async function unbind(registry: Registry, agent: string, server: string): Promise<BindAnswer> {
  return { agent, server, ...(await unbindServer(registry, agent, server)) };
}

export interface LabelAnswer {
  readonly skill: string;
  readonly label: string;
  /** Absent where the label was taken away. */
  readonly version?: number;
  readonly status: 'set' | 'already' | 'removed' | 'absent';
}

/** Points a label at a version, by default the newest, or takes it away. */
export async function label(
  registry: Registry,
  skill: string,
  name: string,
  change: { readonly version?: number; readonly remove?: boolean },
): Promise<LabelAnswer> {
  if (change.remove) {
    if (change.version !== undefined) throw new SkillscopeError('usage', '--remove takes no version.');
    return { skill, label: name, status: (await removeLabel(registry, skill, name)) ? 'removed' : 'absent' };
  }
  // Of a skill that is not there, the database says so.
  const version = change.version ?? (await listVersions(registry, skill))[0]?.version ?? 1;
  return { skill, label: name, version, status: (await setLabel(registry, skill, name, version)) ? 'set' : 'already' };
}

export interface RemoveFlags {
  readonly agent?: boolean;
  readonly server?: boolean;
  readonly plugin?: boolean;
}

export interface RemoveAnswer {
  readonly removed: readonly { readonly kind: 'skill' | 'agent' | 'server' | 'plugin'; readonly name: string }[];
}

/** Removes a skill with all versions, or an agent, a server, or a plugin with what it owns. Refused while in use. */
export async function remove(registry: Registry, name: string, flags: RemoveFlags): Promise<RemoveAnswer> {
  const kinds = (['agent', 'server', 'plugin'] as const).filter((kind) => flags[kind]);
  const [kind = 'skill'] = kinds;
  if (kinds.length > 1) throw new SkillscopeError('usage', `--${kinds.join(' and --')} ask for two things.`);
  switch (kind) {
    case 'agent':
      await removeAgent(registry, name);
      break;
    case 'server':
      await removeToolServer(registry, name);
      break;
    case 'plugin': {
      await readPlugin(registry, name);
      const { removed } = await applyPlugin(registry, { name });
      return { removed: [...removed, { kind, name }] };
    }
    case 'skill':
      await removeSkill(registry, name);
  }
  return { removed: [{ kind, name }] };
}
