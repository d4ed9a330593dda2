import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SkillscopeError } from '@skillscope/core';
import { type InitOptions, type InitPlan, init } from '../commands/init.ts';
import { uninstall } from '../commands/uninstall.ts';
import { EXIT } from '../exit-codes.ts';
import type { Run } from '../main.ts';
import { printInit } from '../print/init.ts';
import { withLookup } from './with-lookup.ts';

export interface SetupFlags {
  readonly agent?: readonly string[];
  readonly allAgents?: boolean;
  readonly scope: string;
  readonly apply?: boolean;
  readonly skill: boolean;
  readonly mcp: boolean;
  readonly hooks?: boolean;
  readonly index?: boolean;
}

/** Gives the exit code: `nothing` when a file was refused. */
export async function runSetup(run: Run, action: 'init' | 'uninstall', flags: SetupFlags): Promise<number> {
  const { scope } = flags;
  if (scope !== 'project' && scope !== 'user') {
    throw new SkillscopeError('usage', `There is no scope "${scope}".`, { candidates: ['project', 'user'] });
  }
  const options = {
    projectDirectory: run.request.explicit ? run.request.start : repositoryRoot(run.request.start),
    home: run.surroundings.home,
    environment: run.surroundings.environment,
    scope,
    apply: flags.apply ?? false,
    includeSkill: flags.skill,
    includeMcp: flags.mcp,
    ...(flags.allAgents ? { agents: 'all' as const } : flags.agent ? { agents: flags.agent } : {}),
  } as const;
  const plan = action === 'init' ? await initAll(run, options, flags) : await uninstallAll(options);
  run.answer(plan, printInit);
  const refused = plan.agents.some(({ files }) => files.some((file) => file.action === 'refused'));
  return refused ? EXIT.nothing : EXIT.answered;
}

type Options = Omit<InitOptions, 'installation'>;

async function initAll(run: Run, options: Options, flags: SetupFlags): Promise<InitPlan> {
  const all = { ...options, installation: installation() };
  const plan = await init(all);
  if (!flags.hooks && !flags.index) return plan;
  const { addExtras, joinPlans } = await import('../commands/setup-extras.ts');
  const index = flags.index ? await indexFor(run, options.projectDirectory) : undefined;
  const extras = { ...all, includeHooks: flags.hooks ?? false, ...(index === undefined ? {} : { index }) };
  return joinPlans(plan, await addExtras(extras));
}

/** What was written last goes first, so that each file gets the bytes it had. */
async function uninstallAll(options: Options): Promise<InitPlan> {
  const { joinPlans, removeExtras } = await import('../commands/setup-extras.ts');
  const extras = await removeExtras(options);
  return joinPlans(await uninstall(options), extras);
}

async function indexFor(run: Run, projectDirectory: string): Promise<string> {
  const { standingIndex } = await import('../hook/index-text.ts');
  return withLookup(run, ({ scan }) => standingIndex(scan), { start: projectDirectory });
}

/** Agents read their settings where they are started, which is mostly a repository's root. */
export function repositoryRoot(start: string): string {
  for (let directory = start; ; directory = dirname(directory)) {
    if (existsSync(join(directory, '.git'))) return directory;
    if (dirname(directory) === directory) return start;
  }
}

/** The package that this code runs in: `bin` and `skills` lie beside `dist`. */
function installation() {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..');
  return {
    binPath: join(root, 'bin/skillscope.js'),
    execPath: process.execPath,
    skillDirectory: join(root, 'skills/skillscope'),
  };
}
