/**
 * Why the registry said no. Those of the first part come from the database and meet every client; the rest concern
 * opening it. Stable. docs/registry.md explains each.
 */
export const REGISTRY_ERROR_CODES = [
  'agent-has-runs',
  'agent-too-long',
  'always-not-attached',
  'bad-archive',
  'bad-dump',
  'bad-file',
  'bad-manifest',
  'bad-name',
  'bad-value',
  'body-too-long',
  'description-too-long',
  'duplicate-skill',
  'edited-since',
  'immutable',
  'listing-too-long',
  'manifest-too-large',
  'name-mismatch',
  'no-body',
  'no-description',
  'no-tenant',
  'no-vectors',
  'not-approved',
  'not-empty',
  'not-owned',
  'not-strict',
  'not-text',
  'other-source',
  'owned-by-plugin',
  'reserved-label',
  'run-closed',
  'server-in-use',
  'server-not-bound',
  'skill-in-use',
  'skill-recorded',
  'too-many-files',
  'turn-recorded',
  'unknown-agent',
  'unknown-branch',
  'unknown-digest',
  'unknown-file',
  'unknown-key',
  'unknown-label',
  'unknown-plugin',
  'unknown-run',
  'unknown-server',
  'unknown-skill',
  'unknown-version',
  'unreadable-skill',
  'version-conflict',
  'constraint',
  'database-failed',
  'no-permission',
  'registry-behind',
  'registry-busy',
  'registry-damaged',
  'registry-in-use',
  'registry-missing',
  'registry-newer',
  'registry-unreachable',
  'driver-missing',
] as const;

export type RegistryErrorCode = (typeof REGISTRY_ERROR_CODES)[number];

export interface RegistryErrorOptions {
  /** Each a sentence: what the caller may do instead. */
  readonly ways: readonly string[];
  /** What the refusal is about, by name: `agent`, `skill`, `server`, `expected`, `actual`, `candidates`, … */
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** A refusal of the registry: `message` says what, `ways` are the ways out. Nothing was written. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  readonly code: RegistryErrorCode;
  readonly ways: readonly string[];
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(code: RegistryErrorCode, message: string, options: RegistryErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.ways = options.ways;
    this.facts = options.facts ?? {};
  }
}
