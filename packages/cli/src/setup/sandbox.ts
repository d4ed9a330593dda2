import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { InitOptions } from '../commands/init.ts';

/** A home and a project of their own, for tests. */
export interface Sandbox {
  readonly home: string;
  readonly project: string;
  readonly skillText: string;
  /** `init` and `uninstall` options: every agent, project scope, no dry run. */
  readonly options: InitOptions;
  write(file: string, text: string): string;
  read(file: string): string;
  /** Everything in home and project: path to content, `directory`, or `link to …`; with permissions. */
  tree(): Readonly<Record<string, string>>;
  remove(): void;
}

/** Paths given to it are relative to its base, which holds `home` and `project`. */
export function sandbox(): Sandbox {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'skillscope-init-')));
  const home = path.join(base, 'home');
  const project = path.join(base, 'project');
  const skillDirectory = path.join(base, 'installation', 'skills', 'skillscope');
  for (const directory of [home, project, skillDirectory]) mkdirSync(directory, { recursive: true });
  const skillText = '---\nname: skillscope\ndescription: Look.\n---\n\nAsk.\n';
  writeFileSync(path.join(skillDirectory, 'SKILL.md'), skillText);
  return {
    home,
    project,
    skillText,
    options: {
      home,
      projectDirectory: project,
      environment: { PATH: '' },
      platform: 'linux',
      agents: 'all',
      scope: 'project',
      apply: true,
      includeSkill: true,
      includeMcp: true,
      installation: { binPath: '/opt/skillscope/bin/skillscope.js', execPath: '/usr/bin/node', skillDirectory },
    },
    write(file, text) {
      const full = path.join(base, file);
      mkdirSync(path.dirname(full), { recursive: true });
      writeFileSync(full, text);
      return full;
    },
    read: (file) => readFileSync(path.join(base, file), 'utf8'),
    tree: () => ({ ...treeOf(base, 'home'), ...treeOf(base, 'project') }),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

function treeOf(base: string, below: string): Record<string, string> {
  const full = path.join(base, below);
  const found = lstatSync(full);
  if (found.isSymbolicLink()) return { [below]: `link to ${readlinkSync(full)}` };
  const mode = (found.mode & 0o777).toString(8);
  if (!found.isDirectory()) return { [below]: `${mode} ${readFileSync(full, 'latin1')}` };
  const inner = readdirSync(full).map((name) => treeOf(base, path.join(below, name)));
  return Object.assign({ [below]: `${mode} directory` }, ...inner);
}
