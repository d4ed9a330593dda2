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

/**
 * Opens the registry that a line names, and closes it after `use`. A refusal, a failing database and a file that cannot
 * be read are printed here, without a stack and without a password. Gives the exit code.
 */
export async function withRegistry(
  run: Run,
  flags: RegistryFlags,
  access: Access,
  use: (opened: OpenedRegistry) => Promise<number>,
): Promise<number> {
  const { surroundings } = run;
  const target = readTarget(flags, surroundings.environment, () => surroundings.directory);
  try {
    const principal = flags.principal ?? loginOf(surroundings.environment);
    const registry = await open(target, access, {
      ...(flags.tenant === undefined ? {} : { tenant: flags.tenant }),
      ...(principal === undefined ? {} : { principal }),
    });
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

async function open({ place, kind }: Target, access: Access, scope: RegistryScope): Promise<Registry> {
  if (kind === 'directory') setFlagsFromString(EAGERNESS);
  const options = { ...place, ...scope, migrate: access === 'makes' };
  try {
    return await openRegistry(options);
  } catch (error) {
    const mayReadOnly = access === 'reads' && error instanceof RegistryError && error.code === 'no-permission';
    if (!mayReadOnly) throw error;
    return openRegistry({ ...options, readOnly: true });
  }
}
