import type { Scope } from './agents.ts';

export type HookEvent = 'session-start' | 'edit';

export interface HookCommandFacts {
  readonly scope: Scope;
  readonly platform: NodeJS.Platform;
  /** skillscope lies in the project's own `node_modules`. */
  readonly isInProject: boolean;
  /** See `CommandFacts`. */
  readonly isDependency: boolean;
  readonly isOnPath: boolean;
  readonly execPath: string;
  readonly binPath: string;
  /** See `HookSetup.project`. */
  readonly project: string;
}

/**
 * The shell command that a host runs at an event. Never one that may download. The project's own installation is started
 * without npx, which takes longer than the answer.
 */
export function hookCommand(facts: HookCommandFacts, event: HookEvent): string {
  return `${programOf(facts)} hook ${event}`;
}

function programOf({
  scope,
  platform,
  isInProject,
  isDependency,
  isOnPath,
  execPath,
  binPath,
  project,
}: HookCommandFacts) {
  if (scope === 'project' && isInProject) return `node "${project}/node_modules/skillscope/bin/skillscope.js"`;
  if (scope === 'project' && isDependency) return 'npx --no-install skillscope';
  if (isOnPath) return 'skillscope';
  return `${quoted(execPath, platform)} ${quoted(binPath, platform)}`;
}

function quoted(word: string, platform: NodeJS.Platform): string {
  if (PLAIN.test(word)) return word;
  return platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
}

const PLAIN = /^[\w@%+=:,./-]+$/;
