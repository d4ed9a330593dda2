import { cleanLine, cleanText, LIMITS, shortenMiddle } from '@skillscope/core';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { EXIT } from './exit-codes.ts';
import type { Surroundings } from './main.ts';
import { openRun } from './open-run.ts';
import { printJson } from './print/json.ts';
import { runList } from './run/list.ts';
import { runStatus } from './run/status.ts';
import { SETTINGS, type Setting } from './settings.ts';
import { sharedOptions } from './shared-options.ts';
import { VERSION } from './version.ts';
import { wantsJson } from './wants-json.ts';

/** Reads a command line of any form, runs it and gives its exit code. Throws what the command throws. */
export async function runCommandLine(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  let code: number = EXIT.answered;
  try {
    const program = describe(argv, surroundings, (exit) => {
      code = exit;
    });
    await describeRegistryIn(argv, surroundings, program, (exit) => {
      code = exit;
    });
    refuseHelpOnNothing(argv, program);
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return EXIT.answered;
    if (wantsJson(argv)) surroundings.out(`${printJson(await usageJson(error))}\n`);
    return isHook(argv) ? EXIT.answered : EXIT.usage;
  }
}

/** Commander shows the help of the whole program where `help` is asked about a command that there is not. */
function refuseHelpOnNothing(argv: readonly string[], program: Command): void {
  const [help, name] = argv.filter((argument) => !argument.startsWith('-'));
  if (help !== 'help' || name === undefined || name === 'help') return;
  if (!program.commands.some((command) => command.name() === name)) program.error(`error: unknown command '${name}'`);
}

function describe(argv: readonly string[], surroundings: Surroundings, exit: (code: number) => void): Command {
  const program = shared(new Command('skillscope'))
    .enablePositionalOptions()
    .description('What the libraries of this project say about using them, for the version it uses.')
    .version(VERSION, '-V, --version')
    .configureOutput({
      writeOut: surroundings.out,
      writeErr: (text) => wantsJson(argv) || surroundings.err(withoutCredentials(text)),
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
        await runList(openRun(sharedOptions(command), surroundings), options);
      }),
  );

  offer('read <library> [file]', "read a skill's text, or one of its files: <library>[#skill] [file]", (offered) =>
    offered
      .option('--page <number>', 'page of a long text', positiveInteger)
      .action(async (library, file, options, command) => {
        const { runRead } = await import('./run/read.ts');
        exit(await runRead(openRun(sharedOptions(command), surroundings), { library, file, page: options.page }));
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
        await runSearch(openRun(sharedOptions(command), surroundings), {
          need: need.join(' '),
          terms: options.term ?? [],
          limit: options.limit,
        });
      }),
  );

  offer('status', 'show what was found as evidence, how fresh it is and what is missing', (command) =>
    command.action(async (_options, command) => {
      await runStatus(openRun(sharedOptions(command), surroundings));
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
          exit(await runSbom(openRun(sharedOptions(command), surroundings), options));
        }),
  );

  offer('approve [libraries...]', 'look at skills and approve exactly these texts: <library>[#skill]…', (offered) =>
    offered
      .option('--all', 'every skill in scope but for withheld ones, which are approved by name')
      .option('--yes', 'write it without asking')
      .option('--dry-run', 'only show it')
      .action(async (libraries, options, command) => {
        const { runApprove } = await import('./run/approve.ts');
        exit(await runApprove(openRun(sharedOptions(command), surroundings), libraries, options));
      }),
  );

  offer('revoke [libraries...]', 'take approvals back: <library>[#skill]…', (offered) =>
    offered
      .option('--all', 'every approval')
      .option('--dry-run', 'only show it')
      .action(async (libraries, options, command) => {
        const { runRevoke } = await import('./run/revoke.ts');
        exit(await runRevoke(openRun(sharedOptions(command), surroundings), libraries, options));
      }),
  );

  offer('audit', 'look through every skill in scope: what was noticed, what policies and approvals say', (offered) =>
    offered.option('--sarif', 'print it as SARIF 2.1.0').action(async (options, command) => {
      const { runAudit } = await import('./run/audit.ts');
      exit(await runAudit(openRun(sharedOptions(command), surroundings), options));
    }),
  );

  offer(
    'cache [action]',
    'show the cache of this machine; "warm" looks through the stores of libraries here, "clear" empties it, "path" prints where it is',
    (command) =>
      command.action(async (action, _options, command) => {
        const { runCache } = await import('./run/cache.ts');
        await runCache(openRun(sharedOptions(command), surroundings), action ?? 'show');
      }),
  );

  offer('mcp', 'serve the same answers over MCP on standard input and output', (command) =>
    command.action(async (_options, command) => {
      const { runMcp } = await import('./run/mcp.ts');
      exit(await runMcp(openRun(sharedOptions(command), surroundings)));
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
          exit(await runHook(openRun(sharedOptions(command), surroundings), { event, ...options }));
        }),
  );

  offer('sync', 'bring the index that init --index wrote up to date; --check only says whether it is', (command) =>
    command
      .option('--check', 'write nothing; exit code 3 when an index is out of date')
      .option('--max-bytes <number>', 'most bytes of an index; default: 8192', positiveInteger)
      .action(async (options, command) => {
        const { runSync } = await import('./run/sync.ts');
        exit(await runSync(openRun(sharedOptions(command), surroundings), options));
      }),
  );

  program
    .command('registry')
    .description('keep skills, agents and plugins for agents of your own; see docs/registry.md')
    .exitOverride();

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
          .option('--agent <ids>', `agents, separated by commas: ${AGENT_IDS}; default: those found`, commaList)
          .option('--all-agents', 'every supported agent')
          .option('--scope <scope>', 'project or user', 'project')
          .option('--apply', 'write the changes')
          .option('--no-skill', 'leave our own skill out')
          .option('--no-mcp', 'leave the MCP entry out')
          .action(async (options, command) => {
            const { runSetup } = await import('./run/setup.ts');
            exit(await runSetup(openRun(sharedOptions(command), surroundings), action, options));
          });
      },
    );
  }
  return program;
}

/** What lies below `registry` is described in a file of its own, which other lines do not load. */
async function describeRegistryIn(
  argv: readonly string[],
  surroundings: Surroundings,
  program: Command,
  exit: (code: number) => void,
): Promise<void> {
  const registry = program.commands.find((command) => command.name() === 'registry');
  if (!registry || !argv.includes('registry')) return;
  const { describeRegistry } = await import('./registry/describe.ts');
  const open = (command: Command) => openRun(sharedOptions(command), surroundings);
  describeRegistry(registry, { shared, given: sharedOptions, open, exit, list: commaList, number: wholeNumber });
}

/** Commands that write where agents read their settings. */
const ROOTED: ReadonlySet<string> = new Set(['init', 'uninstall', 'sync']);

const ROOTED_TEXT =
  'Directory to set up. Default: the root of the repository around the current directory; without one, that directory.';

/** What `--agent` takes, as `AGENTS` has it: that is too much to load for a help. */
const AGENT_IDS =
  'claude, codex, cursor, vscode, gemini, opencode, copilot, qwen, amp, kilo, windsurf, zed, kiro, junie, cline, roo, warp, goose';

function shared(command: Command): Command {
  command.exitOverride();
  for (const { flag, text, list, aliases = {} } of Object.values<Setting>(SETTINGS)) {
    const said = flag === SETTINGS.project.flag && ROOTED.has(command.name()) ? ROOTED_TEXT : text;
    const named = (given: string, before: readonly string[] = []) =>
      commaList(given, before).map((name) => aliasOf(name.toLowerCase(), aliases));
    if (flag && list) command.option(flag, said, named);
    else if (flag) command.option(flag, said);
  }
  return command;
}

function aliasOf(name: string, aliases: Readonly<Record<string, string>>): string {
  return Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
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

/** What it repeats of a line may be an address with a password. */
function withoutCredentials(text: string): string {
  const lines = cleanText(shortenMiddle(text, LIMITS.usageCharacters)).text.split('\n');
  return lines.map((line) => (line.startsWith('error:') ? cleanLine(line) : line)).join('\n');
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isInteger(number) || number < 0)
    throw new InvalidArgumentError('It must be a whole number.');
  return number;
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
