import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A package manager as the registry holds it. */
interface Tool {
  readonly name: string;
  readonly version: string;
  /** The program in its package, run by Node unless it is one by itself. */
  readonly program: string;
  /** A script that has to run once before the program works. */
  readonly setUp?: string;
}

/** One way to lay out the workspace: which program, what it is told, and by which files. */
interface Layout {
  /** Absent for the npm on the machine. */
  readonly tool?: Tool;
  readonly args: readonly string[];
  /** Written into the workspace before it is installed. */
  readonly files?: Readonly<Record<string, string>>;
}

const PNPM: Tool = { name: 'pnpm', version: '10.34.9', program: 'bin/pnpm.cjs' };
const YARN_CLASSIC: Tool = { name: 'yarn', version: '1.22.22', program: 'bin/yarn.js' };
const YARN: Tool = { name: '@yarnpkg/cli-dist', version: '4.18.1', program: 'bin/yarn.js' };
const BUN: Tool = { name: 'bun', version: '1.4.5', program: 'bin/bun.exe', setUp: 'install.js' };

const PNPM_FILES = { 'pnpm-workspace.yaml': 'packages:\n  - packages/*\nlinkWorkspacePackages: true\n' };
const NPM_ARGS = ['install', '--ignore-scripts', '--no-audit', '--no-fund'];

/** Every layout that a Node project is installed in. */
const LAYOUTS = {
  npm: { args: NPM_ARGS },
  'npm linked': { args: [...NPM_ARGS, '--install-strategy=linked'] },
  pnpm: { tool: PNPM, args: ['install', '--ignore-scripts'], files: PNPM_FILES },
  'pnpm hoisted': {
    tool: PNPM,
    args: ['install', '--ignore-scripts', '--config.node-linker=hoisted'],
    files: PNPM_FILES,
  },
  'Yarn classic': {
    tool: YARN_CLASSIC,
    args: ['install', '--ignore-scripts', '--non-interactive', '--ignore-engines'],
  },
  'Yarn node-modules': { tool: YARN, args: ['install'], files: yarnFiles('node-modules') },
  'Yarn pnpm': { tool: YARN, args: ['install'], files: yarnFiles('pnpm') },
  "Yarn Plug'n'Play": { tool: YARN, args: ['install'], files: yarnFiles('pnp') },
  'Bun hoisted': { tool: BUN, args: ['install', '--ignore-scripts', '--linker=hoisted'] },
  'Bun isolated': { tool: BUN, args: ['install', '--ignore-scripts', '--linker=isolated'] },
} as const satisfies Readonly<Record<string, Layout>>;

export type LayoutName = keyof typeof LAYOUTS;

export const LAYOUT_NAMES = Object.keys(LAYOUTS) as readonly LayoutName[];

/** Milliseconds for fetching one program and installing with it: room for a slow connection. */
export const INSTALL_TIMEOUT = 300_000;

/** The workspace that every manager installs; the lockfiles in the npm ecosystem's fixtures are made from it too. */
const WORKSPACE = join(import.meta.dirname, '../../packages/ecosystems/src/npm/fixtures/workspace');

const TEMPORARY = realpathSync(tmpdir());

/**
 * Installs the workspace with the real manager, once per machine, and gives the real path of its root. Treat it as
 * read-only. Throws with the manager's own words when the network or the manager fails.
 */
export function prepare(name: LayoutName): string {
  const layout: Layout = LAYOUTS[name];
  const key = createHash('sha256')
    .update(JSON.stringify(layout))
    .update(digestOf(WORKSPACE))
    .digest('hex')
    .slice(0, 12);
  return once(`skillscope-layout-${name.replaceAll(/[^\w]+/g, '-')}-${key}`, (directory) => {
    cpSync(WORKSPACE, directory, { recursive: true });
    for (const [path, text] of Object.entries(layout.files ?? {})) writeFileSync(join(directory, path), text);
    const [program, first] = programOf(layout.tool);
    run(program, [...first, ...layout.args], directory);
  });
}

function yarnFiles(linker: string): Readonly<Record<string, string>> {
  const settings = [
    `nodeLinker: ${linker}`,
    'enableGlobalCache: false',
    'enableImmutableInstalls: false',
    'enableScripts: false',
    'enableTelemetry: false',
  ];
  return { '.yarnrc.yml': `${settings.join('\n')}\n`, 'yarn.lock': '' };
}

function programOf(tool: Tool | undefined): readonly [program: string, first: readonly string[]] {
  if (!tool) return ['npm', []];
  const { name, version, program, setUp } = tool;
  const folder = once(`skillscope-tool-${name.replaceAll(/[^\w]+/g, '-')}-${version}`, (directory) => {
    run('npm', ['install', '--prefix', directory, '--ignore-scripts', '--no-audit', `${name}@${version}`], directory);
    const installed = join(directory, 'node_modules', name);
    if (setUp !== undefined) run(process.execPath, [join(installed, setUp)], installed);
  });
  const path = join(folder, 'node_modules', name, program);
  return program.endsWith('.exe') ? [path, []] : [process.execPath, [path]];
}

/** Makes a folder in the temporary directory; whoever is first wins, and a half-made one is never seen. */
function once(name: string, make: (directory: string) => void): string {
  const folder = join(TEMPORARY, name);
  if (existsSync(folder)) return folder;
  const work = mkdtempSync(join(TEMPORARY, 'skillscope-work-'));
  const fresh = join(work, name);
  mkdirSync(fresh);
  try {
    make(fresh);
    renameSync(fresh, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
}

function run(program: string, args: readonly string[], directory: string): void {
  execFileSync(program, args, { cwd: directory, stdio: 'pipe', env: environment() });
}

/** Without what the npm that runs the tests tells its children, e.g. its own lockfile and workspace settings. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(?:config_(?:local_prefix|workspace|prefix)|package|lifecycle)/i.test(name),
    ),
  );
}

function digestOf(directory: string): string {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'));
  return files
    .sort()
    .reduce((hash, path) => hash.update(path).update(readFileSync(join(directory, path))), createHash('sha256'))
    .digest('hex');
}
