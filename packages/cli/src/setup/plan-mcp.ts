import path from 'node:path';
import type { Agent, Entry, Place, Scope, Surroundings } from './agents.ts';
import { type EntryFormat, type ReadEntry, sameEntry, type Uneditable } from './entry-format.ts';
import { jsonEntry } from './json-entry.ts';
import { exists } from './programs.ts';
import { digestOf, type Receipt } from './receipts.ts';
import { editBetween, type Step, undoEdit, unifiedDiff, writing } from './step.ts';
import { lookAt } from './target.ts';
import { tomlEntry } from './toml-entry.ts';
import { yamlEntry } from './yaml-entry.ts';

/** The name of our server in every agent's settings. */
const SERVER_NAME = 'skillscope';

const FORMATS: Readonly<Record<Agent['config']['format'], EntryFormat>> = {
  json: jsonEntry,
  toml: tomlEntry,
  yaml: yamlEntry,
};

export interface McpPlanOptions {
  readonly agent: Agent;
  readonly scope: Scope;
  readonly surroundings: Surroundings;
  readonly entry: Entry;
  readonly receipts: readonly Receipt[];
  readonly receiptDirectories: readonly string[];
}

/** What has to be written so that an agent's settings name our server; `undefined` where it has none in this scope. */
export async function planMcp(options: McpPlanOptions): Promise<Step | undefined> {
  const { agent, scope, surroundings, entry, receipts, receiptDirectories } = options;
  const { container } = agent.config;
  const place = await placeOf(agent, scope, surroundings);
  if (!place) return undefined;
  const target = await lookAt(place);
  if (!target.ok) return leave(agent, place.path, 'refused', target);
  const format = FORMATS[agent.config.format];
  const receipt = receiptFor(receipts, agent, target.realPath);
  const found = readEntry(format, target.text, container);
  if (!found.ok) return leave(agent, place.path, 'refused', found);
  if (sameEntry(found.entry, entry)) return leave(agent, place.path, 'unchanged');
  const replaces = found.entry !== undefined;
  if (replaces && !isAsWritten(found.entry, receipt)) return leave(agent, place.path, 'refused', FOREIGN);
  const base = replaces && receipt ? takeBack(agent, target.text, receipt) : { ok: true as const, text: target.text };
  if (!base.ok) return leave(agent, place.path, 'refused', base);
  const added = format.add(base.text, container, SERVER_NAME, entry);
  if (!added.ok) return leave(agent, place.path, 'refused', added);
  return {
    agent,
    ...writing({ path: place.path, purpose: 'mcp' }, target, added.text),
    save: {
      version: 1,
      agent: agent.id,
      scope,
      root: place.root,
      path: target.realPath,
      purpose: 'mcp',
      after: digestOf(added.text),
      edit: base.text === undefined ? null : editBetween(base.text, added.text),
      directories: target.missingDirectories,
      receiptDirectories,
      entry,
      containerBefore: added.containerBefore,
    },
  };
}

/** What has to be written to take back what `planMcp` once led to. */
export async function planMcpRemoval(agent: Agent, receipt: Receipt): Promise<Step> {
  const target = await lookAt(receipt);
  if (!target.ok) return leave(agent, receipt.path, 'refused', target);
  const gone = { ...leave(agent, receipt.path, 'unchanged', { reason: 'The entry is already gone.' }), drop: receipt };
  if (target.text === undefined) return gone;
  const found = readEntry(FORMATS[agent.config.format], target.text, agent.config.container);
  if (!found.ok) return leave(agent, receipt.path, 'refused', found);
  if (found.entry === undefined) return gone;
  if (!isAsWritten(found.entry, receipt)) return leave(agent, receipt.path, 'refused', EDITED);
  const base = takeBack(agent, target.text, receipt);
  if (!base.ok) return leave(agent, receipt.path, 'refused', base);
  return {
    agent,
    file: {
      path: receipt.path,
      purpose: 'mcp',
      action: base.text === undefined ? 'remove' : 'change',
      diff: unifiedDiff(receipt.path, target.text, base.text),
    },
    write: { realPath: target.realPath, before: target.text, after: base.text, directories: [] },
    drop: receipt,
  };
}

/** An entry of our name that this machine has no receipt for, or `undefined`. */
export async function planUnrecordedMcp(
  agent: Agent,
  scope: Scope,
  at: Surroundings,
  isKnown: (realPath: string) => boolean,
): Promise<Step | undefined> {
  const place = await placeOf(agent, scope, at);
  if (!place) return undefined;
  const target = await lookAt(place);
  if (!target.ok || target.text === undefined || isKnown(target.realPath)) return undefined;
  const found = readEntry(FORMATS[agent.config.format], target.text, agent.config.container);
  if (!found.ok || found.entry === undefined) return undefined;
  const reason = `This machine has no record that init wrote the entry; delete \`${agent.config.container}.${SERVER_NAME}\` by hand if it is not wanted.`;
  return leave(agent, place.path, 'refused', { reason });
}

async function placeOf({ config }: Agent, scope: Scope, at: Surroundings): Promise<Place | undefined> {
  const usual = config.places[scope]?.(at);
  if (!usual || (await exists(usual.path))) return usual;
  for (const name of config.otherNames ?? []) {
    const other = path.join(path.dirname(usual.path), name);
    if (await exists(other)) return { ...usual, path: other };
  }
  return usual;
}

const FOREIGN = {
  reason: `An entry \`${SERVER_NAME}\` that init did not write, or that was edited since, is already there; it is left as it is. Delete it and run init again to have ours.`,
};

const EDITED = {
  reason: 'The entry was edited since init wrote it; it is left as it is. Delete it by hand if it is not wanted.',
};

function receiptFor(receipts: readonly Receipt[], agent: Agent, realPath: string): Receipt | undefined {
  return receipts.find(
    (receipt) => receipt.agent === agent.id && receipt.path === realPath && receipt.purpose === 'mcp',
  );
}

function readEntry(format: EntryFormat, text: string | undefined, container: string): ReadEntry | Uneditable {
  return text === undefined ? { ok: true, entry: undefined } : format.read(text, container, SERVER_NAME);
}

function isAsWritten(entry: unknown, receipt: Receipt | undefined): boolean {
  return receipt !== undefined && sameEntry(entry, receipt.entry);
}

/** The text as it was before `init`; `undefined` means no file. Exact when nobody has written to the file since. */
function takeBack(
  agent: Agent,
  text: string | undefined,
  receipt: Receipt,
): { readonly ok: true; readonly text: string | undefined } | Uneditable {
  const { entry, containerBefore, edit } = receipt;
  if (text === undefined || !entry || !containerBefore) return { ok: true, text };
  if (digestOf(text) === receipt.after) return { ok: true, text: edit === null ? undefined : undoEdit(text, edit) };
  const removed = FORMATS[agent.config.format].remove(
    text,
    agent.config.container,
    SERVER_NAME,
    entry,
    containerBefore,
  );
  if (!removed.ok) return removed;
  return { ok: true, text: edit === null && removed.empty ? undefined : removed.text };
}

function leave(
  agent: Agent,
  file: string,
  action: 'unchanged' | 'refused',
  { reason, line }: { readonly reason?: string; readonly line?: number } = {},
): Step {
  return {
    agent,
    file: {
      path: file,
      purpose: 'mcp',
      action,
      diff: '',
      ...(reason === undefined ? {} : { reason }),
      ...(line === undefined ? {} : { line }),
    },
  };
}
