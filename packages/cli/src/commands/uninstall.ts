import type { Note } from '@skillscope/core';
import { AGENTS, type Agent, type Surroundings } from '../setup/agents.ts';
import { applySteps } from '../setup/apply.ts';
import { planMcpRemoval, planUnrecordedMcp } from '../setup/plan-mcp.ts';
import { planSkillRemoval, planUnrecordedSkill } from '../setup/plan-skill.ts';
import { type Receipt, readReceipts, receiptsDirectory } from '../setup/receipts.ts';
import { byAgent, type InitPlan } from '../setup/report.ts';
import type { Step } from '../setup/step.ts';
import { chooseAgents, type SetupOptions, surroundingsOf } from '../setup/surroundings.ts';

/**
 * Takes back what `init` wrote in this scope, for the agents asked for; without a choice for all of them. Files get
 * the bytes that they had before, as long as nobody changed them since; what others wrote or edited is left alone
 * with its reason. Without `apply` nothing is written.
 *
 * @throws SkillscopeError `usage` for an unknown agent or a directory that is not there.
 */
export async function uninstall(options: SetupOptions): Promise<InitPlan> {
  const { scope, apply } = options;
  const surroundings = await surroundingsOf(options);
  const chosen = await chooseAgents(options.agents ?? 'all', surroundings);
  const directory = receiptsDirectory(surroundings);
  const receipts = await readReceipts(directory);
  const concerned = receipts
    .filter((receipt) => isConcerned(receipt, options, surroundings))
    .sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  const dropped = concerned.filter(({ agent }) => chosen.some((choice) => choice.agent.id === agent));
  const steps: Step[] = [];
  for (const { agent } of chosen) {
    for (const receipt of dropped.filter((candidate) => candidate.agent === agent.id)) {
      const kept = receipts.filter((other) => !dropped.includes(other));
      steps.push(
        receipt.purpose === 'mcp' ? await planMcpRemoval(agent, receipt) : await planSkillRemoval(agent, receipt, kept),
      );
    }
    steps.push(...(await unrecorded(agent, options, surroundings, concerned, steps)));
  }
  const files = apply ? await applySteps(steps, directory, receipts) : steps.map(({ file }) => file);
  const agents = byAgent(chosen, steps, files);
  return {
    scope,
    agents: agents.filter(({ files: own }) => own.length > 0),
    applied: apply,
    notes: steps.length === 0 ? [NOTHING] : [],
  };
}

const NOTHING: Note = {
  code: 'nothing-to-uninstall',
  message: `Nothing that init wrote was found in this scope. Agents looked at: ${AGENTS.map(({ id }) => id).join(', ')}; the other scope has to be asked for with --scope.`,
};

/** The entry before the skill, then by path. */
function orderOf({ purpose, path }: Receipt): string {
  return `${purpose} ${path}`;
}

function isConcerned(receipt: Receipt, options: SetupOptions, { projectDirectory }: Surroundings): boolean {
  const { purpose } = receipt;
  const isIncluded = purpose === 'mcp' ? options.includeMcp : purpose === 'skill' && options.includeSkill;
  const isHere = receipt.scope === 'user' || receipt.root === projectDirectory;
  return isIncluded && receipt.scope === options.scope && isHere;
}

/** What carries our name and was not written from this machine, or before receipts were lost: reported, not touched. */
async function unrecorded(
  agent: Agent,
  { scope, includeMcp, includeSkill }: SetupOptions,
  surroundings: Surroundings,
  recorded: readonly Receipt[],
  planned: readonly Step[],
): Promise<readonly Step[]> {
  const isKnown = (realPath: string) =>
    recorded.some(({ path }) => path === realPath) || planned.some(({ file }) => file.path === realPath);
  const mcp = includeMcp ? await planUnrecordedMcp(agent, scope, surroundings, isKnown) : undefined;
  const skill = includeSkill ? await planUnrecordedSkill(agent, scope, surroundings, isKnown) : undefined;
  return [mcp, skill].filter((step) => step !== undefined);
}
