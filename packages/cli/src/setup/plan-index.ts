import { inProject } from './agent-places.ts';
import { AGENTS, type Agent, type Place, type Surroundings } from './agents.ts';
import { findBlock, withBlock, withoutBlock } from './plan-index-block.ts';
import { digestOf, type Receipt } from './receipts.ts';
import { editBetween, type Step, undoEdit, unifiedDiff, writing } from './step.ts';
import { lookAt } from './target.ts';

/** What most agents read. */
const SHARED_FILE = 'AGENTS.md';

/** Every file that can hold an index. */
export const INSTRUCTION_FILES: readonly string[] = [
  ...new Set(AGENTS.map(({ instructions = SHARED_FILE }) => instructions)),
].sort();

export interface IndexPlanOptions {
  readonly agent: Agent;
  readonly surroundings: Surroundings;
  /** What stands between the comments. */
  readonly body: string;
  readonly receipts: readonly Receipt[];
  readonly receiptDirectories: readonly string[];
}

/** What has to be written so that an agent's instruction file has the index. */
export async function planIndex(options: IndexPlanOptions): Promise<Step> {
  const { agent, surroundings, body, receipts, receiptDirectories } = options;
  const place = placeOf(agent, surroundings);
  const target = await lookAt(place);
  if (!target.ok) return leave(agent, place.path, 'refused', target.reason);
  const block = target.text === undefined ? undefined : findBlock(target.text);
  if (block && !block.isOurs) return leave(agent, place.path, 'refused', EDITED);
  const after = withBlock(target.text, body);
  const written = receipts.filter(({ purpose, path }) => purpose === 'index' && path === target.realPath);
  const own = written.find((receipt) => receipt.agent === agent.id) ?? written[0];
  // What was there before a block that is there already is known only to the receipt of whoever wrote it.
  const base = target.text !== undefined && block && own ? takeBack(target.text, own) : target.text;
  const save = {
    version: 1,
    agent: agent.id,
    scope: 'project',
    root: place.root,
    path: target.realPath,
    purpose: 'index',
    after: digestOf(after),
    edit: base === undefined ? null : editBetween(base, after),
    directories: target.missingDirectories,
    receiptDirectories,
  } as const;
  if (after === target.text) {
    const adopts = written.length > 0 && !written.some((receipt) => receipt.agent === agent.id);
    return { ...leave(agent, place.path, 'unchanged'), ...(adopts ? { save } : {}) };
  }
  return {
    agent,
    ...writing({ path: place.path, purpose: 'index' }, target, after),
    ...(block && !own ? {} : { save }),
  };
}

/** What has to be written so that a file no longer has the index. `kept` are the receipts that stay. */
export async function planIndexRemoval(agent: Agent, receipt: Receipt, kept: readonly Receipt[]): Promise<Step> {
  const target = await lookAt(receipt);
  if (!target.ok) return leave(agent, receipt.path, 'refused', target.reason);
  const block = target.text === undefined ? undefined : findBlock(target.text);
  if (target.text === undefined || !block) {
    return { ...leave(agent, receipt.path, 'unchanged', 'The index is already gone.'), drop: receipt };
  }
  if (!block.isOurs) return leave(agent, receipt.path, 'refused', EDITED);
  const others = kept.filter(({ purpose, path }) => purpose === 'index' && path === receipt.path);
  if (others.length > 0) {
    const names = others.map((other) => other.agent).sort();
    return { ...leave(agent, receipt.path, 'unchanged', `Still used by ${names.join(', ')}.`), drop: receipt };
  }
  const after = takeBack(target.text, receipt);
  return {
    agent,
    file: {
      path: receipt.path,
      purpose: 'index',
      action: after === undefined ? 'remove' : 'change',
      diff: unifiedDiff(receipt.path, target.text, after),
    },
    write: { realPath: target.realPath, before: target.text, after, directories: [] },
    drop: receipt,
  };
}

/** An index that this machine has no receipt for, or `undefined`. */
export async function planUnrecordedIndex(
  agent: Agent,
  at: Surroundings,
  isKnown: (realPath: string) => boolean,
): Promise<Step | undefined> {
  const place = placeOf(agent, at);
  const target = await lookAt(place);
  if (!target.ok || target.text === undefined || isKnown(target.realPath) || !findBlock(target.text)) return undefined;
  const reason = 'This machine has no record that init wrote the index; delete it by hand if it is not wanted.';
  return leave(agent, place.path, 'refused', reason);
}

export const EDITED =
  'The index was edited by hand since it was written; it is left as it is. To be rid of it, delete it with its comments; init --index then writes ours again.';

/** Exact when nobody has written to the file since; the gap before the block goes with it otherwise. */
function takeBack(text: string, { after, edit }: Receipt): string | undefined {
  if (digestOf(text) === after) return edit === null ? undefined : undoEdit(text, edit);
  const gap = /^(?:\r?\n)*/.exec(edit?.inserted ?? '')?.[0] ?? '';
  const rest = withoutBlock(text, gap);
  return edit === null && rest.trim() === '' ? undefined : rest;
}

function placeOf({ instructions = SHARED_FILE }: Agent, at: Surroundings): Place {
  return inProject(at, instructions);
}

function leave(agent: Agent, path: string, action: 'unchanged' | 'refused', reason?: string): Step {
  return { agent, file: { path, purpose: 'index', action, diff: '', ...(reason === undefined ? {} : { reason }) } };
}
