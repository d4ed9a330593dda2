import type { Note } from '@skillscope/core';
import type { Scope } from './agents.ts';
import type { SetupFile, Step } from './step.ts';
import type { ChosenAgent } from './surroundings.ts';

export interface SetupAgent {
  readonly id: string;
  readonly title: string;
  /** What showed that the agent is used here; absent when nothing did. */
  readonly foundBy?: string;
  readonly files: readonly SetupFile[];
}

/** What `init` or `uninstall` does, or would do, per agent. */
export interface InitPlan {
  readonly scope: Scope;
  readonly agents: readonly SetupAgent[];
  /** False for a dry run: nothing was written. */
  readonly applied: boolean;
  readonly notes: readonly Note[];
}

/** Sorts files by agent; `files` runs along `steps`. */
export function byAgent(
  chosen: readonly ChosenAgent[],
  steps: readonly Step[],
  files: readonly SetupFile[],
): readonly SetupAgent[] {
  return chosen.map(({ agent: { id, title }, foundBy }) => ({
    id,
    title,
    ...(foundBy === undefined ? {} : { foundBy }),
    files: files.filter((_, index) => steps[index]?.agent.id === id),
  }));
}
