import { SkillscopeError } from '@skillscope/core';
import {
  type Agent,
  listToolServers,
  listVersions,
  type PluginCard,
  type Registry,
  RegistryError,
  type ResourceEntry,
  type RunRecord,
  readAgent,
  readPlugin,
  readResource,
  readRun,
  readSkill,
  readSkillCard,
  type SkillCard,
  type SkillVersion,
  type ToolServer,
  type VersionChoice,
} from '@skillscope/runtime';

export interface ShowFlags extends VersionChoice {
  readonly agent?: boolean;
  readonly plugin?: boolean;
  readonly server?: boolean;
  readonly run?: boolean;
  /** With its text. */
  readonly body?: boolean;
  /** One of its files instead, by its path. */
  readonly file?: string;
}

/** One version of a skill. */
export interface ShownVersion {
  readonly version: number;
  readonly digest: string;
  readonly entry: string;
  readonly origin: Readonly<Record<string, unknown>>;
  readonly findings: readonly unknown[];
  readonly files: readonly ResourceEntry[];
  /** Everything before the body, with `--body`. */
  readonly head?: string;
  readonly body?: string;
}

export interface ShownSkill extends SkillCard {
  /** The newest first. */
  readonly versions: readonly SkillVersion[];
  /** The version that was asked for. Absent where it is withheld and `--review` was not given. */
  readonly shown?: ShownVersion;
}

export interface ShownFile {
  readonly skill: string;
  readonly path: string;
  readonly kind: 'text' | 'script';
  readonly digest: string;
  readonly text: string;
}

export type ShowAnswer =
  | { readonly skill: ShownSkill }
  | { readonly file: ShownFile }
  | { readonly agent: Agent }
  | { readonly plugin: PluginCard }
  | { readonly server: Required<ToolServer> }
  | { readonly run: RunRecord };

/** Everything about one skill, or about an agent, plugin, server or run where a flag says so. Throws `usage` for two. */
export async function show(registry: Registry, name: string, flags: ShowFlags): Promise<ShowAnswer> {
  const kinds = (['agent', 'plugin', 'server', 'run'] as const).filter((kind) => flags[kind]);
  const [kind] = kinds;
  if (kinds.length > 1) throw new SkillscopeError('usage', `--${kinds.join(' and --')} ask for two things.`);
  switch (kind) {
    case 'agent':
      return { agent: await readAgent(registry, name) };
    case 'plugin':
      return { plugin: await readPlugin(registry, name) };
    case 'run':
      return { run: await readRun(registry, name) };
    case 'server':
      return { server: await readServer(registry, name) };
    default:
      return flags.file === undefined
        ? { skill: await shownSkill(registry, name, flags) }
        : { file: await shownFile(registry, name, flags.file, flags) };
  }
}

async function shownSkill(registry: Registry, name: string, flags: ShowFlags): Promise<ShownSkill> {
  const card = await readSkillCard(registry, name);
  const versions = await listVersions(registry, name);
  const shown = await shownVersion(registry, name, flags);
  return { ...card, versions, ...(shown === undefined ? {} : { shown }) };
}

async function shownVersion(registry: Registry, name: string, flags: ShowFlags): Promise<ShownVersion | undefined> {
  try {
    const { version, digest, entry, origin, findings, files, head, body } = await readSkill(registry, name, flags);
    return { version, digest, entry, origin, findings, files, ...(flags.body ? { head, body } : {}) };
  } catch (error) {
    const isWithheld = error instanceof RegistryError && error.code === 'not-approved';
    if (isWithheld && !flags.body) return undefined;
    throw error;
  }
}

async function shownFile(registry: Registry, skill: string, path: string, choice: VersionChoice): Promise<ShownFile> {
  const { kind, digest, content } = await readResource(registry, skill, path, choice);
  if (kind === 'binary')
    throw new SkillscopeError('unservable-file', `"${path}" of "${skill}" is no text.`, {
      hint: '`skillscope registry export` writes it into a directory.',
    });
  return { skill, path, kind, digest, text: Buffer.from(content).toString('utf8') };
}

async function readServer(registry: Registry, name: string): Promise<Required<ToolServer>> {
  const servers = await listToolServers(registry);
  const found = servers.find((server) => server.name === name);
  if (found) return found;
  throw new RegistryError('unknown-server', `There is no tool server "${name.slice(0, 80)}".`, {
    ways: ['Register it first, or use the name of one that exists.'],
    facts: { server: name.slice(0, 80), candidates: servers.slice(0, 5).map((server) => server.name) },
  });
}
