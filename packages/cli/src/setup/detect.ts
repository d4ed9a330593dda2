import path from 'node:path';
import type { Agent, Surroundings } from './agents.ts';
import { exists, isOnPath } from './programs.ts';

/** What shows that an agent is used on this machine or in this project, for people; `undefined` when nothing does. */
export async function signOf(agent: Agent, surroundings: Surroundings): Promise<string | undefined> {
  for (const sign of agent.signs.inProject) {
    if (await exists(path.join(surroundings.projectDirectory, sign))) return `${sign} in the project`;
  }
  for (const sign of agent.signs.onMachine(surroundings)) {
    if (await exists(sign)) return sign;
  }
  for (const program of agent.signs.programs) {
    if (await isOnPath(program, surroundings)) return `${program} on PATH`;
  }
  return undefined;
}
