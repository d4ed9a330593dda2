import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { indexArtifact } from '../packages/ecosystems/src/contents/index.ts';
import { places } from '../packages/ecosystems/src/npm/places.ts';
import { openTree } from '../packages/ecosystems/src/trees/index.ts';

/** Published packages with their skills in usual and unusual places, and a few of the paths. */
const SHIPPING: readonly (readonly [spec: string, usual: number, unusual: number, paths: readonly string[]])[] = [
  ['@tanstack/router-core@1.171.39', 10, 0, ['skills/router-core', 'skills/router-core/search-params']],
  ['@tanstack/react-start@1.169.5', 3, 0, ['skills/lifecycle/migrate-from-nextjs', 'skills/react-start']],
  ['@tanstack/start-client-core@1.170.39', 7, 0, ['skills/start-core', 'skills/start-core/server-functions']],
  ['@tanstack/start-server-core@1.169.45', 1, 0, ['skills/start-server-core']],
  ['@tanstack/react-router@1.170.46', 3, 0, ['skills/compositions/router-query', 'skills/react-router']],
  ['@tanstack/router-plugin@1.169.0', 1, 0, ['skills/router-plugin']],
  ['@tanstack/virtual-file-routes@1.162.0', 1, 0, ['skills/virtual-file-routes']],
  ['@tanstack/devtools-event-client@0.4.4', 3, 0, ['skills/devtools-event-client']],
  ['@tanstack/db@0.15.2', 7, 0, ['skills/db-core/live-queries', 'skills/meta-framework']],
  ['@tanstack/ai@0.58.0', 12, 0, ['skills/ai-core', 'skills/ai-core/tool-calling']],
  ['@trpc/server@11.25.2', 16, 0, ['skills/auth', 'skills/validators']],
  ['@trpc/client@11.25.2', 3, 0, ['skills/links']],
  ['@electric-sql/client@1.5.28', 8, 0, ['skills/electric-shapes']],
  ['@optique/core@1.3.6', 1, 0, ['skills/optique']],
  ['@logtape/logtape@2.4.2', 1, 0, ['skills/logtape']],
  ['@fedify/fedify@2.3.8', 1, 0, ['skills/fedify']],
  ['eslint-vitest-rule-tester@3.2.0', 1, 0, ['skills/eslint-vitest-rule-tester']],
  ['@playwright/cli@0.1.22', 1, 0, ['skills/playwright-cli']],
  ['agent-browser@0.27.0', 1, 0, ['skills/agent-browser']],
  ['playwright-core@1.64.0-alpha-1790635538000', 0, 3, ['lib/tools/skills/playwright-trace']],
  ['@ant-design/x-skill@2.9.0', 6, 6, ['skills/x-card', 'skills-zh/x-card']],
];

const SHIPPING_NONE: readonly string[] = [
  '@tanstack/react-start@1.131.50',
  '@tanstack/start-client-core@1.131.50',
  '@tanstack/intent@0.4.0',
  '@copilotkit/runtime@1.75.0',
  'drizzle-kit@0.31.11',
  'dotenv@18.0.10',
  '@dotenvx/dotenvx@2.38.2',
  'next@16.4.6',
  'ai@7.0.173',
  '@nuxt/ui@4.11.2',
  '@tanstack/react-query@5.108.4',
  'prisma@7.10.1',
  'wrangler@4.86.0',
  'expo@57.0.33',
  'storybook@10.6.7',
  '@angular/core@21.2.26',
  '@onmax/nuxt-better-auth@0.0.2-alpha.31',
  '@pierre/diffs@1.6.4',
  '@pierre/trees@1.0.0-beta.6',
  'foldkit@0.148.2',
];

const CACHE = join(realpathSync(tmpdir()), 'skillscope-real-packages');

beforeAll(async () => {
  mkdirSync(CACHE, { recursive: true });
  const wanted = [...SHIPPING.map(([spec]) => spec), ...SHIPPING_NONE].filter((spec) => !existsSync(folderOf(spec)));
  for (let at = 0; at < wanted.length; at += BATCH) await unpack(wanted.slice(at, at + BATCH));
}, 900_000);

const BATCH = 8;

describe('published packages (A-5, A-7, A-17)', () => {
  it.each(SHIPPING)('%s ships %i in usual places and %i in unusual ones', async (spec, usual, unusual, paths) => {
    const { skills } = await contentsOf(spec);
    const standing = skills.map((skill) => skill.standing);
    expect(standing.filter((which) => which === 'usual')).toHaveLength(usual);
    expect(standing.filter((which) => which === 'unusual')).toHaveLength(unusual);
    expect(skills.map(({ path }) => path)).toEqual(expect.arrayContaining([...paths]));
    expect(skills.filter(({ trust }) => trust === 'withheld')).toEqual([]);
  });

  it.each(SHIPPING_NONE)('%s ships none', async (spec) => {
    expect(await contentsOf(spec)).toEqual({ skills: [], skipped: [] });
  });

  it('tells the guides that agent-browser hands out itself from its skill', async () => {
    const { skills, skipped } = await contentsOf('agent-browser@0.27.0');
    expect(skills[0]?.notes.map(({ code }) => code)).toEqual(['allowed-tools-ignored', 'hidden']);
    expect(skipped).toMatchObject([{ path: 'skill-data', reason: 'unsupported' }]);
  });

  it('gives names with slashes as written', async () => {
    const { skills } = await contentsOf('@tanstack/ai@0.58.0');
    expect(skills.find(({ path }) => path === 'skills/ai-core/tool-calling')?.name).toBe('ai-core/tool-calling');
  });
});

async function contentsOf(spec: string) {
  const tree = await openTree({ kind: 'directory', path: folderOf(spec), manifest: 'package.json', mutable: false });
  if ('reason' in tree) throw new Error(tree.message);
  return indexArtifact(tree, { places });
}

function folderOf(spec: string): string {
  return join(CACHE, spec.replaceAll('/', '+'));
}

/** Fetches archives and unpacks each into a folder that appears only when it is whole. */
async function unpack(specs: readonly string[]): Promise<void> {
  const run = promisify(execFile);
  const work = mkdtempSync(join(CACHE, '.unpacking-'));
  try {
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', work, ...specs], { cwd: work });
    const archives = stdout.trim().split('\n');
    for (const [at, spec] of specs.entries()) {
      const folder = join(work, String(at));
      mkdirSync(folder);
      await run('tar', ['-xzf', join(work, archives[at] ?? ''), '-C', folder, '--strip-components=1']);
      if (!existsSync(folderOf(spec))) renameSync(folder, folderOf(spec));
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
