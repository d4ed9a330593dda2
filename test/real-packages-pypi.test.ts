import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Skipped, sha256 } from '@skillscope/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Library, scan } from '../packages/ecosystems/src/index.ts';
import { findProject } from '../packages/ecosystems/src/project.ts';

/** Published distributions with their skills in usual and unusual places, by their paths. */
const SHIPPING: readonly (readonly [spec: string, usual: readonly string[], unusual: readonly string[]])[] = [
  ['fastapi==0.163.2', ['fastapi/.agents/skills/fastapi'], []],
  ['typer==0.29.1', ['typer/.agents/skills/typer'], []],
  ['sqlmodel==0.0.50', ['sqlmodel/.agents/skills/sqlmodel'], []],
  ['shiny==1.8.0', ['shiny/.agents/skills/shiny-for-python'], []],
  ['openretailscience==0.48.1', ['openretailscience/.agents/skills/using-openretailscience'], []],
  ['guard-agent==3.2.4', ['guard_agent/.agents/skills/guard-agent'], []],
  ['pathmc==0.4.0', ['pathmc/skills/pathmc'], []],
  ['streamlit==1.67.0', ['streamlit/.agents/skills/developing-with-streamlit'], []],
  [
    'trulens-core==2.16.0',
    [
      'dataset-curation',
      'diagnosis',
      'evaluation-setup',
      'evaluation-workflow',
      'guardrails',
      'instrumentation',
      'notebook-execution',
      'running-evaluations',
    ].map((name) => `trulens/.agents/skills/trulens-${name}`),
    [],
  ],
  ['aidrin==2026.9.1', [], ['aidrin/skill']],
  [
    'partcad==0.8.235',
    [],
    [
      'add-interfaces',
      'convert',
      'describe',
      'export',
      'gen',
      'gen-assembly',
      'gen-part',
      'gen-sketch',
      'init',
      'render',
      'search',
      'setup',
      'sim-assembly-fea',
      'validate',
    ].map((name) => `partcad/ai_agents/skills/${name}`),
  ],
];

/** Published distributions without a skill for those who use them; one has a SKILL.md without the frontmatter of one. */
const SHIPPING_NONE: readonly string[] = [
  'gradio==6.31.0',
  'hermes-agent==0.19.0',
  'library-skills==0.0.19',
  'pydantic-settings-aws==1.1.0',
  'trackio==0.43.0',
  'trl==1.16.0',
];

/** Versions that ship something else than those above. */
const OTHER_VERSIONS: readonly string[] = ['fastapi==0.133.0', 'hermes-agent==0.15.2'];

const CACHE = join(realpathSync(tmpdir()), 'skillscope-real-packages');

const skipped: Skipped[] = [];
let libraries: ReadonlyMap<string, Library>;
let others: ReadonlyMap<string, Library>;
beforeAll(async () => {
  libraries = await librariesOf([...SHIPPING.map(([spec]) => spec), ...SHIPPING_NONE]);
  others = await librariesOf(OTHER_VERSIONS);
}, 900_000);

describe('published distributions (A-5, A-7, A-17, A-19)', () => {
  it.each(SHIPPING)('%s ships what it ships, and nothing of those beside it', (spec, usual, unusual) => {
    const skills = libraries.get(spec)?.skills ?? [];
    expect(skills.filter(({ standing }) => standing === 'usual').map(({ path }) => path)).toEqual(usual);
    expect(skills.filter(({ standing }) => standing === 'unusual').map(({ path }) => path)).toEqual(unusual);
    expect(skills.filter(({ trust }) => trust === 'withheld')).toEqual([]);
  });

  it.each(SHIPPING_NONE)('%s ships none', (spec) => {
    expect(libraries.get(spec)?.evidence).toBe('installed');
    expect(libraries.get(spec)?.skills).toEqual([]);
  });

  it('says which SKILL.md is none, and leaves out nothing else', () => {
    expect(skipped.map(({ purl, path, reason }) => [purl, path, reason])).toEqual([
      ['pkg:pypi/pydantic-settings-aws@1.1.0', 'pydantic_settings_aws/.agents/skills/SKILL.md', 'no-frontmatter'],
    ]);
  });

  it('A-2 A-25 answers for the version that is there', () => {
    expect(libraries.get('fastapi==0.163.2')?.skills).toHaveLength(1);
    expect(others.get('fastapi==0.133.0')?.skills).toEqual([]);
  });

  it('finds skills that a wheel puts among the data of the environment, marked as an unusual place', () => {
    const skills = others.get('hermes-agent==0.15.2')?.skills ?? [];
    expect(skills.map(({ path }) => path)).toContain('skills/autonomous-ai-agents/claude-code');
    expect(skills.filter(({ path, standing }) => !path.startsWith('skills/') || standing !== 'unusual')).toEqual([]);
  });

  it('lists what can be read next, and names scripts without serving them', () => {
    const [fastapi] = libraries.get('fastapi==0.163.2')?.skills ?? [];
    expect(fastapi?.files.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      'SKILL.md text',
      'references/dependencies.md text',
      'references/fastapi-cloud.md text',
      'references/other-tools.md text',
      'references/parameter-models.md text',
      'references/path-operations.md text',
      'references/pydantic.md text',
      'references/responses.md text',
      'references/streaming.md text',
    ]);
    const [retail] = libraries.get('openretailscience==0.48.1')?.skills ?? [];
    const scripts = retail?.files.filter(({ path }) => path.startsWith('scripts/'));
    expect(new Set(scripts?.map(({ kind }) => kind))).toEqual(new Set(['script']));
  });
});

/** What a project finds that declares these, alone in an environment, by their specifiers. */
async function librariesOf(specs: readonly string[]): Promise<ReadonlyMap<string, Library>> {
  const directory = join(CACHE, `python-${sha256(Buffer.from(specs.join('\n'))).slice(-16)}`);
  if (!existsSync(directory)) await install(specs, directory);
  const project = findProject(directory, ['pypi']);
  if (!project) throw new Error(`There is no project at ${directory}.`);
  const { scan: found } = await scan({ project, environment: {}, home: directory });
  skipped.push(...found.skipped);
  return new Map(found.libraries.map((library) => [`${library.name}==${library.version}`, library]));
}

/** Makes an environment whose folder appears only when it is whole. */
async function install(specs: readonly string[], directory: string): Promise<void> {
  const run = promisify(execFile);
  mkdirSync(CACHE, { recursive: true });
  const work = mkdtempSync(join(CACHE, '.installing-'));
  try {
    const environment = join(work, '.venv');
    await run('python3', ['-m', 'venv', environment]);
    const python = join(environment, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
    await run(python, [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--no-deps',
      '--no-compile',
      '--only-binary',
      ':all:',
      '--ignore-requires-python',
      ...specs,
    ]);
    writeFileSync(join(work, 'requirements.txt'), `${specs.join('\n')}\n`);
    if (!existsSync(directory)) renameSync(work, directory);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
