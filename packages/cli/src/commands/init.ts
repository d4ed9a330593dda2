import { type Note, SkillscopeError } from '@skillscope/core';
import { AGENTS, type Agent, type Scope } from '../setup/agents.ts';
import { applySteps } from '../setup/apply.ts';
import { type ChosenCommand, mcpCommand } from '../setup/mcp-command.ts';
import { planMcp } from '../setup/plan-mcp.ts';
import { planSkill, readOwnSkill } from '../setup/plan-skill.ts';
import { isDependencyOf, isOnPath } from '../setup/programs.ts';
import { readReceipts, receiptsDirectory } from '../setup/receipts.ts';
import { byAgent, type InitPlan } from '../setup/report.ts';
import type { Step } from '../setup/step.ts';
import { chooseAgents, missingDirectories, type SetupOptions, surroundingsOf } from '../setup/surroundings.ts';

/** The running copy of skillscope. Paths are absolute. */
interface Installation {
  /** The script that `skillscope` starts. */
  readonly binPath: string;
  /** The Node.js that runs it. */
  readonly execPath: string;
  /** The directory of our own skill, with its `SKILL.md`. */
  readonly skillDirectory: string;
}

export interface InitOptions extends SetupOptions {
  readonly installation: Installation;
}

export type { InitPlan, SetupAgent } from '../setup/report.ts';

/**
 * Sets up the agents found here, or those asked for: an MCP entry in their settings and a copy of our skill. What is
 * already right stays, what somebody else wrote is refused with its reason. Without `apply` nothing is written.
 *
 * @throws SkillscopeError `usage` for an unknown agent, none found and none asked for, or a directory that is not there.
 */
export async function init(options: InitOptions): Promise<InitPlan> {
  const { scope, installation, includeMcp, includeSkill, apply } = options;
  const surroundings = await surroundingsOf(options);
  const chosen = await chooseAgents(options.agents, surroundings);
  if (chosen.length === 0) {
    throw new SkillscopeError('usage', 'No agent that skillscope knows was found on this machine or in this project.', {
      hint: 'Name one or more with --agent, separated by commas, or take all with --all-agents.',
      candidates: AGENTS.map(({ id }) => id),
    });
  }
  const directory = receiptsDirectory(surroundings);
  const receipts = await readReceipts(directory);
  const madeEarlier = new Set(receipts.flatMap((receipt) => receipt.receiptDirectories));
  const receiptDirectories = [...madeEarlier, ...(await missingDirectories(directory))];
  const isDependency = await isDependencyOf(surroundings.projectDirectory);
  const onPath = await isOnPath('skillscope', surroundings);
  const ownSkill = includeSkill ? await readOwnSkill(installation.skillDirectory) : [];
  const steps: Step[] = [];
  const notes: Note[] = [];
  for (const { agent } of chosen) {
    const shared = { agent, scope, surroundings, receipts, receiptDirectories };
    if (includeMcp) {
      const { needsCmdOnWindows } = agent.config;
      const facts = { scope, platform: surroundings.platform, needsCmdOnWindows, isDependency, isOnPath: onPath };
      const command = mcpCommand({ ...facts, execPath: installation.execPath, binPath: installation.binPath });
      const step = await planMcp({ ...shared, entry: agent.config.entry(command.command) });
      if (!step) notes.push(withoutScope(agent, scope));
      else steps.push(step);
      if (step?.write) notes.push(...notesOn(command, agent.afterwards[scope]));
    }
    if (includeSkill) steps.push(...(await planSkill({ ...shared, files: ownSkill })));
  }
  const files = apply ? await applySteps(steps, directory, receipts) : steps.map(({ file }) => file);
  return {
    scope,
    agents: byAgent(chosen, steps, files),
    applied: apply,
    notes: distinct(notes),
  };
}

function withoutScope({ title }: Agent, scope: Scope): Note {
  const [here, other] = scope === 'project' ? ['per project', 'user'] : ['for all projects', 'project'];
  return {
    code: 'other-scope',
    message: `${title} has no documented MCP settings ${here}; use --scope ${other} for it.`,
  };
}

function notesOn({ notes }: ChosenCommand, afterwards: string | undefined): readonly Note[] {
  return afterwards === undefined ? notes : [...notes, { code: 'agent-asks', message: afterwards }];
}

function distinct(notes: readonly Note[]): readonly Note[] {
  return notes.filter(({ message }, index) => notes.findIndex((note) => note.message === message) === index);
}
