import type { Folder } from './folder.ts';
import type { ManifestNoteCode } from './manifest-reading.ts';

/** What the plugins that are read together may still take. */
export interface Allowance {
  bytes: number;
}

/** One plugin while it is read. */
export interface PluginReading {
  readonly name: string;
  readonly folder: Folder;
  readonly allowance: Allowance;
  /** What is said of a component, in the order in which it counts, with the place where it is said. */
  declared(key: string): readonly { readonly value: unknown; readonly at: string }[];
  /** Whether the folder or file that a component has by default counts too. */
  readonly defaults: { readonly skills: boolean; readonly agents: boolean; readonly mcpServers: boolean };
  note(code: ManifestNoteCode, at: string, message: string): void;
}

/** As it is written in JSON, for a message. */
export function quoted(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 80);
}

/** As Claude Code calls a part of a plugin: two plugins may each have one of a name. */
export function nameWithin({ name }: Pick<PluginReading, 'name'>, part: string): string {
  return `${name}:${part}`;
}
