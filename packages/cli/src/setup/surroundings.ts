import { lstat, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { SkillscopeError } from '@skillscope/core';
import { AGENTS, type Agent, type Scope, type Surroundings } from './agents.ts';
import { signOf } from './detect.ts';

/** What `init` and `uninstall` are both told. */
export interface SetupOptions {
  /** Absolute. */
  readonly projectDirectory: string;
  /** Home directory of the person, absolute. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Default: the running system's. */
  readonly platform?: NodeJS.Platform;
  /** Ids of `AGENTS`, or `all`. The default differs per command. */
  readonly agents?: readonly string[] | 'all';
  readonly scope: Scope;
  /** Write; else only say what would be written. */
  readonly apply: boolean;
  readonly includeSkill: boolean;
  readonly includeMcp: boolean;
}

/** Real paths, so that a receipt is found again whichever way the project was reached. */
export async function surroundingsOf(options: SetupOptions): Promise<Surroundings> {
  const { projectDirectory, home, environment, platform = process.platform } = options;
  for (const directory of [projectDirectory, home]) {
    const found = await stat(directory).catch(() => undefined);
    if (!found?.isDirectory()) throw new SkillscopeError('usage', `${directory} is not a directory.`);
  }
  return { platform, environment, home: await realpath(home), projectDirectory: await realpath(projectDirectory) };
}

export interface ChosenAgent {
  readonly agent: Agent;
  readonly foundBy: string | undefined;
}

/** The agents that were asked for, in the table's order; without a choice those that are found. */
export async function chooseAgents(
  wanted: readonly string[] | 'all' | undefined,
  surroundings: Surroundings,
): Promise<readonly ChosenAgent[]> {
  const unknown = wanted === 'all' ? undefined : wanted?.find((id) => !AGENTS.some((agent) => agent.id === id));
  if (unknown !== undefined) {
    throw new SkillscopeError('usage', `There is no agent \`${unknown}\`.`, {
      hint: 'Give one or more of these, separated by commas.',
      candidates: AGENTS.map(({ id }) => id),
    });
  }
  const chosen: ChosenAgent[] = [];
  for (const agent of AGENTS) {
    const foundBy = await signOf(agent, surroundings);
    const isWanted = wanted === undefined ? foundBy !== undefined : wanted === 'all' || wanted.includes(agent.id);
    if (isWanted) chosen.push({ agent, foundBy });
  }
  return chosen;
}

/** Those of a file's parent directories that are not there, outermost first, and the directory itself. */
export async function missingDirectories(directory: string): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let current = directory; current !== path.dirname(current); current = path.dirname(current)) {
    const there = await lstat(current).catch(() => undefined);
    if (there) break;
    missing.unshift(current);
  }
  return missing;
}
