import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexArtifact, readSkillText } from '../../packages/ecosystems/src/contents/index.ts';
import type { Reading } from '../../packages/ecosystems/src/ecosystem.ts';
import { openFiles } from '../../packages/ecosystems/src/files.ts';
import npm from '../../packages/ecosystems/src/npm/index.ts';
import { openTree } from '../../packages/ecosystems/src/trees/index.ts';

const YARN = '4.18.1';

/** Milliseconds for one install from the registry: room for a slow connection. */
const INSTALL_TIMEOUT = 300_000;

const base = realpathSync(mkdtempSync(join(tmpdir(), 'skillscope-pnp-')));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const CONFIGURATIONS = [
  { title: 'with its cache in the project', globalCache: false, inlined: true, file: '.pnp.cjs' },
  { title: 'with the cache of the machine', globalCache: true, inlined: true, file: '.pnp.cjs' },
  { title: 'with its data in a file of its own', globalCache: true, inlined: false, file: '.pnp.data.json' },
] as const;

describe.each(CONFIGURATIONS)("a Yarn Plug'n'Play workspace $title (A-16, A-20, A-25)", (configuration) => {
  const project = join(base, configuration.title.replaceAll(' ', '-'));

  beforeAll(() => {
    write(project, {
      'package.json': { name: 'root', private: true, workspaces: ['packages/*'] },
      'packages/client/package.json': {
        name: 'client',
        version: '1.0.0',
        dependencies: {
          '@electric-sql/client': '1.5.28',
          options: 'npm:@optique/core@1.3.6',
          'react-dom': '18.3.1',
          react: '18.3.1',
          server: 'workspace:*',
          linked: 'link:../../linked',
        },
      },
      'packages/server/package.json': {
        name: 'server',
        version: '2.0.0',
        dependencies: { '@tanstack/virtual-file-routes': '1.162.0' },
      },
      'linked/package.json': { name: 'linked', version: '0.1.0' },
    });
    writeFileSync(
      join(project, '.yarnrc.yml'),
      [
        'nodeLinker: pnp',
        `enableGlobalCache: ${configuration.globalCache}`,
        `pnpEnableInlining: ${configuration.inlined}`,
        'enableTelemetry: false',
        'enableScripts: false',
      ].join('\n'),
    );
    mkdirSync(join(project, 'linked/skills/linked'), { recursive: true });
    writeFileSync(join(project, 'linked/skills/linked/SKILL.md'), '---\nname: linked\ndescription: Ours.\n---\nBody\n');
    execFileSync(process.execPath, [yarn(), 'install'], {
      cwd: project,
      env: { ...process.env, HOME: join(base, 'home'), YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' },
      stdio: 'pipe',
    });
  }, INSTALL_TIMEOUT);

  it('is read as it is, with nothing to run and no node_modules', async () => {
    expect(existsSync(join(project, 'node_modules'))).toBe(false);
    const reading = await read(join(project, 'packages/client'));
    expect(reading.root).toBe(project);
    expect(reading.member).toBe('packages/client');
    expect(reading.evidence.installed).toEqual([join(project, configuration.file)]);
    expect(reading.skipped).toEqual([]);
  });

  it('answers for the member asked from, with what that member resolves', async () => {
    expect(await libraries(join(project, 'packages/client'))).toEqual({
      '@electric-sql/client': ['1.5.28', 'direct', 'archive', 8],
      '@microsoft/fetch-event-source': ['2.0.1', 'transitive', 'archive', 0],
      '@optique/core': ['1.3.6', 'direct', 'archive', 1],
      '@tanstack/virtual-file-routes': ['1.162.0', 'transitive', 'archive', 1],
      'js-tokens': ['4.0.0', 'transitive', 'archive', 0],
      linked: ['0.1.0', 'direct', 'directory', 1],
      'loose-envify': ['1.4.0', 'transitive', 'archive', 0],
      react: ['18.3.1', 'direct', 'archive', 0],
      'react-dom': ['18.3.1', 'direct', 'archive', 0],
      scheduler: ['0.23.2', 'transitive', 'archive', 0],
      server: ['2.0.0', 'direct', 'directory', 0],
    });
    expect(await libraries(join(project, 'packages/server'))).toEqual({
      '@tanstack/virtual-file-routes': ['1.162.0', 'direct', 'archive', 1],
    });
  });

  it('gives the text of a skill out of the archive (A-27)', async () => {
    const { dependencies } = await read(join(project, 'packages/client'));
    const artifact = dependencies.find(({ name }) => name === '@optique/core')?.artifact;
    if (!artifact) throw new Error('The package is not there.');
    expect(artifact.inside).toBe('node_modules/@optique/core');
    const tree = await openTree(artifact);
    if ('reason' in tree) throw new Error(tree.message);
    const { skills } = await indexArtifact(tree, npm);
    const [skill] = skills;
    if (!skill) throw new Error('The package has no skill.');
    expect(skill).toMatchObject({ path: 'skills/optique', name: 'optique', trust: 'readable' });
    expect(await readSkillText(tree, skill)).toMatchObject({
      ok: true,
      text: expect.stringContaining('Common mistakes checklist'),
      changed: false,
    });
    tree.close();
  });
});

async function read(directory: string): Promise<Reading> {
  return npm.read({
    directory,
    files: openFiles(),
    environment: {},
    home: join(base, 'home'),
    breathe: async () => {},
    expect() {},
    announce() {},
  });
}

/** Name → version, relation, kind of artifact and number of skills. */
async function libraries(directory: string): Promise<Record<string, readonly unknown[]>> {
  const found: Record<string, readonly unknown[]> = {};
  for (const { name, version, relation, artifact } of (await read(directory)).dependencies) {
    if (!artifact) throw new Error(`${name} is not there.`);
    const tree = await openTree(artifact);
    if ('reason' in tree) throw new Error(tree.message);
    const { skills } = await indexArtifact(tree, npm);
    tree.close();
    found[name] = [version, relation, artifact.kind, skills.length];
  }
  return found;
}

function write(root: string, files: Readonly<Record<string, unknown>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), JSON.stringify(content));
  }
}

/** Yarn's own program, fetched once for all runs on this machine. */
function yarn(): string {
  const folder = join(realpathSync(tmpdir()), `skillscope-yarn-${YARN}`);
  if (!existsSync(folder)) {
    const work = mkdtempSync(join(base, 'yarn-'));
    const archive = execFileSync('npm', ['pack', '--silent', `@yarnpkg/cli-dist@${YARN}`], {
      cwd: work,
      encoding: 'utf8',
    });
    execFileSync('tar', ['-xzf', archive.trim(), '--strip-components=1'], { cwd: work });
    renameSync(work, folder);
  }
  return join(folder, 'bin/yarn.js');
}
