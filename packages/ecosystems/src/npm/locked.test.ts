import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTestProject, summarize } from './fixtures/project.ts';

const FORMATS = [
  ['npm-v2.json', 'package-lock.json', 'npm ci'],
  ['npm-v3.json', 'npm-shrinkwrap.json', 'npm ci'],
  ['pnpm-v5.yaml', 'pnpm-lock.yaml', 'pnpm install'],
  ['pnpm-v6.yaml', 'pnpm-lock.yaml', 'pnpm install'],
  ['pnpm-v9.yaml', 'pnpm-lock.yaml', 'pnpm install'],
  ['yarn-classic.lock', 'yarn.lock', 'yarn install'],
  ['yarn-berry-v6.lock', 'yarn.lock', 'yarn install'],
  ['yarn-berry-v10.lock', 'yarn.lock', 'yarn install'],
  ['bun.lock', 'bun.lock', 'bun install'],
] as const;

/** The workspace in `fixtures/workspace`, locked by the real managers. */
describe.each(FORMATS)('a workspace of which only the lockfile is there: %s as %s', (fixture, name, command) => {
  const text = readFileSync(join(import.meta.dirname, 'fixtures/locks', fixture), 'utf8');

  function project() {
    const opened = openTestProject();
    opened.copy('workspace');
    opened.write({ [name]: text });
    return opened;
  }

  it('A-2 A-16 gives every locked version from the root, and what lies in the project itself', async () => {
    const { reading, skipped } = await project().read();
    expect(summarize(reading.dependencies)).toEqual([
      'direct installed pkg:npm/%40fixture/b@1.0.0?path=packages%2Fb in packages/a',
      'direct installed pkg:npm/local-lib@0.1.0?path=libs%2Flocal in packages/a',
      'direct locked pkg:npm/%40electric-sql/client@1.5.28 in packages/a, packages/b',
      'direct locked pkg:npm/%40optique/core@1.3.6 in ., packages/a',
      'direct locked pkg:npm/%40tanstack/virtual-file-routes@1.161.4 in packages/a, packages/b',
      'direct locked pkg:npm/%40tanstack/virtual-file-routes@1.162.0 in packages/a',
      'transitive locked pkg:npm/%40microsoft/fetch-event-source@2.0.1 via @electric-sql/client in packages/a, packages/b',
    ]);
    expect(skipped).toEqual([]);
    expect(reading.notes).toEqual([
      { code: 'not-installed', message: `No npm package from a registry is installed yet; run \`${command}\`.` },
    ]);
  });

  it('A-25 gives the versions of the member asked from', async () => {
    const opened = project();
    const { reading } = await opened.read('packages/a');
    expect(reading.root).toBe(opened.directory);
    expect(reading.member).toBe('packages/a');
    expect(reading.evidence.locked).toEqual([join(opened.directory, name)]);
    expect(summarize(reading.dependencies)).toEqual([
      'direct installed pkg:npm/%40fixture/b@1.0.0?path=packages%2Fb',
      'direct installed pkg:npm/local-lib@0.1.0?path=libs%2Flocal',
      'direct locked pkg:npm/%40tanstack/virtual-file-routes@1.161.4 as routes-alias',
      'direct locked pkg:npm/%40tanstack/virtual-file-routes@1.162.0',
      'transitive locked pkg:npm/%40electric-sql/client@1.5.28 via @fixture/b',
      'transitive locked pkg:npm/%40microsoft/fetch-event-source@2.0.1 via @fixture/b > @electric-sql/client',
      'transitive locked pkg:npm/%40optique/core@1.3.6 via local-lib',
    ]);
  });
});
