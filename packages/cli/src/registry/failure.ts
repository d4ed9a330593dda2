import { RegistryError, type RegistryErrorCode } from '@skillscope/runtime';
import { EXIT } from '../exit-codes.ts';
import { installLine } from './install-line.ts';

/** A refusal as `--json` prints it; `hint` and `candidates` are what every failure of the command has. */
export interface RegistryFailure {
  readonly code: RegistryErrorCode | 'unreadable';
  readonly message: string;
  readonly hint?: string;
  readonly candidates: readonly string[];
  readonly ways: readonly string[];
  readonly facts: Readonly<Record<string, unknown>>;
}

/**
 * What a failure of the registry, of its database or of the file system says to a person, without a stack and without
 * the given secrets. `undefined` for a fault of our own.
 */
export function failureOf(error: unknown, secrets: readonly string[] = []): RegistryFailure | undefined {
  const failure = plainFailure(error);
  return failure && (withoutSecrets(failure, secrets) as RegistryFailure);
}

/** The exit code of a refusal; see docs/output.md. */
export function exitOf(code: RegistryFailure['code']): number {
  if (code === 'not-approved') return EXIT.withheld;
  if (code === 'unreadable' || NOTHING.has(code)) return EXIT.nothing;
  return EXIT.refused;
}

const NOTHING: ReadonlySet<RegistryErrorCode> = new Set([
  'unknown-agent',
  'unknown-branch',
  'unknown-digest',
  'unknown-file',
  'unknown-label',
  'unknown-plugin',
  'unknown-run',
  'unknown-server',
  'unknown-skill',
  'unknown-version',
  'database-failed',
  'driver-missing',
  'no-permission',
  'registry-behind',
  'registry-busy',
  'registry-damaged',
  'registry-in-use',
  'registry-missing',
  'registry-newer',
  'registry-unreachable',
]);

/** How the command says what the library says to a program. */
const WAYS: Partial<Record<RegistryErrorCode, readonly string[]>> = {
  'registry-missing': ['`skillscope registry open` makes one there.'],
  'registry-behind': ['`skillscope registry open`, as a user that may create roles and schemas, brings it up to date.'],
};

/** The same of single ways, by what the library says. */
const SPOKEN: Readonly<Record<string, string>> = {
  'Apply by force to take it over.': '`apply --force` takes it over.',
  'Apply by force to write over it.': '`apply --force` writes over it.',
  'Apply by force to put this one in its place.': '`apply --force` puts this one in its place.',
  'Apply by force to remove it.': '`apply --force` removes it.',
  'Put the agent with an `always` that leaves the skill out, then detach it.':
    'Take the skill out of `always` first: `skillscope registry put <file> --agent`.',
};

function plainFailure(error: unknown): RegistryFailure | undefined {
  if (error instanceof RegistryError) return refusalOf(error);
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  if ('syscall' in error) return { code: 'unreadable', message: `${error.message}.`, ...NO_WAY };
  // Both drivers tell of a failed statement by a code of five characters.
  if (!/^[0-9A-Z]{5}$/.test(error.code)) return undefined;
  return {
    code: 'database-failed',
    message: `The database failed (${error.code}): ${error.message}.`,
    ...NO_WAY,
    hint: FAILED_WAY,
    ways: [FAILED_WAY],
  };
}

const FAILED_WAY =
  'Where it fails again: a server has a log that says more; of a directory, restore the last dump into a new one.';

const NO_WAY = { candidates: [], ways: [], facts: {} } as const;

export function refusalOf({ code, message, ways: said, facts }: RegistryError): RegistryFailure {
  const ways =
    code === 'driver-missing' ? [installLine(stringsOf(facts['packages']))] : (WAYS[code] ?? said.map(spoken));
  const hint = ways.join(' ');
  return { code, message, ...(hint === '' ? {} : { hint }), candidates: stringsOf(facts['candidates']), ways, facts };
}

function spoken(way: string): string {
  return SPOKEN[way] ?? way;
}

function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return secrets.reduce((text, secret) => text.replaceAll(secret, '***'), value);
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutSecrets(one, secrets)]));
}
