import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { command } from './helpers/command.ts';
import { plant } from './helpers/tree.ts';

/**
 * A real workspace with a lockfile: `app` has five dependencies, among them a new @tanstack/react-start; `legacy` has
 * an old one that shipped no skills yet. Installed once per lockfile into the temporary directory.
 */
const FIXTURE = join(import.meta.dirname, 'fixtures/two-members');
const LOCK = createHash('sha256')
  .update(readFileSync(join(FIXTURE, 'package-lock.json')))
  .digest('hex');
const INSTALLED = join(realpathSync(tmpdir()), `skillscope-two-members-${LOCK.slice(0, 12)}`);
const INSTALL_TIMEOUT = 600_000;

interface Listed {
  readonly counts: { readonly skills: number };
  readonly libraries: readonly {
    readonly name: string;
    readonly version: string;
    readonly relation: string;
    readonly via: readonly string[];
    readonly members?: readonly string[];
    readonly skills: readonly { readonly name: string; readonly standing: string }[];
  }[];
  readonly skipped: readonly unknown[];
}

const cache = plant({});
async function list(directory: string, ...flags: string[]): Promise<Listed> {
  const { out } = await command(['list', '--json', ...flags], { directory, cache });
  return JSON.parse(out);
}

beforeAll(() => {
  if (existsSync(INSTALLED)) return;
  const fresh = mkdtempSync(join(realpathSync(tmpdir()), 'skillscope-install-'));
  cpSync(FIXTURE, fresh, { recursive: true });
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--engine-strict=false'], {
    cwd: fresh,
    stdio: 'pipe',
  });
  try {
    renameSync(fresh, INSTALLED);
  } catch {
    // Another run finished first.
    rmSync(fresh, { recursive: true });
  }
}, INSTALL_TIMEOUT);

describe('a member with five dependencies', () => {
  it('gives all 42 skills of 12 libraries, three marked as in an unusual place (A-16, A-19, A-26)', async () => {
    const { libraries, counts, skipped } = await list(join(INSTALLED, 'packages/app'));
    expect(libraries.map(({ name, version, skills }) => [name, version, skills.length])).toEqual([
      ['@electric-sql/client', '1.5.28', 8],
      ['@optique/core', '1.3.6', 1],
      ['@playwright/cli', '0.1.22', 1],
      ['@tanstack/react-start', '1.169.5', 3],
      ['@tanstack/devtools-event-client', '0.4.4', 3],
      ['@tanstack/react-router', '1.170.46', 3],
      ['@tanstack/router-core', '1.171.39', 10],
      ['@tanstack/router-plugin', '1.169.0', 1],
      ['@tanstack/start-client-core', '1.170.39', 7],
      ['@tanstack/start-server-core', '1.169.45', 1],
      ['@tanstack/virtual-file-routes', '1.162.0', 1],
      ['playwright-core', '1.64.0-alpha-1790635538000', 3],
    ]);
    expect(counts.skills).toBe(42);
    const unusual = libraries.filter(({ skills }) => skills.some(({ standing }) => standing === 'unusual'));
    expect(unusual.map(({ name, skills }) => [name, skills.length])).toEqual([['playwright-core', 3]]);
    expect(skipped).toEqual([]);
  });

  it('gives 13 for direct dependencies alone', async () => {
    expect(
      (await list(join(INSTALLED, 'packages/app'), '--direct')).libraries.flatMap(({ skills }) => skills),
    ).toHaveLength(13);
  });

  it('tells two skills of one name apart', async () => {
    const { libraries } = await list(join(INSTALLED, 'packages/app'));
    const twins = libraries.filter(({ skills }) => skills.some(({ name }) => name === 'playwright-cli'));
    expect(twins.map(({ name }) => name)).toEqual(['@playwright/cli', 'playwright-core']);
  });
});

describe('version truth (A-2, A-8, A-25)', () => {
  const own = ({ libraries }: Listed) => libraries.filter(({ name }) => name === '@tanstack/react-start');

  it('gives each member what its own version ships: three and none', async () => {
    const app = own(await list(join(INSTALLED, 'packages/app'), '--all'));
    expect(app.map(({ version, skills }) => [version, skills.length])).toEqual([['1.169.5', 3]]);
    const legacy = own(await list(join(INSTALLED, 'packages/legacy'), '--all'));
    expect(legacy.map(({ version, skills }) => [version, skills.length])).toEqual([['1.131.50', 0]]);
  });

  it('gives both at the root, each with the member that uses it', async () => {
    const both = own(await list(INSTALLED, '--all'));
    expect(both.map(({ version, members, skills }) => [version, members, skills.length])).toEqual([
      ['1.131.50', ['packages/legacy'], 0],
      ['1.169.5', ['packages/app'], 3],
    ]);
  });

  it('does not read for one member what only the other has', async () => {
    const { code, out } = await command(['read', '@optique/core', '--json'], {
      directory: join(INSTALLED, 'packages/legacy'),
      cache,
    });
    expect([code, JSON.parse(out).error.code]).toEqual([3, 'out-of-scope']);
  });
});
