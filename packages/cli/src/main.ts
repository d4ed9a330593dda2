import { isAbsolute, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { cleanLine, cleanText, LIMITS, SkillscopeError, shortenMiddle } from '@skillscope/core';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { fromProcess } from './from-process.ts';
import { isDirectory, type LookupRequest } from './lookup.ts';
import { printJson } from './print/json.ts';
import { runList } from './run/list.ts';
import { runStatus } from './run/status.ts';
import { SETTINGS, type Setting } from './settings.ts';
import { type Terminal, terminalOf } from './terminal.ts';
import { VERSION } from './version.ts';

/** Where a run reads from and writes to; tests hand in their own. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The current directory, absolute. Read only where it is needed, since it may be gone. */
  readonly directory: string;
  readonly home: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Default: this process's. Read by `hook` only. */
  readonly stdin?: AsyncIterable<Uint8Array>;
  readonly stdout: { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: { readonly isTTY?: boolean; readonly columns?: number };
  /** Asks whoever sits at the terminal, and gives the line they wrote; absent where nobody does. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
}

interface SharedOptions {
  readonly project?: string;
  readonly ecosystem?: readonly string[];
  readonly json?: boolean;
  readonly color: boolean;
  readonly cache: boolean;
}

/** What one command works with: its surroundings and the shared options, already read. */
export interface Run {
  readonly surroundings: Surroundings;
  readonly options: SharedOptions;
  /** Read only by commands that ask about a project: it throws `usage` where `--project` names no directory. */
  readonly request: LookupRequest;
  readonly terminal: Terminal;
  /** Prints an answer: as JSON when asked for, else as the text that `print` makes of it. */
  readonly answer: <T>(value: T, print: (value: T, terminal: Terminal) => string) => void;
}

/**
 * Runs one command line and gives its exit code; see `EXIT`. Never calls `process.exit`, and throws nothing.
 *
 * @param argv arguments without the program's name
 */
export async function main(argv: readonly string[], surroundings: Surroundings = thisProcess()): Promise<number> {
  let code: number = EXIT.answered;
  try {
    const program = describe(argv, surroundings, (exit) => {
      code = exit;
    });
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    return report(error, argv, surroundings);
  }
}

/**
 * How much of a function runs, in bytes of bytecode, before V8 makes optimised code of it. Its own default is an eighth:
 * most commands end before that code has paid for its making, which takes a third of their time.
 */
const INTERRUPT_BUDGET = 1_000_000;

function thisProcess(): Surroundings {
  setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`);
  return fromProcess();
}

function describe(argv: readonly string[], surroundings: Surroundings, exit: (code: number) => void): Command {
  const program = shared(new Command('skillscope'))
    .enablePositionalOptions()
    .description('What the libraries of this project say about using them, for the version it uses.')
    .version(VERSION, '-V, --version')
    .configureOutput({
      writeOut: surroundings.out,
      writeErr: (text) =>
        wantsJson(argv) || surroundings.err(cleanText(shortenMiddle(text, LIMITS.usageCharacters)).text),
    })
    .showHelpAfterError('(skillscope --help shows every command)');

  /** Its options only where the line may name it: to make those of all would take as long as an answer. */
  function offer(usage: string, description: string, configure: (command: Command) => void): void {
    const command = program.command(usage).description(description).exitOverride();
    if (argv.includes(command.name())) configure(shared(command));
  }

  offer('list', 'list the skills that dependencies ship, direct dependencies first', (offered) =>
    offered
      .option('--direct', 'only direct dependencies')
      .option('--all', 'also dependencies that ship no skill')
      .action(async (options, command) => {
        await runList(runOf(command, surroundings), options);
      }),
  );

  offer('read <library> [file]', "read a skill's text, or one of its files: <library>[#skill] [file]", (offered) =>
    offered
      .option('--page <number>', 'page of a long text', positiveInteger)
      .action(async (library, file, options, command) => {
        const { runRead } = await import('./run/read.ts');
        exit(await runRead(runOf(command, surroundings), { library, file, page: options.page }));
      }),
  );

  offer('search <need...>', 'find skills and libraries in scope by what you need, in plain words', (offered) =>
    offered
      .option(
        '--term <names>',
        'names such an API might carry, separated by commas or given again; a few help',
        commaList,
      )
      .option('--limit <number>', 'most results of a kind', positiveInteger)
      .action(async (need: string[], options, command) => {
        const { runSearch } = await import('./run/search.ts');
        await runSearch(runOf(command, surroundings), {
          need: need.join(' '),
          terms: options.term ?? [],
          limit: options.limit,
        });
      }),
  );

  offer('status', 'show what was found as evidence, how fresh it is and what is missing', (command) =>
    command.action(async (_options, command) => {
      await runStatus(runOf(command, surroundings));
    }),
  );

  offer(
    'sbom',
    "run this project's own Gradle or Maven, so that it reports what the project uses and fetches the sources; the only command that runs a build tool",
    (command) =>
      command
        .option('--offline', 'have the build tool use only what it has already downloaded')
        .option(
          '--script',
          'run nothing: print the script that Gradle is given, for a build that wants to apply it itself',
        )
        .action(async (options, command) => {
          const { runSbom } = await import('./run/sbom.ts');
          exit(await runSbom(runOf(command, surroundings), options));
        }),
  );

  offer('approve [libraries...]', 'look at skills and approve exactly these texts: <library>[#skill]…', (offered) =>
    offered
      .option('--all', 'every skill in scope')
      .option('--yes', 'write it without asking')
      .option('--dry-run', 'only show it')
      .action(async (libraries, options, command) => {
        const { runApprove } = await import('./run/approve.ts');
        exit(await runApprove(runOf(command, surroundings), libraries, options));
      }),
  );

  offer('revoke [libraries...]', 'take approvals back: <library>[#skill]…', (offered) =>
    offered
      .option('--all', 'every approval')
      .option('--dry-run', 'only show it')
      .action(async (libraries, options, command) => {
        const { runRevoke } = await import('./run/revoke.ts');
        exit(await runRevoke(runOf(command, surroundings), libraries, options));
      }),
  );

  offer('audit', 'look through every skill in scope: what was noticed, what policies and approvals say', (offered) =>
    offered.option('--sarif', 'print it as SARIF 2.1.0').action(async (options, command) => {
      const { runAudit } = await import('./run/audit.ts');
      exit(await runAudit(runOf(command, surroundings), options));
    }),
  );

  offer(
    'cache [action]',
    'show the cache of this machine; "warm" looks through the stores of libraries here, "clear" empties it, "path" prints where it is',
    (command) =>
      command.action(async (action, _options, command) => {
        const { runCache } = await import('./run/cache.ts');
        await runCache(runOf(command, surroundings), action ?? 'show');
      }),
  );

  offer('mcp', 'serve the same answers over MCP on standard input and output', (command) =>
    command.action(async (_options, command) => {
      const { runMcp } = await import('./run/mcp.ts');
      exit(await runMcp(runOf(command, surroundings)));
    }),
  );

  offer(
    'hook [event]',
    "answer a coding agent's hook, session-start or edit, from the JSON that the agent writes to standard input; see init --hooks",
    (command) =>
      command
        .option(
          '--max-bytes <number>',
          'most bytes of a text; default: 8192 at the start of a session, 4096 at an edit',
        )
        .action(async (event, options, command) => {
          const { runHook } = await import('./run/hook.ts');
          exit(await runHook(runOf(command, surroundings), { event, ...options }));
        }),
  );

  offer('sync', 'bring the index that init --index wrote up to date; --check only says whether it is', (command) =>
    command
      .option('--check', 'write nothing; exit code 3 when an index is out of date')
      .option('--max-bytes <number>', 'most bytes of an index; default: 8192', positiveInteger)
      .action(async (options, command) => {
        const { runSync } = await import('./run/sync.ts');
        exit(await runSync(runOf(command, surroundings), options));
      }),
  );

  for (const action of ['init', 'uninstall'] as const) {
    offer(
      action,
      action === 'init'
        ? 'set up the coding agents found here: MCP entry and our own skill; shows a diff, --apply writes it'
        : 'take back what init wrote; shows a diff, --apply writes it',
      (command) => {
        if (action === 'init')
          command
            .option('--hooks', 'also have the agents ask at the start of a session and at edits')
            .option('--index', 'also keep an index of the skills in their instruction files; see sync');
        command
          .option('--agent <ids>', 'agents, separated by commas; default: those found', commaList)
          .option('--all-agents', 'every supported agent')
          .option('--scope <scope>', 'project or user', 'project')
          .option('--apply', 'write the changes')
          .option('--no-skill', 'leave our own skill out')
          .option('--no-mcp', 'leave the MCP entry out')
          .action(async (options, command) => {
            const { runSetup } = await import('./run/setup.ts');
            exit(await runSetup(runOf(command, surroundings), action, options));
          });
      },
    );
  }
  return program;
}

function shared(command: Command): Command {
  command.exitOverride();
  for (const { flag, text, list } of Object.values<Setting>(SETTINGS)) {
    if (flag && list) command.option(flag, text, commaList);
    else if (flag) command.option(flag, text);
  }
  return command;
}

function runOf(command: Command, surroundings: Surroundings): Run {
  const options = sharedOptions(command);
  const terminal = terminalOf(surroundings.stdout, surroundings.environment, options);
  return {
    surroundings,
    options,
    terminal,
    get request() {
      return {
        start: startOf(options.project, surroundings),
        explicit: options.project !== undefined,
        environment: surroundings.environment,
        home: surroundings.home,
        ...(options.ecosystem ? { only: options.ecosystem } : {}),
        useCache: options.cache,
      };
    },
    answer: (value, print) => {
      const text = options.json ? printJson(value) : print(value, terminal);
      surroundings.out(`${text}\n`);
    },
  };
}

/** The shared options stand before the command or after it; what is given twice counts as it is given last. */
function sharedOptions(command: Command): SharedOptions {
  const own = command.opts<SharedOptions>();
  const before = command.parent;
  if (!before) return own;
  const given = Object.entries(before.opts<SharedOptions>()).filter(
    ([name]) => before.getOptionValueSource(name) === 'cli' && command.getOptionValueSource(name) !== 'cli',
  );
  return { ...own, ...Object.fromEntries(given) };
}

function startOf(project: string | undefined, surroundings: Surroundings): string {
  if (project === undefined) return surroundings.directory;
  const start = isAbsolute(project) ? project : resolve(surroundings.directory, project);
  if (project !== '' && isDirectory(start)) return start;
  throw new SkillscopeError('usage', `--project: "${project}" is not a directory.`);
}

async function report(error: unknown, argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const isJson = wantsJson(argv);
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.answered;
    if (isJson) surroundings.out(`${printJson(await usageJson(error))}\n`);
    return isHook(argv) ? EXIT.answered : EXIT.usage;
  }
  const { errorJson, printError } = await import('./print/error.ts');
  if (error instanceof SkillscopeError) {
    const terminal = terminalOf(surroundings.stderr, surroundings.environment, { color: !argv.includes('--no-color') });
    if (isJson) surroundings.out(`${printJson(errorJson(error))}\n`);
    else surroundings.err(`${printError(error, terminal)}\n`);
    return exitCodeOf(error.code);
  }
  const message = 'skillscope failed; this is a fault of skillscope itself.';
  if (isJson) surroundings.out(`${printJson(errorJson({ code: 'fault', message }))}\n`);
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  surroundings.err(`${message}\n${cleanText(stack).text}\n`);
  return EXIT.fault;
}

/** Commander's message as an answer; without a command it only shows its help, which is no message. */
async function usageJson({ code, message }: CommanderError) {
  const { errorJson } = await import('./print/error.ts');
  return errorJson({
    code: 'usage',
    message:
      code === 'commander.help' ? 'No command was given.' : cleanLine(shortenMiddle(message.replace(/^error: /, ''))),
    hint: 'skillscope --help shows every command.',
  });
}

/** Agents take the exit code of a line that is not understood for a refusal of what they are about to do. */
function isHook(argv: readonly string[]): boolean {
  return argv.find((argument) => !argument.startsWith('-')) === 'hook';
}

/** Read off the arguments themselves, since a line that is not understood has no options. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end < 0 ? argv.length : end).includes('--json');
}

function positiveInteger(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return number;
}

function commaList(text: string, before: readonly string[] = []): readonly string[] {
  const items = text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
  if (items.length === 0 || items.some((item) => item.startsWith('-'))) {
    throw new InvalidArgumentError('It must be names, separated by commas.');
  }
  return [...before, ...items];
}
