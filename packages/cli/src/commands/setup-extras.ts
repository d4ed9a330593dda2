import path from 'node:path';
import type { Note } from '@skillscope/core';
import { applySteps } from '../setup/apply.ts';
import { mcpCommand } from '../setup/mcp-command.ts';
import { planHooks, planHooksRemoval, planUnrecordedHooks } from '../setup/plan-hooks.ts';
import { hookCommand } from '../setup/plan-hooks-command.ts';
import { planIndex, planIndexRemoval, planUnrecordedIndex } from '../setup/plan-index.ts';
import { exists, isDependencyOf, isOnPath } from '../setup/programs.ts';
import { type Receipt, readReceipts, receiptsDirectory } from '../setup/receipts.ts';
import { byAgent, type InitPlan } from '../setup/report.ts';
import type { Step } from '../setup/step.ts';
import { type ChosenAgent, chooseAgents, missingDirectories, surroundingsOf } from '../setup/surroundings.ts';
import type { InitOptions } from './init.ts';

export interface ExtrasOptions extends InitOptions {
  /** Have the agents run our command at their events. */
  readonly includeHooks: boolean;
  /** The text of the index; absent where none is asked for. Project scope only. */
  readonly index?: string;
}

/**
 * What `init` writes only on request: hooks in the agents' settings, and an index in their instruction files. Without
 * `apply` nothing is written.
 *
 * @throws SkillscopeError `usage` as `init` does
 */
export async function addExtras(options: ExtrasOptions): Promise<InitPlan> {
  const { scope, installation, includeHooks, index, apply } = options;
  const surroundings = await surroundingsOf(options);
  const chosen = await chooseAgents(options.agents, surroundings);
  const directory = receiptsDirectory(surroundings);
  const receipts = await readReceipts(directory);
  const madeEarlier = new Set(receipts.flatMap((receipt) => receipt.receiptDirectories));
  const shared = {
    surroundings,
    receipts,
    receiptDirectories: [...madeEarlier, ...(await missingDirectories(directory))],
  };
  const { execPath, binPath } = installation;
  const { platform, projectDirectory } = surroundings;
  const facts = {
    scope,
    platform,
    execPath,
    binPath,
    isInProject: await exists(path.join(projectDirectory, 'node_modules', 'skillscope', 'package.json')),
    isDependency: await isDependencyOf(projectDirectory),
    isOnPath: await isOnPath('skillscope', surroundings),
  };
  const steps: Step[] = [];
  const notes: Note[] = [];
  for (const { agent } of chosen) {
    const setup = includeHooks ? agent.hooks : undefined;
    if (setup) {
      const elements = setup.elements((event) => hookCommand({ ...facts, project: setup.project }, event));
      const step = await planHooks({ ...shared, agent, setup, scope, elements });
      steps.push(step);
      if (step.write) {
        notes.push({ code: 'agent-asks', message: setup.afterwards });
        notes.push(...mcpCommand({ ...facts, needsCmdOnWindows: false }).notes);
      }
    } else if (includeHooks) {
      notes.push({ code: 'no-hooks', message: `${agent.title} has no hooks that could tell it of a skill.` });
    }
    if (index !== undefined && scope === 'project') steps.push(await planIndex({ ...shared, agent, body: index }));
  }
  if (index !== undefined && scope === 'user') notes.push(NO_USER_INDEX);
  return planOf(options, chosen, steps, notes, apply ? await applySteps(steps, directory, receipts) : undefined);
}

/** Takes back what `addExtras` wrote in this scope, as `uninstall` does with the rest. */
export async function removeExtras(options: Omit<InitOptions, 'installation'>): Promise<InitPlan> {
  const { scope, apply } = options;
  const surroundings = await surroundingsOf(options);
  const chosen = await chooseAgents(options.agents ?? 'all', surroundings);
  const directory = receiptsDirectory(surroundings);
  const receipts = await readReceipts(directory);
  const isHere = (receipt: Receipt) => receipt.scope === 'user' || receipt.root === surroundings.projectDirectory;
  const own = receipts.filter((receipt) => isExtra(receipt) && receipt.scope === scope && isHere(receipt));
  const dropped = own.filter((receipt) => chosen.some(({ agent }) => agent.id === receipt.agent));
  const kept = receipts.filter((receipt) => !dropped.includes(receipt));
  const isKnown = (purpose: Receipt['purpose']) => (realPath: string) =>
    own.some((receipt) => receipt.purpose === purpose && receipt.path === realPath);
  const steps: Step[] = [];
  for (const { agent } of chosen) {
    const setup = agent.hooks;
    for (const receipt of dropped.filter((candidate) => candidate.agent === agent.id)) {
      if (receipt.purpose === 'index') steps.push(await planIndexRemoval(agent, receipt, kept));
      else if (setup) steps.push(await planHooksRemoval(agent, setup, receipt, kept));
    }
    const hooks = setup && (await planUnrecordedHooks(agent, setup, scope, surroundings, isKnown('hooks')));
    const index = scope === 'project' ? await planUnrecordedIndex(agent, surroundings, isKnown('index')) : undefined;
    steps.push(...[hooks, index].filter((step) => step !== undefined));
  }
  const plan = planOf(options, chosen, steps, [], apply ? await applySteps(steps, directory, receipts) : undefined);
  return { ...plan, agents: plan.agents.filter(({ files }) => files.length > 0) };
}

/** Two plans for the same agents as one. */
export function joinPlans(one: InitPlan, other: InitPlan): InitPlan {
  const ids = [...new Set([...one.agents, ...other.agents].map(({ id }) => id))];
  const agents = ids.flatMap((id) => {
    const found = [one, other].flatMap((plan) => plan.agents.filter((agent) => agent.id === id));
    const [first] = found;
    return first ? [{ ...first, files: found.flatMap(({ files }) => files) }] : [];
  });
  const notes = [...one.notes, ...other.notes];
  const isEmpty = agents.every(({ files }) => files.length === 0);
  return {
    ...one,
    agents,
    notes: notes.filter(
      ({ code, message }, at) =>
        notes.findIndex((note) => note.message === message) === at && (isEmpty || code !== 'nothing-to-uninstall'),
    ),
  };
}

const NO_USER_INDEX: Note = {
  code: 'no-user-index',
  message: 'An index belongs to one project, so none is written in user scope.',
};

function isExtra({ purpose }: Receipt): boolean {
  return purpose === 'hooks' || purpose === 'index';
}

function planOf(
  { scope, apply }: Pick<InitOptions, 'scope' | 'apply'>,
  chosen: readonly ChosenAgent[],
  steps: readonly Step[],
  notes: readonly Note[],
  applied: Awaited<ReturnType<typeof applySteps>> | undefined,
): InitPlan {
  const files = applied ?? steps.map(({ file }) => file);
  return { scope, agents: byAgent(chosen, steps, files), applied: apply, notes };
}
