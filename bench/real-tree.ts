import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedDirectory } from './cached-directory.ts';

/** Well-known packages that bring more than 1,000 others; the first eight ship skills. */
const DEPENDENCIES = {
  '@electric-sql/client': '1.5.28',
  '@logtape/logtape': '2.4.2',
  '@optique/core': '1.3.6',
  '@playwright/cli': '0.1.22',
  '@tanstack/db': '0.15.2',
  '@tanstack/react-start': '1.169.5',
  '@trpc/client': '11.25.2',
  '@trpc/server': '11.25.2',
  '@angular/cli': '21.2.16',
  eslint: '10.15.0',
  jest: '30.5.2',
  next: '16.4.6',
  prisma: '7.10.1',
  react: '19.2.0',
  'react-dom': '19.2.0',
  storybook: '10.6.7',
  typescript: '5.9.3',
  webpack: '5.113.0',
  'workbox-cli': '7.3.0',
  wrangler: '4.86.0',
};

/** A large project of published packages, installed by npm without running their scripts. */
export function installRealTree(): string {
  return install('real-tree', { name: 'large-application', version: '1.0.0', dependencies: DEPENDENCIES });
}

/** A directory where npm has installed what a manifest names; made once for each manifest. */
export function install(name: string, manifest: object): string {
  const text = JSON.stringify({ ...manifest, private: true }, undefined, 2);
  const mark = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return cachedDirectory(`${name}-${mark}`, (directory) => {
    writeFileSync(join(directory, 'package.json'), text);
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps'];
    execFileSync('npm', ['install', ...options], { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] });
  });
}
