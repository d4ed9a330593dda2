import type { Agent, Scope, Surroundings } from './agents.ts';
import type { Uneditable } from './entry-format.ts';
import { addHooks, type HookElements, holdsOnly, isSame, readHooks, removeHooks } from './plan-hooks-json.ts';
import type { HookSetup } from './plan-hooks-table.ts';
import { digestOf, type Receipt } from './receipts.ts';
import { editBetween, type Step, undoEdit, unifiedDiff, writing } from './step.ts';
import { lookAt } from './target.ts';

export interface HooksPlanOptions {
  readonly agent: Agent;
  readonly setup: HookSetup;
  readonly scope: Scope;
  readonly surroundings: Surroundings;
  readonly elements: HookElements;
  readonly receipts: readonly Receipt[];
  readonly receiptDirectories: readonly string[];
}

/** What has to be written so that an agent runs our command at its events. */
export async function planHooks(options: HooksPlanOptions): Promise<Step> {
  const { agent, setup, scope, surroundings, elements, receipts, receiptDirectories } = options;
  const place = setup.places[scope](surroundings);
  const target = await lookAt(place);
  if (!target.ok) return leave(agent, place.path, 'refused', target);
  const found = readHooks(target.text ?? '');
  if (!found.ok) return leave(agent, place.path, 'refused', found);
  const written = receipts.filter(({ purpose, path }) => purpose === 'hooks' && path === target.realPath);
  const receipt = written.find((candidate) => candidate.agent === agent.id) ?? written[0];
  if (isSame(found.ours, listsOf(elements))) {
    // Another agent that reads the same file has them already: it stays until neither wants them.
    const adopts = receipt !== undefined && receipt.agent !== agent.id && isSame(receipt.hooks, elements);
    return { ...leave(agent, place.path, 'unchanged'), ...(adopts ? { save: { ...receipt, agent: agent.id } } : {}) };
  }
  const isThere = Object.keys(found.ours).length > 0;
  if (isThere && !isSame(found.ours, listsOf(receipt?.hooks ?? {})))
    return leave(agent, place.path, 'refused', FOREIGN);
  const base = isThere && receipt ? takeBack(target.text, receipt, setup) : { ok: true as const, text: target.text };
  if (!base.ok) return leave(agent, place.path, 'refused', base);
  const added = addHooks(base.text, elements, setup.preamble);
  if (!added.ok) return leave(agent, place.path, 'refused', added);
  return {
    agent,
    ...writing({ path: place.path, purpose: 'hooks' }, target, added.text),
    save: {
      version: 1,
      agent: agent.id,
      scope,
      root: place.root,
      path: target.realPath,
      purpose: 'hooks',
      after: digestOf(added.text),
      edit: base.text === undefined ? null : editBetween(base.text, added.text),
      directories: target.missingDirectories,
      receiptDirectories,
      hooks: elements,
      made: added.made,
    },
  };
}

/** What has to be written to take back what `planHooks` once led to. `kept` are the receipts that stay. */
export async function planHooksRemoval(
  agent: Agent,
  setup: HookSetup,
  receipt: Receipt,
  kept: readonly Receipt[],
): Promise<Step> {
  const target = await lookAt(receipt);
  if (!target.ok) return leave(agent, receipt.path, 'refused', target);
  const gone = { ...leave(agent, receipt.path, 'unchanged', { reason: 'The hooks are already gone.' }), drop: receipt };
  if (target.text === undefined) return gone;
  const found = readHooks(target.text);
  if (!found.ok) return leave(agent, receipt.path, 'refused', found);
  if (Object.keys(found.ours).length === 0) return gone;
  if (!isSame(found.ours, listsOf(receipt.hooks ?? {}))) return leave(agent, receipt.path, 'refused', EDITED);
  const others = kept.filter(({ purpose, path }) => purpose === 'hooks' && path === receipt.path);
  if (others.length > 0) {
    const reason = `Still used by ${others
      .map((other) => other.agent)
      .sort()
      .join(', ')}.`;
    return { ...leave(agent, receipt.path, 'unchanged', { reason }), drop: receipt };
  }
  const base = takeBack(target.text, receipt, setup);
  if (!base.ok) return leave(agent, receipt.path, 'refused', base);
  return {
    agent,
    file: {
      path: receipt.path,
      purpose: 'hooks',
      action: base.text === undefined ? 'remove' : 'change',
      diff: unifiedDiff(receipt.path, target.text, base.text),
    },
    write: { realPath: target.realPath, before: target.text, after: base.text, directories: [] },
    drop: receipt,
  };
}

/** Hooks of ours that this machine has no receipt for, or `undefined`. */
export async function planUnrecordedHooks(
  agent: Agent,
  setup: HookSetup,
  scope: Scope,
  at: Surroundings,
  isKnown: (realPath: string) => boolean,
): Promise<Step | undefined> {
  const place = setup.places[scope](at);
  const target = await lookAt(place);
  if (!target.ok || target.text === undefined || isKnown(target.realPath)) return undefined;
  const found = readHooks(target.text);
  if (!found.ok || Object.keys(found.ours).length === 0) return undefined;
  const reason =
    'This machine has no record that init wrote the hooks; delete those that start `skillscope hook` by hand if they are not wanted.';
  return leave(agent, place.path, 'refused', { reason });
}

const FOREIGN = {
  reason:
    'Hooks that start `skillscope hook` and that init did not write, or that were edited since, are already there; they are left as they are. Delete them and run init again to have ours.',
};

const EDITED = {
  reason:
    'The hooks were edited since init wrote them; they are left as they are. Delete them by hand if they are not wanted.',
};

function listsOf(elements: HookElements): Readonly<Record<string, readonly unknown[]>> {
  return Object.fromEntries(Object.entries(elements).map(([event, element]) => [event, [element]]));
}

/** The text as it was before `init`; `undefined` means no file. Exact when nobody has written to the file since. */
function takeBack(
  text: string | undefined,
  { after, edit, hooks = {}, made = [] }: Receipt,
  { preamble }: HookSetup,
): { readonly ok: true; readonly text: string | undefined } | Uneditable {
  if (text === undefined) return { ok: true, text };
  if (digestOf(text) === after) return { ok: true, text: edit === null ? undefined : undoEdit(text, edit) };
  const removed = removeHooks(text, hooks, made);
  if (!removed.ok) return removed;
  return { ok: true, text: edit === null && holdsOnly(removed.text, preamble) ? undefined : removed.text };
}

function leave(
  agent: Agent,
  path: string,
  action: 'unchanged' | 'refused',
  { reason, line }: { readonly reason?: string; readonly line?: number } = {},
): Step {
  const more = { ...(reason === undefined ? {} : { reason }), ...(line === undefined ? {} : { line }) };
  return { agent, file: { path, purpose: 'hooks', action, diff: '', ...more } };
}
