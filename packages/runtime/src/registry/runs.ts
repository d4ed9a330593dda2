import { call, integer, json, text } from './call.ts';
import type { Registry } from './registry.ts';

export interface OpenedRun {
  readonly id: string;
  readonly agentVersion: number;
}

export interface RunPlace {
  readonly agent: string;
  readonly thread: string;
  /** Default `main`. */
  readonly branch?: string;
  /** For a new branch: the one it goes on from. */
  readonly parent?: string;
}

/** Opens a run, with its thread and branch where they are new. */
export async function openRun(registry: Registry, place: RunPlace): Promise<OpenedRun> {
  const { id, agent_version } = await registry.write((database) =>
    call<{ readonly id: string; readonly agent_version: number }>(database, 'open_run', [
      text(place.agent),
      text(place.thread),
      text(place.branch ?? 'main'),
      text(place.parent),
    ]),
  );
  return { id, agentVersion: agent_version };
}

/** What happened to one skill on one turn, and why. */
export interface Decision {
  readonly skill: string;
  readonly version?: number;
  readonly outcome: 'always' | 'match' | 'list' | 'request' | 'sticky' | 'loaded' | 'dropped' | 'refused';
  readonly rule?: string;
  readonly reason?: string;
  readonly score?: number;
}

export interface Turn {
  /** From 1. */
  readonly turn: number;
  readonly decisions: readonly Decision[];
  /** The versions whose body this turn used. */
  readonly used: readonly {
    readonly skill: string;
    readonly version: number;
    readonly mode: 'always' | 'match' | 'request' | 'sticky';
  }[];
  /** Hashes of the prompt's parts, in order. */
  readonly bands?: readonly unknown[];
}

/** Adds one turn to an open run. A turn that is recorded already, and a withheld version, are refused. */
export function recordTurn(registry: Registry, run: string, turn: Turn): Promise<void> {
  return registry.write(async (database) => {
    await call(database, 'record_turn', [
      { type: 'uuid', value: run },
      integer(turn.turn),
      json(turn.decisions),
      json(turn.used),
      json(turn.bands ?? []),
    ]);
  });
}

/** Closes a run with what the provider said of tokens and its cache. */
export function closeRun(
  registry: Registry,
  run: string,
  counters: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  return registry.write(async (database) => {
    await call(database, 'close_run', [{ type: 'uuid', value: run }, json(counters)]);
  });
}

export interface UsedSkill {
  readonly name: string;
  readonly version: number;
  readonly digest: string;
}

/** The skills whose body entered a branch, in the order they came, with what its parents had when it left them. */
export function branchSkills(registry: Registry, thread: string, branch = 'main'): Promise<readonly UsedSkill[]> {
  return registry.read((database) =>
    database.query<UsedSkill>('select name, version, digest from skillscope.branch_skills($1, $2)', [thread, branch]),
  );
}

/** The decisions of a run, in their order. */
export async function readDecisions(
  registry: Registry,
  run: string,
): Promise<readonly (Decision & { readonly turn: number })[]> {
  const rows = await registry.read((database) =>
    database.query<Record<string, unknown>>(
      `select turn, skill, version, outcome, rule, reason, score from skillscope.decisions
       where run = $1 order by turn, position`,
      [run],
    ),
  );
  return rows.map(
    (row) =>
      Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as Decision & {
        readonly turn: number;
      },
  );
}
