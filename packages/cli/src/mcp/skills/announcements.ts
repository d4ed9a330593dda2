import type { Scope } from '../../scope.ts';
import { servedSkills } from './served-skill.ts';

/** Tells a client that asked for the skills of a project when they are no longer the same. */
export interface Announcements {
  /** The client is told these skills. */
  announce(scope: Scope): void;
  /** A call looked at this scope. Sends the word when the client was told something else of its project. */
  notice(scope: Scope): void;
}

/** Nothing is watched: what changed is seen by the next call, whatever it asks for. */
export function openAnnouncements(send: () => void): Announcements {
  const announced = new Map<string, string>();
  return {
    announce(scope) {
      announced.set(projectOf(scope), skillsOf(scope));
    },
    notice(scope) {
      const before = announced.get(projectOf(scope));
      if (before === undefined) return;
      const now = skillsOf(scope);
      announced.set(projectOf(scope), now);
      if (now !== before) send();
    },
  };
}

function projectOf({ root, member }: Scope): string {
  return JSON.stringify([root, member]);
}

function skillsOf({ shipping }: Scope): string {
  return JSON.stringify(servedSkills(shipping).map(({ root, skill }) => [root, skill.digest]));
}
