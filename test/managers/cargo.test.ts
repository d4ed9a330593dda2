import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Dependency } from '@skillscope/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import cargo from '../../packages/ecosystems/src/cargo/index.ts';
import { indexArtifact } from '../../packages/ecosystems/src/contents/index.ts';
import type { Reading } from '../../packages/ecosystems/src/ecosystem.ts';
import { openFiles } from '../../packages/ecosystems/src/files.ts';
import { openTree } from '../../packages/ecosystems/src/trees/index.ts';

/** Milliseconds for one run of cargo against its registry: room for a slow connection. */
const FETCH_TIMEOUT = 300_000;

let base: string;
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'skillscope-cargo-')));
});
afterAll(() => {
  rmSync(base, { recursive: true, force: true });
});

describe('A-15 a workspace that cargo has fetched', () => {
  let project: string;
  let cargoHome: string;
  beforeAll(() => {
    cargoHome = newCargoHome('fetched');
    project = writeWorkspace('fetched');
    run(cargoHome, project, 'fetch');
  }, FETCH_TIMEOUT);

  it('A-16 A-25 finds from the root what cargo resolves for all members, where cargo has put it', async () => {
    const reading = await read(project, cargoHome);
    expect(reading.members).toEqual(['crates/app', 'crates/parts']);
    expect(reading.notes).toEqual([]);
    expect(reading.skipped).toEqual([]);
    expect(placesOf(reading)).toEqual(resolvedBy(cargoHome, project, ['app', 'parts']));
  });

  it.each(['app', 'parts'])('A-25 finds from member %s what cargo resolves for that member', async (member) => {
    const directory = join(project, 'crates', member);
    const reading = await read(directory, cargoHome);
    expect(reading.root).toBe(project);
    expect(reading.member).toBe(`crates/${member}`);
    expect(placesOf(reading)).toEqual(resolvedBy(cargoHome, project, [member]));
  });

  it('tells direct from transitive, renamed from plain, and each source by its identity', async () => {
    const { dependencies } = await read(join(project, 'crates/app'), cargoHome);
    const direct = dependencies.filter(({ relation }) => relation === 'direct');
    const commit = git(join(base, 'fetched-kit'), 'rev-parse', 'HEAD').trim();
    expect(direct.map(({ name, alias, source, purl, summary }) => ({ name, alias, source, purl, summary }))).toEqual([
      {
        name: 'deep-kit',
        alias: undefined,
        source: 'git',
        purl: `pkg:cargo/deep-kit@0.3.0?vcs_url=${encodeURIComponent(`git+file://${base}/fetched-kit@${commit}`)}`,
        summary: 'What deep-kit is for',
      },
      {
        name: 'itoa',
        alias: undefined,
        source: 'registry',
        purl: 'pkg:cargo/itoa@1.0.15',
        summary: 'Fast integer primitive to string conversion',
      },
      {
        name: 'outside',
        alias: undefined,
        source: 'path',
        purl: `pkg:cargo/outside@0.1.0?path=${encodeURIComponent('../fetched-outside')}`,
        summary: 'What outside is for',
      },
      {
        name: 'parts',
        alias: undefined,
        source: 'workspace',
        purl: `pkg:cargo/parts@0.2.0?path=${encodeURIComponent('crates/parts')}`,
        summary: 'What parts is for',
      },
      {
        name: 'serde_json',
        alias: 'json',
        source: 'registry',
        purl: 'pkg:cargo/serde_json@1.0.140',
        summary: 'A JSON serialization file format',
      },
    ]);
    const ryu = dependencies.find(({ name }) => name === 'ryu');
    expect(ryu).toMatchObject({ relation: 'transitive', via: ['serde_json'], evidence: 'installed' });
  });
});

describe('A-15 a workspace whose dependencies cargo has vendored', () => {
  let project: string;
  let cargoHome: string;
  beforeAll(() => {
    const filling = newCargoHome('filling');
    project = writeWorkspace('vendored');
    const config = run(filling, project, 'vendor');
    mkdirSync(join(project, '.cargo'));
    writeFileSync(join(project, '.cargo/config.toml'), config);
    cargoHome = newCargoHome('vendored');
  }, FETCH_TIMEOUT);

  it('A-19 finds every crate in the vendored folder, with the identity of its source', async () => {
    const reading = await read(project, cargoHome);
    expect(reading.notes).toEqual([]);
    expect(placesOf(reading)).toEqual(resolvedBy(cargoHome, project, ['app', 'parts']));
    const vendored = reading.dependencies.filter(({ artifact }) => artifact?.path.startsWith(join(project, 'vendor')));
    expect(vendored.map(({ name }) => name)).toContain('deep-kit');
    expect(vendored.find(({ name }) => name === 'itoa')).toMatchObject({
      purl: 'pkg:cargo/itoa@1.0.15',
      evidence: 'installed',
      artifact: { manifest: '.cargo-checksum.json', mutable: false },
    });
  });
});

describe('A-17 published crates that ship skills', () => {
  it('A-2 A-25 has the skills of the version that each member locks', { timeout: FETCH_TIMEOUT }, async () => {
    const cargoHome = newCargoHome('viewer');
    const project = join(base, 'viewer');
    write(join(project, 'Cargo.toml'), '[workspace]\nresolver = "2"\nmembers = ["old", "new"]\n');
    for (const [member, version] of [
      ['old', '0.3.13'],
      ['new', '0.5.0'],
    ] as const) {
      write(join(project, member, 'src/lib.rs'), '');
      write(
        join(project, member, 'Cargo.toml'),
        packageTable(member, `[dependencies]\ndial9-viewer = { version = "=${version}", default-features = false }\n`),
      );
    }
    run(cargoHome, project, 'generate-lockfile');
    // Unpacks the crate alone, without the hundreds of others that it needs.
    for (const version of ['0.3.13', '0.5.0']) run(cargoHome, project, 'info', '--quiet', `dial9-viewer@${version}`);

    const counts: Record<string, readonly string[]> = {};
    for (const member of ['old', 'new']) {
      const { dependencies, notes } = await read(join(project, member), cargoHome);
      const viewers = dependencies.filter(({ name }) => name === 'dial9-viewer');
      expect(viewers).toHaveLength(1);
      for (const viewer of viewers) counts[viewer.purl] = await skillsOf(viewer);
      expect(notes.map(({ code }) => code)).toEqual(['partly-installed']);
      expect(dependencies.filter(({ evidence }) => evidence === 'installed')).toEqual(viewers);
    }
    expect(counts).toEqual({
      'pkg:cargo/dial9-viewer@0.3.13': [
        'skills/dial9-red-flags',
        'skills/dial9-runtime',
        'skills/dial9-toolkit',
        'skills/dial9-trace-analysis',
        'skills/dial9-trace-loading',
        'skills/dial9-trace-recipes',
      ],
      'pkg:cargo/dial9-viewer@0.5.0': [
        'skills/dial9-diagnose-long-poll',
        'skills/dial9-html-report',
        'skills/dial9-red-flags',
        'skills/dial9-runtime',
        'skills/dial9-s3-analysis',
        'skills/dial9-toolkit',
        'skills/dial9-trace-analysis',
        'skills/dial9-trace-loading',
        'skills/dial9-trace-recipes',
        'skills/dial9-zoom-window',
      ],
    });
  });

  it('reads a context document that says it is a skill, and no other', { timeout: FETCH_TIMEOUT }, async () => {
    const cargoHome = newCargoHome('context');
    const project = join(base, 'context');
    write(join(project, 'src/lib.rs'), '');
    write(
      join(project, 'Cargo.toml'),
      packageTable('context', '[dependencies]\nbake-agent-context = "=0.4.2"\nerror-battery-pack = "=0.6.5"\n'),
    );
    run(cargoHome, project, 'generate-lockfile');
    for (const crate of ['bake-agent-context@0.4.2', 'error-battery-pack@0.6.5'])
      run(cargoHome, project, 'info', '--quiet', crate);
    const { dependencies } = await read(project, cargoHome);
    const found = dependencies.filter(({ relation }) => relation === 'direct');
    expect(await Promise.all(found.map(async (item) => [item.name, await skillsOf(item)]))).toEqual([
      ['bake-agent-context', ['context/usage.md']],
      ['error-battery-pack', ['skills/application-errors', 'skills/error-handling-basics', 'skills/library-errors']],
    ]);
  });
});

/** Two members, an inherited and renamed dependency, one by path, one from a git repository; returns the root. */
function writeWorkspace(name: string): string {
  const root = join(base, name);
  const kit = join(base, `${name}-kit`);
  write(join(kit, 'Cargo.toml'), '[workspace]\nmembers = ["crates/*"]\n[workspace.package]\nversion = "0.3.0"\n');
  write(
    join(kit, 'crates/deep-kit/Cargo.toml'),
    '[package]\nname = "deep-kit"\ndescription = "What deep-kit is for"\nedition = "2021"\nversion.workspace = true\n',
  );
  write(join(kit, 'crates/deep-kit/src/lib.rs'), '');
  git(kit, 'init', '--quiet');
  git(kit, 'add', '.');
  git(kit, '-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '-m', 'Start');

  const outside = join(base, `${name}-outside`);
  write(join(outside, 'Cargo.toml'), packageTable('outside', '[dependencies]\nmemchr = "=2.7.4"\n'));
  write(join(outside, 'src/lib.rs'), '');

  write(
    join(root, 'Cargo.toml'),
    `[workspace]
resolver = "2"
members = ["crates/*"]
exclude = ["crates/scratch"]

[workspace.package]
version = "0.2.0"

[workspace.dependencies]
itoa = "=1.0.15"
json = { package = "serde_json", version = "=1.0.140" }
parts = { path = "crates/parts" }
`,
  );
  write(
    join(root, 'crates/app/Cargo.toml'),
    packageTable(
      'app',
      `[dependencies]
json.workspace = true
parts.workspace = true
outside = { path = "../../../${name}-outside" }
deep-kit = { git = "file://${kit}" }

[dev-dependencies]
itoa.workspace = true
`,
    ),
  );
  write(
    join(root, 'crates/parts/Cargo.toml'),
    `[package]
name = "parts"
description = "What parts is for"
edition = "2021"
version.workspace = true

[target.'cfg(windows)'.dependencies]
either = "=1.15.0"

[dev-dependencies]
fastrand = "=2.3.0"
`,
  );
  for (const member of ['app', 'parts']) write(join(root, 'crates', member, 'src/lib.rs'), '');
  return root;
}

function packageTable(name: string, rest: string): string {
  return `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\ndescription = "What ${name} is for"\n\n${rest}`;
}

/** An empty CARGO_HOME with the settings that this machine needs to reach its registry. */
function newCargoHome(name: string): string {
  const cargoHome = join(base, `home-${name}`);
  mkdirSync(cargoHome);
  for (const file of ['config.toml', 'config']) {
    const settings = join(process.env['CARGO_HOME'] ?? join(homedir(), '.cargo'), file);
    if (existsSync(settings)) copyFileSync(settings, join(cargoHome, file));
  }
  return cargoHome;
}

interface Metadata {
  readonly packages: readonly {
    readonly id: string;
    readonly name: string;
    readonly version: string;
    readonly manifest_path: string;
  }[];
  readonly resolve: { readonly nodes: readonly { readonly id: string; readonly dependencies: readonly string[] }[] };
}

/** What cargo itself says the given members use: `name version directory`, sorted. Members count as used only by others. */
function resolvedBy(cargoHome: string, project: string, members: readonly string[]): readonly string[] {
  const text = run(cargoHome, project, 'metadata', '--offline', '--all-features', '--format-version', '1');
  const { packages, resolve } = JSON.parse(text) as Metadata;
  const uses = new Map(resolve.nodes.map(({ id, dependencies }) => [id, dependencies]));
  const starts = packages.filter(({ name }) => members.includes(name)).map(({ id }) => id);
  const reached = new Set(starts.flatMap((id) => uses.get(id) ?? []));
  for (const id of reached) for (const used of carriedBy(id)) reached.add(used);
  return packages
    .filter(({ id }) => reached.has(id))
    .map((found) => `${found.name} ${found.version} ${realpathSync(dirname(found.manifest_path))}`)
    .sort();

  /** Development dependencies of a member are in its node, though nobody who uses the member gets them. */
  function carriedBy(id: string): readonly string[] {
    const development = ['fastrand'];
    const names = new Map(packages.map((found) => [found.id, found.name]));
    return (uses.get(id) ?? []).filter((used) => !development.includes(names.get(used) ?? ''));
  }
}

function placesOf({ dependencies }: Reading): readonly string[] {
  return dependencies.map(({ name, version, artifact }) => `${name} ${version} ${artifact?.path}`).sort();
}

async function read(directory: string, cargoHome: string): Promise<Reading> {
  const files = openFiles();
  const environment = { CARGO_HOME: cargoHome };
  const reading = await cargo.read({
    directory,
    files,
    environment,
    home: base,
    breathe: async () => {},
    expect() {},
    announce() {},
  });
  return { ...reading, skipped: [...reading.skipped, ...files.skipped()] };
}

async function skillsOf({ artifact }: Dependency): Promise<readonly string[]> {
  const tree = artifact && (await openTree(artifact));
  if (!tree || 'reason' in tree) return [];
  const { skills } = await indexArtifact(tree, cargo);
  tree.close();
  return skills.map(({ path }) => path).sort();
}

function run(cargoHome: string, directory: string, ...parameters: readonly string[]): string {
  const env = { ...process.env, CARGO_HOME: cargoHome, CARGO_TERM_COLOR: 'never' };
  return execFileSync('cargo', parameters, {
    cwd: directory,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function git(directory: string, ...parameters: readonly string[]): string {
  return execFileSync('git', parameters, { cwd: directory, encoding: 'utf8' });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
