import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SkillscopeError } from '@skillscope/core';
import { init } from '../commands/init.ts';
import { uninstall } from '../commands/uninstall.ts';
import { EXIT } from '../exit-codes.ts';
import type { Run } from '../main.ts';
import { printInit } from '../print/init.ts';

export interface SetupFlags {
  readonly agent?: readonly string[];
  readonly allAgents?: boolean;
  readonly scope: string;
  readonly apply?: boolean;
  readonly skill: boolean;
  readonly mcp: boolean;
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
  const plan = action === 'init' ? await init({ ...options, installation: installation() }) : await uninstall(options);
  run.answer(plan, printInit);
  const refused = plan.agents.some(({ files }) => files.some((file) => file.action === 'refused'));
  return refused ? EXIT.nothing : EXIT.answered;
}

/** Agents read their settings where they are started, which is mostly a repository's root. */
function repositoryRoot(start: string): string {
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
