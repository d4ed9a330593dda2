import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedDirectory } from './cached-directory.ts';
import { BIN } from './skillscope.ts';

/** A project that its own manager has installed, with what it needs to find its packages again. */
export interface InstalledProject {
  readonly directory: string;
  /** Variables that say where the manager keeps its packages. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Versions of what installs Python projects and of the peers that look into them. */
const PYTHON_TOOLS = ['uv==0.13.9', 'library-skills==0.0.19', 'skilly==0.0.38'];

/** A directory with the Python tools; their commands lie in its `bin`. */
export function pythonTools(): string {
  return cachedDirectory(`python-tools-${PYTHON_TOOLS.join('-')}`, (directory) => {
    command('python3', ['-m', 'venv', directory], directory);
    // By module, since the commands in `bin` carry the path the directory had while it was made.
    command(join(directory, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', ...PYTHON_TOOLS], directory);
  });
}

/** 300 distributions: `uv.lock` and an environment in `.venv`. */
export function pythonProject(): InstalledProject {
  const uv = join(pythonTools(), 'bin', 'uv');
  const directory = cachedDirectory(nameOf('python'), (root) => {
    copyProject('python', root);
    command(uv, ['sync', '--quiet', '--python', '3.11', '--no-managed-python'], root);
  });
  return { directory, environment: {} };
}

/** 400 locked crates, all of them fetched. */
export function rustProject(): InstalledProject {
  const home = (root: string) => ({ CARGO_HOME: join(root, 'cargo-home') });
  const root = cachedDirectory(nameOf('rust'), (made) => {
    const project = join(made, 'project');
    copyProject('rust', project);
    mkdirSync(join(project, 'src'));
    writeFileSync(join(project, 'src', 'lib.rs'), '');
    command('cargo', ['fetch', '--quiet'], project, home(made));
  });
  return { directory: join(root, 'project'), environment: home(root) };
}

/** 200 modules: go.mod as `go mod tidy` completes it, go.sum, and a module cache. */
export function goProject(): InstalledProject {
  const home = (root: string) => ({ GOMODCACHE: join(root, 'module-cache') });
  const root = cachedDirectory(nameOf('go'), (made) => {
    const project = join(made, 'project');
    copyProject('go', project);
    // What is read-only could not be deleted again.
    const environment = { ...home(made), GOFLAGS: '-mod=mod -modcacherw' };
    command('go', ['mod', 'tidy'], project, environment);
    command('go', ['mod', 'download'], project, environment);
  });
  return { directory: join(root, 'project'), environment: home(root) };
}

/** 150 jars and their sources, reported by `skillscope sbom`. */
export function javaProject(): InstalledProject {
  const directory = cachedDirectory(nameOf('java'), (root) => {
    copyProject('java', root);
    mkdirSync(join(root, '.mvn'));
    writeFileSync(join(root, '.mvn', 'maven.config'), '-Dmaven.repo.local=repository\n');
    mkdirSync(join(root, 'src', 'main', 'java'), { recursive: true });
    command(process.execPath, [BIN, 'sbom'], root, { SKILLSCOPE_CACHE: join(root, 'cache') });
  });
  return { directory, environment: {} };
}

/** Another one for other pins. */
function nameOf(project: string): string {
  const folder = join(import.meta.dirname, 'projects', project);
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, name)));
  return `project-${project}-${hash.digest('hex').slice(0, 8)}`;
}

function copyProject(name: string, to: string): void {
  cpSync(join(import.meta.dirname, 'projects', name), to, { recursive: true });
}

function command(program: string, args: readonly string[], cwd: string, more: Readonly<Record<string, string>> = {}) {
  execFileSync(program, args, { cwd, env: { ...process.env, ...more }, stdio: ['ignore', 'ignore', 'inherit'] });
}
