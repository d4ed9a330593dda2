import { REGISTRY_ERROR_CODES, RegistryError, type RegistryErrorCode } from './registry-error.ts';

/** What both drivers tell of a failed statement. */
interface DatabaseFailure {
  readonly message: string;
  readonly code: string;
  readonly detail?: string;
  readonly constraint?: string;
}

const REFUSED = 'SK001';
/** A damaged page, a damaged index, a file that is not there. */
const DAMAGE: ReadonlySet<string> = new Set(['XX001', 'XX002', '58P01']);

/**
 * What the registry says in place of a driver's failure. What a constraint's failure quotes is left out: the names of
 * constraints are ours, the values may be anybody's. A failure that is neither is given back as it came.
 */
export function registryErrorOf(failure: unknown): unknown {
  if (failure instanceof RegistryError || !isDatabaseFailure(failure)) return failure;
  const { code } = failure;
  if (code === REFUSED) return refusalOf(failure);
  if (code.startsWith('23'))
    return new RegistryError('constraint', `The database refuses this by its constraint "${failure.constraint}".`, {
      ways: ['Give values that the schema allows.'],
      facts: { constraint: failure.constraint },
    });
  if (code === '42501')
    return new RegistryError('no-permission', 'This role may not do that.', {
      ways: ['Use a role that is a member of `skillscope_app`; a registry opened for reading writes nothing.'],
      cause: failure,
    });
  if (code === '57014' || code === '55P03' || code === '53300')
    return new RegistryError('registry-busy', 'The database took too long or has no room for another connection.', {
      ways: ['Try again, or raise the timeout or the number of connections.'],
      cause: failure,
    });
  if (DAMAGE.has(code))
    return new RegistryError('registry-damaged', `A part of the database is damaged (${code}).`, {
      ways: ['Dump what can still be read, set the registry aside, open a new one, and restore a dump into it.'],
      cause: failure,
    });
  if (isUnreachable(code))
    return new RegistryError('registry-unreachable', `The database cannot be reached (${code}).`, {
      ways: ['See that the server runs, and that address, user, password and TLS are right.'],
      cause: failure,
    });
  return failure;
}

/** True when the same transaction may succeed if it is run again. */
export function isPassing(failure: unknown): boolean {
  return isDatabaseFailure(failure) && (failure.code === '40001' || failure.code === '40P01');
}

function refusalOf(failure: DatabaseFailure): RegistryError {
  const { code, ways, facts } = JSON.parse(failure.detail ?? '{}') as {
    readonly code: string;
    readonly ways: readonly string[];
    readonly facts: Readonly<Record<string, unknown>>;
  };
  const known = REGISTRY_ERROR_CODES.find((one): one is RegistryErrorCode => one === code);
  return new RegistryError(known ?? 'constraint', failure.message, { ways, facts });
}

/** Classes 08, 28, 3D and 57P are about the connection, as are the codes of the operating system and of TLS. */
function isUnreachable(code: string): boolean {
  return /^(?:08...|28...|3D...|57P..|E[A-Z]{3,}|[A-Z_]*(?:CERT|TLS|SSL)[A-Z_]*)$/.test(code);
}

function isDatabaseFailure(failure: unknown): failure is DatabaseFailure {
  return failure instanceof Error && 'code' in failure && typeof failure.code === 'string';
}
