import type { PluginManifest } from '../registry/plugins.ts';

/** Something about a manifest that is worth knowing and kept nothing else from being read. */
export interface ManifestNote {
  /** Kebab-case, stable, documented in docs/registry.md. */
  readonly code: ManifestNoteCode;
  /** What it is about: a path below the plugin, or a place in the manifest such as `plugins[2].source`. Not cleaned. */
  readonly at: string;
  /** One sentence for people. Not cleaned. */
  readonly message: string;
}

export const MANIFEST_NOTE_CODES = [
  'agent-left-out',
  'agent-part-left-out',
  'duplicate',
  'missing',
  'name-differs',
  'not-taken',
  'outside',
  'plugin-left-out',
  'remote-source',
  'server-left-out',
  'skill-left-out',
  'skill-not-attached',
  'too-many',
  'unknown-key',
  'wrong-type',
] as const;

export type ManifestNoteCode = (typeof MANIFEST_NOTE_CODES)[number];

/** A manifest as `planPlugin` and `applyPlugin` take it. Every agent, skill and server in it is complete. */
export interface ManifestReading {
  readonly manifest: PluginManifest;
  readonly format: 'skillscope' | 'claude-plugin';
  readonly notes: readonly ManifestNote[];
}

export interface MarketplaceReading {
  /** As the marketplace calls itself. Not cleaned. */
  readonly name: string;
  /** One for each plugin that lies on this machine and can be read, in the order of the file. */
  readonly readings: readonly ManifestReading[];
  /** About the plugins that have no reading. */
  readonly notes: readonly ManifestNote[];
}
