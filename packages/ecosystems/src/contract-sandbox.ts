import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Skipped } from '@skillscope/core';
import type { Built, Sandbox } from './contract-cases.ts';
import type { Ecosystem, Reading } from './ecosystem.ts';
import { type Observation, openFiles } from './files.ts';

/** A sandbox with the directory that holds all of it. */
export interface OwnedSandbox extends Sandbox {
  readonly base: string;
  /** Removes it with everything in it. */
  close(): void;
}

/** What an ecosystem made of a project in a sandbox. */
export interface Outcome {
  readonly reading: Reading;
  /** What was left out, by the ecosystem and by its file access. */
  readonly skipped: readonly Skipped[];
  readonly observations: readonly Observation[];
}

/** Opens a sandbox in `base`; default: a new temporary directory. */
export function openSandbox(base?: string): OwnedSandbox {
  if (base !== undefined) mkdirSync(base, { recursive: true });
  const own = realpathSync(base ?? mkdtempSync(join(tmpdir(), 'skillscope-contract-')));
  const directory = join(own, 'project');
  const home = join(own, 'home');
  const elsewhere = join(own, 'elsewhere');
  for (const path of [directory, home, elsewhere]) mkdirSync(path, { recursive: true });
  return {
    base: own,
    directory,
    home,
    elsewhere,
    write(path, content) {
      const target = resolve(directory, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
    },
    close: () => rmSync(own, { recursive: true, force: true }),
  };
}

/** Has an ecosystem read the project in a sandbox, as the runner would. */
export async function readIn(ecosystem: Ecosystem, sandbox: Sandbox, built: Built = {}): Promise<Outcome> {
  const { ask = '.', environment = {} } = built;
  const files = openFiles();
  const reading = await ecosystem.read({
    directory: realpathSync(resolve(sandbox.directory, ask)),
    files,
    environment: Object.fromEntries(Object.entries(environment).filter(([name]) => ecosystem.variables.includes(name))),
    home: sandbox.home,
    breathe: async () => {},
    expect() {},
    announce() {},
  });
  return { reading, skipped: [...reading.skipped, ...files.skipped()], observations: files.observations() };
}
