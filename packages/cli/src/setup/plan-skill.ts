import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Agent, Place, Scope, Surroundings } from './agents.ts';
import { digestOf, type Receipt } from './receipts.ts';
import { type FileAction, type Step, unifiedDiff, writing } from './step.ts';
import { lookAt } from './target.ts';

/** The directory of our skill below an agent's skills directory: the name that its frontmatter has. */
const SKILL_NAME = 'skillscope';

/** One file of our own skill. */
export interface OwnFile {
  /** Relative to the skill's directory. */
  readonly path: string;
  readonly text: string;
}

/** Reads the skill that comes with this installation. A fault of the installation throws. */
export async function readOwnSkill(directory: string): Promise<readonly OwnFile[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return Promise.all(
    files.sort().map(async (file) => ({ path: path.relative(directory, file), text: await readFile(file, 'utf8') })),
  );
}

export interface SkillPlanOptions {
  readonly agent: Agent;
  readonly scope: Scope;
  readonly surroundings: Surroundings;
  readonly files: readonly OwnFile[];
  readonly receipts: readonly Receipt[];
  readonly receiptDirectories: readonly string[];
}

/** What has to be written so that an agent has our skill. */
export async function planSkill(options: SkillPlanOptions): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (const file of options.files) steps.push(await planFile(options, file));
  return steps;
}

/** What has to be removed so that an agent no longer has a file of our skill. `kept` are the receipts that stay. */
export async function planSkillRemoval(agent: Agent, receipt: Receipt, kept: readonly Receipt[]): Promise<Step> {
  const target = await lookAt(receipt);
  if (!target.ok) return step(agent, receipt.path, 'refused', target.reason);
  if (target.text === undefined) {
    return { ...step(agent, receipt.path, 'unchanged', 'The file is already gone.'), drop: receipt };
  }
  if (digestOf(target.text) !== receipt.after) {
    return step(agent, receipt.path, 'refused', 'The file was edited since init wrote it; it is left as it is.');
  }
  const others = kept
    .filter((other) => other.path === receipt.path)
    .map((other) => other.agent)
    .sort();
  if (others.length > 0) {
    return { ...step(agent, receipt.path, 'unchanged', `Still used by ${others.join(', ')}.`), drop: receipt };
  }
  return {
    agent,
    file: {
      path: receipt.path,
      purpose: 'skill',
      action: 'remove',
      diff: unifiedDiff(receipt.path, target.text, undefined),
    },
    write: { realPath: target.realPath, before: target.text, after: undefined, directories: [] },
    drop: receipt,
  };
}

/** A skill of our name that this machine has no receipt for, or `undefined`. */
export async function planUnrecordedSkill(
  agent: Agent,
  scope: Scope,
  at: Surroundings,
  isKnown: (realPath: string) => boolean,
): Promise<Step | undefined> {
  const place = placeOf(agent, scope, at, 'SKILL.md');
  const target = await lookAt(place);
  if (!target.ok || target.text === undefined || isKnown(target.realPath)) return undefined;
  const reason =
    'This machine has no record that init wrote the skill; delete its directory by hand if it is not wanted.';
  return step(agent, place.path, 'refused', reason);
}

async function planFile(options: SkillPlanOptions, own: OwnFile): Promise<Step> {
  const { agent, scope, surroundings, receipts, receiptDirectories } = options;
  const place = placeOf(agent, scope, surroundings, own.path);
  const target = await lookAt(place);
  if (!target.ok) return step(agent, place.path, 'refused', target.reason);
  const written = receipts.filter((receipt) => receipt.path === target.realPath && receipt.purpose === 'skill');
  const known = written.find((receipt) => target.text !== undefined && receipt.after === digestOf(target.text));
  if (target.text !== undefined && target.text !== own.text && !known) {
    const reason = 'A file that init did not write, or that was edited since, is already there; it is left as it is.';
    return step(agent, place.path, 'refused', reason);
  }
  const receipt: Receipt = {
    version: 1,
    agent: agent.id,
    scope,
    root: place.root,
    path: target.realPath,
    purpose: 'skill',
    after: digestOf(own.text),
    edit: null,
    directories: target.missingDirectories,
    receiptDirectories,
  };
  if (target.text === own.text) {
    const adopts = known && !written.some((other) => other.agent === agent.id);
    return { ...step(agent, place.path, 'unchanged'), ...(adopts ? { save: receipt } : {}) };
  }
  return {
    agent,
    ...writing({ path: place.path, purpose: 'skill' }, target, own.text),
    save: receipt,
  };
}

function placeOf(agent: Agent, scope: Scope, at: Surroundings, file: string): Place {
  const { root, path: skills } = agent.skills[scope](at);
  return { root, path: path.join(skills, SKILL_NAME, file) };
}

function step(agent: Agent, file: string, action: FileAction, reason?: string): Step {
  return {
    agent,
    file: { path: file, purpose: 'skill', action, diff: '', ...(reason === undefined ? {} : { reason }) },
  };
}
