import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openIndexAhead } from './index-ahead.ts';
import { indexAt } from './index-artifact.ts';
import npm from './npm/index.ts';
import { findProject } from './project.ts';
import { scan } from './scan.ts';
import { skillText, writeTree } from './trees/testing/write-tree.ts';

/** A script for the second thread: this source, or what goes wrong instead. */
function script(code?: string): string {
  const source = join(import.meta.dirname, 'index-thread.ts');
  const serve = `import { register } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))};
register();
(await import(${JSON.stringify(source)})).serveIndexing();\n`;
  return join(writeTree({ 'thread.mjs': code ?? serve }), 'thread.mjs');
}

/** Packages of which every fifth ships a skill, every seventh one that is refused. */
function project(count: number): string {
  const names = Array.from({ length: count }, (_, index) => `pkg-${String(index).padStart(3, '0')}`);
  const root = writeTree({
    'package.json': JSON.stringify({ name: 'shop', dependencies: Object.fromEntries(names.map((n) => [n, '^1.0.0'])) }),
    ...Object.fromEntries(
      names.flatMap((name, index) => [
        [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0' })],
        ...(index % 5 === 0 ? [[`node_modules/${name}/skills/use-it/SKILL.md`, skillText('use-it')]] : []),
        ...(index % 7 === 0 ? [[`node_modules/${name}/skills/bad/SKILL.md`, '---\nname: bad\n---\n']] : []),
      ]),
    ),
  });
  return realpathSync(root);
}

async function scanned(directory: string, thread?: string) {
  const found = findProject(directory);
  if (!found) throw new Error('The project was not found');
  const request = { project: found, environment: {}, home: directory };
  const { scan: result, observations } = await scan(thread === undefined ? request : { ...request, thread });
  return { ...result, observations: [...observations].sort() };
}

const artifactsIn = (directory: string) =>
  Array.from({ length: 90 }, (_, index) => ({
    kind: 'directory' as const,
    path: join(directory, 'node_modules', `pkg-${String(index).padStart(3, '0')}`),
    manifest: 'package.json',
    mutable: false,
  }));

const UNSTARTED: ReadonlyMap<string | undefined, string> = new Map([
  ['file that is missing', '/nowhere/thread.js'],
  ['no absolute path', 'thread.js'],
]);

it.each([
  ['works', undefined],
  ['cannot start', 'throw new Error("no")'],
  ['is not there', 'file that is missing'],
  ['is refused at once', 'no absolute path'],
  [
    'answers nothing and ends',
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(3));",
  ],
  ['ends at once', 'process.exit(0)'],
])('a scan finds the same, and looks at the same, where the second thread %s', async (_, code) => {
  const directory = project(90);
  const thread = UNSTARTED.get(code) ?? script(code);
  const alone = await scanned(directory);
  expect(alone.libraries.flatMap(({ skills }) => skills)).toHaveLength(18);
  expect(alone.skipped).toHaveLength(13);
  expect(await scanned(directory, thread)).toEqual(alone);
});

it('indexes everything that is announced on the second thread', async () => {
  const artifacts = artifactsIn(project(90));
  const ahead = openIndexAhead(script());
  for (const artifact of artifacts) ahead.announce('npm', artifact);
  // The last ones wait for a message of their own.
  for (const artifact of artifacts.slice(0, 72))
    expect(await ahead.contentsOf('npm', artifact)).toEqual(await indexAt(artifact, npm));
  const other = { kind: 'directory', path: '/elsewhere', manifest: 'package.json', mutable: false } as const;
  expect(await ahead.contentsOf('npm', other)).toBe(undefined);
  ahead.close();
});

it('indexes each artifact on one of the two threads only', async () => {
  const artifacts = artifactsIn(project(90));
  const ahead = openIndexAhead(script());
  for (const artifact of artifacts) ahead.announce('npm', artifact);
  const here: number[] = [];
  await ahead.help(async ({ number, artifact }) => {
    here.push(number);
    return await indexAt(artifact, npm);
  });
  const all = await Promise.all(artifacts.map((artifact) => ahead.contentsOf('npm', artifact)));
  expect(all).toEqual(await Promise.all(artifacts.map((artifact) => indexAt(artifact, npm))));
  expect(new Set(here).size).toBe(here.length);
  expect(here).toEqual([...here].sort((a, b) => b - a));
  ahead.close();
});

it('starts no thread for a few artifacts', async () => {
  const few = project(20);
  const mark = join(few, 'started');
  await scanned(few, script(`import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(mark)}, '');`));
  expect(existsSync(mark)).toBe(false);
});

it('ends with the scan that is given up', async () => {
  const directory = project(90);
  const found = findProject(directory);
  if (!found) throw new Error('The project was not found');
  const giveUp = new AbortController();
  const onProgress = ({ phase }: { readonly phase: string }) => {
    if (phase === 'indexing') giveUp.abort(new Error('given up'));
  };
  const request = { project: found, environment: {}, home: directory, onProgress, signal: giveUp.signal };
  await expect(scan({ ...request, thread: script() })).rejects.toThrow('given up');
});
