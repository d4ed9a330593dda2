import { isAbsolute, resolve } from 'node:path';
import { SkillscopeError } from '@skillscope/core';
import { knownEcosystems } from './known-ecosystems.ts';
import { isDirectory } from './lookup.ts';
import type { Run, SharedOptions, Surroundings } from './main.ts';
import { printJson } from './print/json.ts';
import { terminalOf } from './terminal.ts';

/** Everything that one command works with. */
export function openRun(options: SharedOptions, surroundings: Surroundings): Run {
  const terminal = terminalOf(surroundings.stdout, surroundings.environment, options);
  return {
    surroundings,
    options,
    terminal,
    get request() {
      return {
        start: startOf(options.project, surroundings),
        explicit: options.project !== undefined,
        environment: surroundings.environment,
        home: surroundings.home,
        ...(options.ecosystem ? { only: knownEcosystems(options.ecosystem) } : {}),
        useCache: options.cache,
        ...(surroundings.beforeScan ? { beforeScan: surroundings.beforeScan } : {}),
      };
    },
    answer: (value, print) => {
      const text = options.json ? printJson(value) : print(value, terminal);
      surroundings.out(`${text}\n`);
    },
  };
}

function startOf(project: string | undefined, surroundings: Surroundings): string {
  if (project === undefined) return surroundings.directory;
  const start = isAbsolute(project) ? project : resolve(surroundings.directory, project);
  if (project !== '' && isDirectory(start)) return start;
  throw new SkillscopeError('usage', `--project: "${project}" is not a directory.`);
}
