import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Dependency } from '@skillscope/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexArtifact } from '../../packages/ecosystems/src/contents/index.ts';
import type { Reading } from '../../packages/ecosystems/src/ecosystem.ts';
import { openFiles } from '../../packages/ecosystems/src/files.ts';
import pypi from '../../packages/ecosystems/src/pypi/index.ts';
import { openTree } from '../../packages/ecosystems/src/trees/index.ts';

/** Milliseconds for a tool to fetch itself and a few distributions: room for a slow connection. */
const INSTALL_TIMEOUT = 900_000;

/** Tools as they were when these tests were written, each with what it needs beside it. */
const TOOLS = {
  uv: ['uv==0.13.9'],
  poetry: ['poetry==2.5.1'],
  pdm: ['pdm==2.29.4', 'hishel[httpx2]<2'],
  pipenv: ['pipenv==2026.10.3'],
} as const;
type Tool = keyof typeof TOOLS;

/** Kept between runs: making one costs a minute. */
const TOOL_CACHE = join(realpathSync(tmpdir()), 'skillscope-python-tools');

/** What every one of the projects below asks for, and what comes along. */
const DIRECT = ['httpx', 'iniconfig', 'kit', 'tool', 'typer'];
const COMES_ALONG: Readonly<Record<string, readonly string[]>> = {
  anyio: ['httpx'],
  certifi: ['httpx'],
  h11: ['httpx', 'httpcore'],
  h2: ['httpx'],
  hpack: ['httpx', 'h2'],
  httpcore: ['httpx'],
  hyperframe: ['httpx', 'h2'],
  idna: ['httpx'],
  packaging: ['kit'],
  rich: ['typer'],
};

let base: string;
let commit: string;
beforeAll(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'skillscope-pypi-')));
  commit = writeTool(join(base, 'tool'));
}, INSTALL_TIMEOUT);
afterAll(() => {
  rmSync(base, { recursive: true, force: true });
});

describe('A-15 one project, installed by each manager', () => {
  it('pip, from a requirements file', { timeout: INSTALL_TIMEOUT }, async () => {
    const project = start('pip');
    write(
      join(project, 'requirements.txt'),
      `typer==0.29.1\nhttpx[http2]==0.28.1\niniconfig==2.1.0\n-e ./kit\ngit+file://${base}/tool#egg=tool\n`,
    );
    await run(project, 'python3', '-m', 'venv', '.venv');
    await run(project, join(project, '.venv/bin/pip'), 'install', '-r', 'requirements.txt');
    const reading = await read(project);
    await check(reading, join(project, '.venv'));
    expect(reading.evidence.locked).toEqual([]);
    expect(reading.notes).toEqual([]);
  });

  it('pip, from the project itself', { timeout: INSTALL_TIMEOUT }, async () => {
    const project = start('pip-editable');
    write(
      join(project, 'pyproject.toml'),
      `${standardProject([`kit @ file://${project}/kit`, `tool @ file://${base}/tool`, 'iniconfig==2.1.0'])}[tool.setuptools]\npackages = []\n${BUILD}`,
    );
    await run(project, 'python3', '-m', 'venv', '.venv');
    await run(project, join(project, '.venv/bin/pip'), 'install', '-e', '.');
    const reading = await read(project);
    await check(reading, join(project, '.venv'), { editable: false, fromGit: false });
    expect(reading.notes).toEqual([]);
  });

  it('uv', { timeout: INSTALL_TIMEOUT }, async () => {
    const project = start('uv');
    const sources = `[tool.uv.sources]\nkit = { path = "kit", editable = true }\ntool = { git = "file://${base}/tool" }\n`;
    write(
      join(project, 'pyproject.toml'),
      standardProject(['kit', 'tool'], `[dependency-groups]\ndev = ["iniconfig==2.1.0"]\n${sources}`),
    );
    await run(project, await toolAt('uv'), 'lock');
    const locked = await read(project);
    expect(kinds(locked)).toEqual(['installed kit', 'locked']);
    await run(project, await toolAt('uv'), 'sync');
    const reading = await read(project);
    await check(reading, join(project, '.venv'));
    expect(reading.evidence.locked).toEqual([join(project, 'uv.lock')]);
    expect(reading.notes).toEqual([]);
    expect(versions(locked).map(underscored)).toEqual(expect.arrayContaining(versions(reading).map(underscored)));

    const compiled = join(base, 'compiled');
    write(join(compiled, 'requirements.in'), 'typer==0.29.1\nhttpx[http2]==0.28.1\n');
    await run(compiled, await toolAt('uv'), 'pip', 'compile', 'requirements.in', '-o', 'requirements.txt');
    const fromFile = await read(compiled);
    expect(new Set(fromFile.dependencies.map(({ evidence }) => evidence))).toEqual(new Set(['locked']));
    expect(viaOf(fromFile, 'hpack')).toEqual(['httpx', 'h2']);
  });

  it('uv, in a workspace', { timeout: INSTALL_TIMEOUT }, async () => {
    const project = join(base, 'workspace');
    write(
      join(project, 'pyproject.toml'),
      '[tool.uv.workspace]\nmembers = ["packages/*"]\nexclude = ["packages/scratch"]\n',
    );
    const member = (name: string, dependencies: readonly string[], rest = '') =>
      `[project]\nname = "${name}"\nversion = "0.1.0"\nrequires-python = ">=3.10"\ndependencies = ${JSON.stringify(dependencies)}\n${rest}${BUILD}`;
    write(
      join(project, 'packages/app/pyproject.toml'),
      member('app', ['shared', 'typer==0.29.1'], '[tool.uv.sources]\nshared = { workspace = true }\n'),
    );
    write(join(project, 'packages/shared/pyproject.toml'), member('shared', ['packaging==25.0']));
    write(join(project, 'packages/scratch/pyproject.toml'), member('scratch', []));
    write(join(project, 'packages/shared/src/shared/.agents/skills/shared/SKILL.md'), SKILL);
    for (const name of ['app', 'shared']) write(join(project, `packages/${name}/src/${name}/__init__.py`), '');
    await run(project, await toolAt('uv'), 'sync', '--all-packages');

    const app = await read(join(project, 'packages/app'));
    expect({ root: app.root, member: app.member, members: app.members }).toEqual({
      root: project,
      member: 'packages/app',
      members: ['packages/app', 'packages/shared'],
    });
    const shared = app.dependencies.find(({ name }) => name === 'shared');
    expect(shared).toMatchObject({
      source: 'workspace',
      artifact: { path: join(project, 'packages/shared'), mutable: true },
    });
    expect(shared && (await skillsOf(shared))).toEqual(['src/shared/.agents/skills/shared']);
    expect(viaOf(app, 'packaging')).toEqual(['shared']);
    const root = await read(project);
    expect(root.dependencies.find(({ name }) => name === 'packaging')?.members).toEqual([
      'packages/app',
      'packages/shared',
    ]);
    expect(root.dependencies.find(({ name }) => name === 'typer')?.members).toEqual(['packages/app']);
  });

  it('Poetry, outside of the project', { timeout: INSTALL_TIMEOUT }, async () => {
    const project = start('poetry');
    write(
      join(project, 'pyproject.toml'),
      `[tool.poetry]
name = "demo"
version = "0.1.0"
package-mode = false
[tool.poetry.dependencies]
python = ">=3.10,<4"
typer = "0.29.1"
httpx = { version = "0.28.1", extras = ["http2"] }
kit = { path = "kit", develop = true }
tool = { git = "file://${base}/tool" }
[tool.poetry.group.dev.dependencies]
iniconfig = "2.1.0"
[[tool.poetry.source]]
name = "index"
url = "${await indexAddress()}/"
priority = "primary"
`,
    );
    await run(project, await toolAt('poetry'), 'install', '--no-interaction');
    const reading = await read(project);
    const prefix = (await run(project, await toolAt('poetry'), 'env', 'info', '--path')).trim();
    await check(reading, prefix);
    expect(reading.evidence.locked).toEqual([join(project, 'poetry.lock')]);
    expect(reading.notes).toEqual([]);
  });

  it('PDM', { timeout: INSTALL_TIMEOUT }, async () => {
    const project = start('pdm');
    write(
      join(project, 'pyproject.toml'),
      standardProject(
        [`tool @ file://${base}/tool`],
        `[tool.pdm]\ndistribution = false\n[tool.pdm.dev-dependencies]\ndev = ["iniconfig==2.1.0", "-e file:///\${PROJECT_ROOT}/kit#egg=kit"]\n`,
      ),
    );
    await run(project, await toolAt('pdm'), 'install', '--no-self');
    const reading = await read(project);
    await check(reading, join(project, '.venv'), { fromGit: false });
    expect(reading.evidence.locked).toEqual([join(project, 'pdm.lock')]);
    expect(reading.notes).toEqual([]);
  });

  it('Pipenv, outside of the project', { timeout: INSTALL_TIMEOUT }, async () => {
    const project = start('pipenv');
    write(
      join(project, 'Pipfile'),
      `[packages]
typer = "==0.29.1"
httpx = { version = "==0.28.1", extras = ["http2"] }
kit = { path = "./kit", editable = true }
tool = { git = "file://${base}/tool", ref = "main" }
[dev-packages]
iniconfig = "==2.1.0"
`,
    );
    await run(project, await toolAt('pipenv'), 'install', '--dev');
    const reading = await read(project);
    const prefix = (await run(project, await toolAt('pipenv'), '--venv')).trim();
    await check(reading, prefix, { checkedOut: true });
    expect(reading.evidence.locked).toEqual([join(project, 'Pipfile.lock')]);
    expect(reading.notes).toEqual([]);
  });
});

/** Everything that Python itself finds in the environment is found, and nothing else; with its identity and its skills. */
async function check(
  reading: Reading,
  environment: string,
  { editable = true, fromGit = true, checkedOut = false } = {},
): Promise<void> {
  expect(reading.skipped).toEqual([]);
  expect(reading.dependencies.filter(({ evidence }) => evidence !== 'installed')).toEqual([]);
  const there = (await foundByPython(environment)).filter((line) => !/^(?:pip|setuptools|demo) /.test(line));
  expect(versions(reading)).toEqual(there);

  const direct = reading.dependencies.filter(({ relation }) => relation === 'direct').map(({ name }) => name);
  expect(direct.sort()).toEqual(DIRECT);
  for (const [name, via] of Object.entries(COMES_ALONG)) expect([name, viaOf(reading, name)]).toEqual([name, via]);

  const [kit, tool, typer] = ['kit', 'tool', 'typer'].map((name) =>
    reading.dependencies.find((item) => item.name === name),
  );
  expect(decodeURIComponent(kit?.purl ?? '')).toBe('pkg:pypi/kit@0.3.0?path=kit');
  expect(kit?.artifact?.mutable).toBe(editable);
  expect(kit && (await skillsOf(kit))).toEqual([editable ? 'src/kit/.agents/skills/kit' : 'kit/.agents/skills/kit']);
  const origin = fromGit ? `vcs_url=git+file://${base}/tool@${commit}` : 'path=../tool';
  // Poetry writes `None` for a host that is not there.
  expect(decodeURIComponent(tool?.purl ?? '').replace('://None/', ':///')).toBe(`pkg:pypi/tool@0.2.0?${origin}`);
  expect(tool && (await skillsOf(tool))).toEqual([checkedOut ? 'src/tool/skills/tool' : 'tool/skills/tool']);
  expect(typer).toMatchObject({
    purl: 'pkg:pypi/typer@0.29.1',
    source: 'registry',
    summary: expect.stringContaining('Typer'),
  });
  expect(typer && (await skillsOf(typer))).toEqual(['typer/.agents/skills/typer']);
}

const SKILL = '---\nname: kit\ndescription: How to use it.\n---\nText.\n';

const BUILD = '[build-system]\nrequires = ["setuptools==80.9.0"]\nbuild-backend = "setuptools.build_meta"\n';

/** A project directory with a distribution of its own beside it; its path. */
function start(name: string): string {
  const project = join(base, name);
  writeDistribution(join(project, 'kit'), 'kit', '0.3.0', ['packaging==25.0'], '.agents/skills/kit');
  return project;
}

/** A distribution in a repository; the commit. */
function writeTool(directory: string): string {
  writeDistribution(directory, 'tool', '0.2.0', [], 'skills/tool');
  const git = (...parameters: readonly string[]) =>
    execFileSync('git', parameters, { cwd: directory, encoding: 'utf8' });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '-m', 'Start');
  return git('rev-parse', 'HEAD').trim();
}

function writeDistribution(
  directory: string,
  name: string,
  version: string,
  dependencies: readonly string[],
  skill: string,
): void {
  write(
    join(directory, 'pyproject.toml'),
    `[project]
name = "${name}"
version = "${version}"
description = "What ${name} is for"
requires-python = ">=3.8"
dependencies = ${JSON.stringify(dependencies)}

[tool.setuptools.package-data]
${name} = ["**/*.md", ".agents/**/*.md"]

${BUILD}`,
  );
  write(join(directory, 'src', name, '__init__.py'), '');
  write(join(directory, 'src', name, skill, 'SKILL.md'), SKILL);
}

function standardProject(dependencies: readonly string[], rest = ''): string {
  const all = ['typer==0.29.1', 'httpx[http2]==0.28.1', ...dependencies];
  return `[project]
name = "demo"
version = "0.1.0"
requires-python = ">=3.10"
dependencies = ${JSON.stringify(all)}

${rest}
`;
}

function versions({ dependencies }: Reading): readonly string[] {
  return dependencies.map(({ name, version }) => `${name.toLowerCase()} ${version}`).sort();
}

/** A lockfile has names in another spelling than those who publish them. */
function underscored(text: string): string {
  return text.replace('-', '_');
}

function kinds({ dependencies }: Reading): readonly string[] {
  const told = dependencies.map(({ name, evidence }) => (evidence === 'installed' ? `${evidence} ${name}` : evidence));
  return [...new Set(told)].sort();
}

function viaOf({ dependencies }: Reading, name: string): readonly string[] | undefined {
  return dependencies.find((item) => item.name === name)?.via;
}

/** `name version` of all that Python finds in an environment, sorted. */
async function foundByPython(environment: string): Promise<readonly string[]> {
  const program =
    'import importlib.metadata as m\nfor d in m.distributions(): print(d.metadata["Name"].lower(), d.version)\n';
  const text = await run(environment, join(environment, 'bin/python'), '-I', '-c', program);
  // A project used in place may be met at two places of the import path.
  return [...new Set(text.trim().split('\n'))].sort();
}

async function read(directory: string): Promise<Reading> {
  const files = openFiles();
  const reading = await pypi.read({
    directory,
    files,
    environment: {},
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
  const { skills } = await indexArtifact(tree, pypi);
  tree.close();
  return skills.map(({ path }) => path);
}

/** Path of a tool, which gets an environment of its own. */
async function toolAt(tool: Tool): Promise<string> {
  const directory = join(TOOL_CACHE, TOOLS[tool].join('+').replaceAll(/[^\w.+=-]/g, '_'));
  if (!existsSync(directory)) {
    mkdirSync(TOOL_CACHE, { recursive: true });
    const work = mkdtempSync(join(TOOL_CACHE, '.installing-'));
    try {
      await run(work, 'python3', '-m', 'venv', directory);
      await run(work, join(directory, 'bin/python'), '-m', 'pip', 'install', '--quiet', ...TOOLS[tool]);
    } catch (error) {
      rmSync(directory, { recursive: true, force: true });
      throw error;
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  return join(directory, 'bin', tool);
}

/** Address of the index that pip uses unless it is told otherwise. */
async function indexAddress(): Promise<string> {
  const program = 'from pip._internal.models.index import PyPI\nprint(PyPI.simple_url)\n';
  return (await run(base, 'python3', '-c', program)).trim();
}

/** Runs a program with a home of its own and no environment active. */
async function run(directory: string, program: string, ...parameters: readonly string[]): Promise<string> {
  const { VIRTUAL_ENV: _, PYTHONPATH: __, ...inherited } = process.env;
  const env = {
    ...inherited,
    HOME: base,
    PIPENV_IGNORE_VIRTUALENVS: '1',
    PIPENV_NOSPIN: '1',
    UV_PYTHON_DOWNLOADS: 'never',
  };
  const { stdout } = await promisify(execFile)(program, parameters, {
    cwd: directory,
    env,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
