import type { Command, OptionValues } from 'commander';
import type { Run } from '../main.ts';
import { SETTINGS } from '../settings.ts';

type Runner = typeof import('../run/registry.ts');

export interface Wiring {
  /** Options that every command shares that asks about a project. */
  readonly shared: (command: Command) => Command;
  /** What was given before a command and after it; what is given twice counts as it is given last. */
  readonly given: (command: Command) => OptionValues;
  readonly open: (command: Command) => Run;
  readonly exit: (code: number) => void;
  readonly list: (text: string, before?: readonly string[]) => readonly string[];
  readonly number: (text: string) => number;
}

/** Adds the commands below `registry`. Nothing of a registry is loaded before one of them runs. */
export function describeRegistry(registry: Command, { shared, given, open, exit, list, number }: Wiring): void {
  placed(printed(registry.enablePositionalOptions()))
    // The nearest word may be a command that takes something away.
    .showSuggestionAfterError(false)
    .showHelpAfterError('(skillscope registry --help shows its commands)');

  function offer(
    usage: string,
    description: string,
    configure: (command: Command) => Command,
    run: (runner: Runner, opened: Run, flags: OptionValues, names: readonly string[]) => Promise<number>,
  ): void {
    const command = configure(registry.command(usage).description(description));
    const isShared = command.options.some(({ long }) => long === '--json');
    placed(isShared ? command : printed(command)).action(async (...words: unknown[]) => {
      const runner = await import('../run/registry.ts');
      const names = words
        .slice(0, -2)
        .flat()
        .filter((word) => typeof word === 'string');
      exit(await run(runner, open(command), given(command), names));
    });
  }

  offer(
    'open',
    'make a registry, or bring its schema up to date, and say what it holds; the one command that does either, with restore',
    (command) => command,
    (runner, run, flags) => runner.runOpen(run, flags),
  );

  offer(
    'list',
    'list skills by name, or what an agent carries in its order',
    (command) =>
      paged(command, number)
        .option('--agent <name>', 'skills that this agent carries; with --runs, runs of it')
        .option('--plugin <name>', 'skills that this plugin owns')
        .option('--agents', 'agents instead')
        .option('--plugins', 'plugins instead')
        .option('--servers', 'tool servers instead')
        .option('--runs', 'runs instead, the newest first')
        .option('--thread <id>', 'with --runs, runs on this thread'),
    (runner, run, flags) => runner.runRegistryList(run, flags),
  );

  offer(
    'search <need...>',
    'find skills by what is needed, in plain words, among all or what an agent carries',
    (command) =>
      command
        .option('--agent <name>', 'only what this agent carries')
        .option('--term <names>', 'names such a skill might hold, separated by commas or given again', list)
        .option('--bodies', 'look into bodies too, which takes its time where there are thousands')
        .option('--limit <number>', 'at most this many, up to 1000. Default: 10', number),
    (runner, run, flags, words) => runner.runRegistrySearch(run, flags, words.join(' ')),
  );

  offer(
    'show <name>',
    'show a skill: its listing, versions, labels, files, who carries it',
    (command) =>
      versioned(command, number)
        .option('--body', 'with its text')
        .option('--file <path>', 'one of its files instead')
        .option('--review', 'also where the text is withheld, to decide about it')
        .option('--agent', 'an agent instead')
        .option('--plugin', 'a plugin instead')
        .option('--server', 'a tool server instead')
        .option('--run', 'a run instead, by its id'),
    (runner, run, flags, [name = '']) => runner.runShow(run, flags, name),
  );

  offer(
    'put <path>',
    'write a skill: a directory with a SKILL.md, or that file; a new version only where a text changed',
    (command) =>
      command
        .option('--agent', 'an agent instead, from a YAML or JSON file; what the file leaves out stays as it is')
        .option('--expected-version <number>', 'refuse to write over another version; 0: it must be new', number)
        .option('--label <name>', 'name this version so')
        .option('--name <name>', 'name of the skill. Default: the one in its frontmatter')
        .option('--tag <names>', 'tags, separated by commas or given again', list)
        .option('--category <name>', 'a category')
        .option('--require <servers>', 'tool servers that an agent must have bound to carry it', list),
    (runner, run, flags, [path = '']) => runner.runPut(run, flags, path),
  );

  offer(
    'attach <agent> <skill>',
    'have an agent carry a skill, after those it carries',
    (command) => command,
    (runner, run, flags, [agent = '', skill = '']) => runner.runAttach(run, flags, agent, skill),
  );

  offer(
    'detach <agent> <skill>',
    'have an agent carry a skill no more',
    (command) => command,
    (runner, run, flags, [agent = '', skill = '']) => runner.runDetach(run, flags, agent, skill),
  );

  offer(
    'bind <agent> <server>',
    'let an agent call a tool server',
    (command) => command.option('--tool <names>', 'only these tools, separated by commas or given again', list),
    (runner, run, flags, [agent = '', server = '']) => runner.runBind(run, flags, agent, server),
  );

  offer(
    'unbind <agent> <server>',
    'let an agent call a tool server no more',
    (command) => command,
    (runner, run, flags, [agent = '', server = '']) => runner.runUnbind(run, flags, agent, server),
  );

  offer(
    'label <skill> <label>',
    'name a version of a skill',
    (command) =>
      command
        .option('--version <number>', 'the version. Default: the newest', number)
        .option('--remove', 'take the label away instead'),
    (runner, run, flags, [skill = '', label = '']) => runner.runLabel(run, flags, skill, label),
  );

  offer(
    'approve <skill>',
    'look at a withheld text and approve exactly it',
    (command) =>
      versioned(command, number)
        .option('--yes', 'write it without asking')
        .option('--note <text>', 'why, for the records'),
    (runner, run, flags, [name = '']) => runner.runRegistryApprove(run, flags, name),
  );

  offer(
    'revoke <skill>',
    'take the approval of a text back',
    (command) => versioned(command, number),
    (runner, run, flags, [name = '']) => runner.runRegistryRevoke(run, flags, name),
  );

  offer(
    'remove <name>',
    'remove a skill with all its versions; refused while an agent carries it or a recorded run used it',
    (command) =>
      command
        .option('--agent', 'an agent instead; refused while there are runs of it')
        .option('--server', 'a tool server instead; refused while an agent has it bound')
        .option('--plugin', 'a plugin instead, with everything it owns'),
    (runner, run, flags, [name = '']) => runner.runRemove(run, flags, name),
  );

  offer(
    'plan <manifest>',
    'show what applying a manifest would do: YAML or JSON, or a plugin of Claude Code; writes nothing',
    (command) => chosen(command, list),
    (runner, run, flags, [path = '']) => runner.runPlan(run, flags, path),
  );

  offer(
    'apply <manifest>',
    "make a plugin's servers, skills and agents those of a manifest, all or nothing",
    (command) => chosen(command, list),
    (runner, run, flags, [path = '']) => runner.runApply(run, flags, path),
  );

  offer(
    'import [sources...]',
    'put every skill of a directory or an archive: .zip, .skill, .tar, .tar.gz, .tgz, .jar',
    (command) =>
      shared(command)
        .option('--installed', 'what the dependencies of this project ship, or those named: <library>[#skill]…')
        .option('--replace', 'with --installed: write over a skill of the same name that is from elsewhere')
        .option('--tag <names>', 'tags, separated by commas or given again', list)
        .option('--category <name>', 'a category'),
    (runner, run, flags, sources) => runner.runImport(run, flags, sources),
  );

  offer(
    'export [skills...]',
    'write skills into a directory, byte for byte, each in a folder of its own',
    (command) =>
      versioned(command, number)
        .requiredOption('--to <directory>', 'directory that they are written into')
        .option('--strict', 'with the frontmatter that every reader accepts, in place of the bytes that were put')
        .option('--all', 'every skill'),
    (runner, run, flags, names) => runner.runExport(run, { ...flags, to: String(flags['to']) }, names),
  );

  offer(
    'dump [file]',
    'write everything of the tenant as lines of JSON, to a file or to standard output',
    (command) => command,
    (runner, run, flags, [file]) => runner.runDump(run, flags, file),
  );

  offer(
    'restore [file]',
    'write a dump into a registry, or a tenant, that holds nothing, from a file or from standard input; all or nothing',
    (command) => command,
    (runner, run, flags, [file]) => runner.runRestore(run, flags, file),
  );
}

function printed(command: Command): Command {
  return command.option(SETTINGS.json.flag, SETTINGS.json.text).option(SETTINGS.color.flag, SETTINGS.color.text);
}

function placed(command: Command): Command {
  return command
    .option('--dir <directory>', 'the registry in this directory. Default: SKILLSCOPE_REGISTRY, which names either')
    .option('--url <url>', 'the registry on this server: postgres://user@host:5432/database')
    .option('--tenant <name>', 'whose rows. Default: default')
    .option('--principal <name>', "who acts, for the records. Default: this system's name of the user");
}

function paged(command: Command, number: (text: string) => number): Command {
  return command
    .option('--after <name>', 'go on after this one')
    .option('--limit <number>', 'at most this many, up to 1000. Default: 100', number);
}

function versioned(command: Command, number: (text: string) => number): Command {
  return command
    .option('--version <number>', 'this version. Default: the newest', number)
    .option('--label <name>', 'the version with this label');
}

function chosen(command: Command, list: Wiring['list']): Command {
  return command
    .option('--force', 'write over what was edited since, and take over what no plugin owns')
    .option('--plugin <names>', 'of a marketplace.json: only these', list)
    .option('--all', 'of a marketplace.json: every plugin');
}
