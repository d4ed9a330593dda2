import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VERSION } from '../packages/cli/src/version.ts';
import { ERROR_CODES, NOTICE, SKIP_REASONS } from '../packages/core/src/index.ts';
import { REGISTRY_ERROR_CODES } from '../packages/runtime/src/index.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const tracked = (...globs: string[]) =>
  execFileSync('git', ['ls-files', '--', ...globs], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');

describe('docs/output.md', () => {
  const output = read('docs/output.md');

  it.each([...ERROR_CODES])('explains the error %s', (code) => {
    expect(output).toContain(`\`${code}\``);
  });

  it.each([...SKIP_REASONS])('explains the reason %s', (reason) => {
    expect(output).toContain(`\`${reason}\``);
  });

  it('explains every note that an ecosystem, the contents of an artifact or an answer can carry', () => {
    const sources = tracked(
      'packages/ecosystems/src/*.ts',
      'packages/cli/src/commands/*.ts',
      'packages/cli/src/trust/*-*.ts',
      'packages/core/src/rank/*.ts',
    );
    const codes = sources
      .filter((path) => !path.includes('test') && !path.includes('contract') && !path.includes('setup'))
      .filter((path) => !/commands\/(init|uninstall)\.ts$/.test(path))
      .flatMap((path) => [...read(path).matchAll(/\bcode: '([a-z-]+)'/g)].map(([, code]) => code));
    expect([...new Set(codes)].filter((code) => !output.includes(`\`${code}\``))).toEqual([]);
    expect(codes.length).toBeGreaterThan(8);
  });
});

describe('docs/registry.md', () => {
  it.each([...REGISTRY_ERROR_CODES])('explains the refusal %s', (code) => {
    expect(read('docs/registry.md')).toContain(`\`${code}\``);
  });
});

describe('documents', () => {
  it.each(tracked('*.md').filter((path) => !path.includes('fixtures')))('%s links to files that are there', (path) => {
    const links = [...read(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, target]) => target ?? '');
    expect(links.filter((target) => !existsSync(join(ROOT, dirname(path), target)))).toEqual([]);
  });

  it('name every dependency and why it is there', () => {
    const document = read('docs/dependencies.md');
    const manifests = [
      'package.json',
      ...readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/package.json`),
    ];
    const names = manifests.flatMap((path) => {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(read(path));
      return Object.keys({ ...dependencies, ...devDependencies });
    });
    const unexplained = [...new Set(names)].filter(
      (name) => !name.startsWith('@skillscope/') && !name.startsWith('@types/'),
    );
    expect(unexplained.filter((name) => !document.includes(`\`${name}\``))).toEqual([]);
  });

  it('quote the notice that answers carry', () => {
    expect(read('README.md')).toContain(NOTICE);
  });

  it('speak of one version', () => {
    expect(JSON.parse(read('packages/cli/package.json')).version).toBe(VERSION);
  });
});
