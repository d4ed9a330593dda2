import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Program, run } from './measured-process.ts';
import { install } from './real-tree.ts';

export interface Found {
  readonly packages: number;
  readonly skills: number;
}

/** Another tool that finds the skills of installed packages, by what its users type. */
export interface Peer extends Program {
  /** What its output says that it found. */
  readonly found: (out: string) => Found;
}

/** The newest that runs on the oldest Node we support. */
const VERSIONS = { '@tanstack/intent': '0.4.0', skills: '1.5.18', 'skills-npm': '1.2.1' };

/** The peers at work on a project. They write into it; each run puts back what it needs. */
export function peersIn(directory: string): readonly Peer[] {
  const home = install('peers', { name: 'peers', dependencies: VERSIONS });
  const intent = bin(home, '@tanstack/intent', 'intent');
  const npm = bin(home, 'skills-npm', 'skills-npm');
  const sync = [bin(home, 'skills', 'skills'), 'experimental_sync', '--yes', '--agent', 'claude-code'];
  const npmArgs = [npm, '--dry-run', '--yes', '--agents', 'claude-code'];
  const forget = () => {
    for (const path of ['node_modules/.skills-npm', '.agents', '.claude', 'skills-lock.json'])
      rmSync(join(directory, path), { recursive: true, force: true });
  };
  const names = Object.fromEntries(Object.entries(VERSIONS).map(([name, version]) => [name, `${name} ${version}`]));
  const peer = (name: string, args: readonly string[], found: Peer['found'], again = false): Peer => {
    const program = { name, args, directory };
    const before = () => {
      forget();
      if (again) run(program);
    };
    return { ...program, before, found };
  };
  return [
    peer(`${names['@tanstack/intent']}: list`, [intent, 'list'], foundByIntent),
    peer(`${names['skills-npm']}: --dry-run, first`, npmArgs, foundByNpm),
    peer(`${names['skills-npm']}: --dry-run, again`, npmArgs, foundByNpm, true),
    peer(
      `${names['skills-npm']}: --dry-run --source node_modules, first`,
      [...npmArgs, '--source', 'node_modules'],
      foundByNpm,
    ),
    peer(`${names['skills']}: experimental_sync, first`, sync, foundBySync),
    peer(`${names['skills']}: experimental_sync, again`, sync, foundBySync, true),
  ];
}

function foundByIntent(out: string): Found {
  const [, packages, skills] = /(\d+) intent-enabled packages?, (\d+) skills?/.exec(out) ?? [];
  return { packages: Number(packages), skills: Number(skills) };
}

/** One line a skill: `- name (package@version)`. */
function foundByNpm(out: string): Found {
  const names = [...out.matchAll(/^ {2}- .* \((\S+)@[^@\s]+\)$/gm)].map(([, name]) => name);
  return { packages: new Set(names).size, skills: Number(/found (\d+) skills?/.exec(out)?.[1]) };
}

/** One line a skill: `● name from package`. */
function foundBySync(out: string): Found {
  const names = [...out.matchAll(/● {2}.* from (\S+)/g)].map(([, name]) => name);
  return { packages: new Set(names).size, skills: Number(/Found (\d+) skills?/.exec(out)?.[1]) };
}

function bin(home: string, name: string, command: string): string {
  const directory = join(home, 'node_modules', name);
  const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
    readonly bin: Readonly<Record<string, string>>;
  };
  const path = manifest.bin[command];
  if (path === undefined) throw new Error(`${name} has no command "${command}".`);
  return join(directory, path);
}
