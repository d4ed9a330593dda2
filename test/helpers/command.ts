import { main, type Surroundings } from '../../packages/cli/src/main.ts';
import { plant } from './tree.ts';

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface CommandOptions {
  readonly directory: string;
  /** Default: a fresh one for each call. */
  readonly cache?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly stdout?: Surroundings['stdout'];
  /** What somebody at the terminal answers; default nobody sits there. */
  readonly says?: string;
  /** What is written to its standard input. */
  readonly input?: string;
}

/** Runs one command line in this process, with a home and a cache of its own. */
export async function command(argv: readonly string[], options: CommandOptions): Promise<Outcome> {
  let out = '';
  let err = '';
  const code = await main(argv, {
    environment: { SKILLSCOPE_CACHE: options.cache ?? plant({}), ...options.environment },
    directory: options.directory,
    home: plant({}),
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    ...(options.input === undefined ? {} : { stdin: once(options.input) }),
    stdout: options.stdout ?? {},
    stderr: {},
    ...(options.says === undefined ? {} : { ask: async () => options.says ?? '' }),
  });
  return { code, out, err };
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
