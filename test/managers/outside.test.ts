import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../helpers/command.ts';

/** Milliseconds for one run of a package manager against its registry: room for a slow connection. */
const FETCH_TIMEOUT = 300_000;

let base: string;
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'skillscope-outside-')));
});
afterAll(() => {
  // The module cache of Go is read-only.
  execFileSync('chmod', ['-R', 'u+w', base]);
  rmSync(base, { recursive: true, force: true });
});

describe('A-30 what real package managers leave on a machine', () => {
  it(
    'npm: a package that was installed globally, with its skill',
    async () => {
      const prefix = join(base, 'prefix');
      run('npm', ['install', '--global', '--prefix', prefix, '--ignore-scripts', '@optique/core@1.3.6']);
      const directory = project('npm', { 'package.json': '{"name":"shop","version":"1.0.0"}' });
      const found = await outside(directory, ['command', 'line', 'parser'], { npm_config_prefix: prefix });
      expect(found).toEqual([
        expect.objectContaining({
          purl: 'pkg:npm/%40optique/core@1.3.6',
          summary: 'Type-safe combinatorial command-line interface parser',
          skills: [expect.objectContaining({ name: 'optique' })],
        }),
      ]);
    },
    FETCH_TIMEOUT,
  );

  it(
    'cargo: crates that were fetched for another project',
    async () => {
      const home = join(base, 'cargo-home');
      const other = project('cargo-other', {
        'Cargo.toml': '[package]\nname = "other"\nversion = "0.1.0"\n\n[dependencies]\nitoa = "=1.0.11"\n',
        'src/lib.rs': '',
      });
      run('cargo', ['fetch'], { CARGO_HOME: home, RUSTUP_HOME: join(homedir(), '.rustup') }, other);
      const directory = project('cargo', { 'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\n' });
      expect(await outside(directory, ['integer', 'primitive', 'to', 'string'], { CARGO_HOME: home })).toEqual([
        expect.objectContaining({
          purl: 'pkg:cargo/itoa@1.0.11',
          summary: 'Fast integer primitive to string conversion',
          skillCount: 0,
        }),
      ]);
    },
    FETCH_TIMEOUT,
  );

  it(
    'go: modules that were downloaded, of two versions the newer',
    async () => {
      const cache = join(base, 'modules');
      const environment = { GOMODCACHE: cache, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };
      const wanted = ['github.com/BurntSushi/toml@v1.3.0', 'github.com/BurntSushi/toml@v1.3.2'];
      run('go', ['mod', 'download', ...wanted], environment, project('go-other', { 'go.mod': 'module other\n' }));
      const directory = project('go', { 'go.mod': 'module example.com/shop\n\ngo 1.21\n' });
      expect(await outside(directory, ['TOML', 'parser'], { GOMODCACHE: cache })).toEqual([
        expect.objectContaining({ purl: 'pkg:golang/github.com/BurntSushi/toml@v1.3.2' }),
      ]);
    },
    FETCH_TIMEOUT,
  );

  it(
    'pip: what lies in the environment of another project, where its lockfile names it, and is not asked for there',
    async () => {
      const locked = (name: string, version: string) => `[[packages]]\nname = "${name}"\nversion = "${version}"\n`;
      const other = project('pip-other', {
        'requirements.txt': 'tabulate==0.9.0\n',
        'pylock.toml': `lock-version = "1.0"\ncreated-by = "test"\n${locked('tabulate', '0.9.0')}${locked('humanize', '4.9.0')}`,
      });
      run('python3', ['-m', 'venv', join(other, '.venv')]);
      const pip = join(other, '.venv', 'bin', 'pip');
      run(pip, ['install', '--disable-pip-version-check', 'tabulate==0.9.0', 'humanize==4.9.0']);
      const cache = join(base, 'pip-cache');
      await command(['list'], { directory: other, cache });
      const directory = project('pip', { 'requirements.txt': '' });
      const { out } = await command(['search', 'humanize', 'utilities', '--json'], { directory, cache });
      expect(JSON.parse(out).outside).toEqual([expect.objectContaining({ purl: 'pkg:pypi/humanize@4.9.0' })]);
    },
    FETCH_TIMEOUT,
  );
});

/** Every store is looked through first, so that no hurry decides. */
async function outside(directory: string, need: readonly string[], environment: Readonly<Record<string, string>>) {
  const cache = `${directory}-cache`;
  await command(['cache', 'warm'], { directory, cache, environment });
  const { out } = await command(['search', ...need, '--json'], { directory, cache, environment });
  return JSON.parse(out).outside;
}

function project(name: string, files: Readonly<Record<string, string>>): string {
  const directory = join(base, name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(directory, path, '..'), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return directory;
}

function run(program: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}, cwd = base) {
  execFileSync(program, args, { cwd, env: { ...process.env, ...environment }, stdio: 'pipe' });
}
