import { setFlagsFromString } from 'node:v8';
import { openRegistry, type Registry, RegistryError, type RegistryScope } from '@skillscope/runtime';
import type { Run } from '../main.ts';
import { printJson } from '../print/json.ts';
import { printRegistryFailure } from '../print/registry.ts';
import { terminalOf } from '../terminal.ts';
import { exitOf, failureOf } from './failure.ts';
import { loginOf } from './login-of.ts';
import { readTarget, type Target, type TargetFlags } from './target.ts';

/** What every command of the registry can be told. */
export interface RegistryFlags extends TargetFlags {
  readonly tenant?: string;
  readonly principal?: string;
}

/** `makes`: what is missing is made. `reads`: a user that may only read will do. */
export type Access = 'makes' | 'writes' | 'reads';

export interface OpenedRegistry {
  readonly registry: Registry;
  readonly target: Target;
  readonly principal: string | undefined;
}

type Opening = Parameters<typeof openRegistry>[0];

/** Milliseconds that a command waits for another one that has the directory open: most are over sooner. */
const OWNER_TIMEOUT = 10_000;

/**
 * Opens the registry that a line names, as `openRegistry` does or as `openWith` says, and closes it after `use`. A
 * refusal, a failing database and a file that cannot be read are printed here, without a stack and without a password.
 * Gives the exit code.
 */
export async function withRegistry(
  run: Run,
  flags: RegistryFlags,
  access: Access,
  use: (opened: OpenedRegistry) => Promise<number>,
  openWith: (options: Opening) => Promise<Registry> = openRegistry,
): Promise<number> {
  const { surroundings } = run;
  const target = readTarget(flags, surroundings.environment, () => surroundings.directory);
  try {
    const principal = flags.principal ?? loginOf(surroundings.environment);
    const scope = {
      ...(flags.tenant === undefined ? {} : { tenant: flags.tenant }),
      ...(principal === undefined ? {} : { principal }),
    };
    const onWait = (owner: number | undefined) => {
      const who = owner === undefined ? 'another process' : `process ${owner}`;
      const seconds = OWNER_TIMEOUT / 1000;
      surroundings.err(`The registry is open in ${who}; waiting for it, ${seconds} seconds at most.\n`);
    };
    const registry = await open(target, access, scope, onWait, openWith);
    try {
      return await use({ registry, target, principal });
    } finally {
      await registry.close();
    }
  } catch (error) {
    const failure = failureOf(error, target.secrets);
    if (failure === undefined) throw error;
    if (run.options.json) surroundings.out(`${printJson({ error: failure })}\n`);
    else {
      const terminal = terminalOf(surroundings.stderr, surroundings.environment, run.options);
      surroundings.err(`${printRegistryFailure(failure, terminal)}\n`);
    }
    return exitOf(failure.code);
  }
}

/**
 * How long a function of the database runs before V8 compiles it once more, in V8's own measure and as high as it goes.
 * By default that is so soon that a command of half a second compiles for two more, the last of them after its answer.
 */
const EAGERNESS = '--wasm-tiering-budget=2147483647';

async function open(
  { place, kind }: Target,
  access: Access,
  scope: RegistryScope,
  onWait: (owner: number | undefined) => void,
  openWith: (options: Opening) => Promise<Registry>,
): Promise<Registry> {
  if (kind === 'directory') setFlagsFromString(EAGERNESS);
  const patience = kind === 'directory' ? { ownerTimeout: OWNER_TIMEOUT, onWait } : {};
  const options = { ...place, ...patience, ...scope, migrate: access === 'makes' };
  try {
    return await openWith(options);
  } catch (error) {
    const mayReadOnly = access === 'reads' && error instanceof RegistryError && error.code === 'no-permission';
    if (!mayReadOnly) throw error;
    return openWith({ ...options, readOnly: true });
  }
}
