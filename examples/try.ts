import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Installs a small real project and asks skillscope about it, as a developer would.
 * The README shows what this prints.
 */
const project = join(import.meta.dirname, 'orders-app');
const command = join(import.meta.dirname, '../packages/cli/bin/skillscope.js');

run('npm', ['ci', '--no-audit', '--no-fund']);
skillscope('list');
skillscope('read', '@tanstack/router-core#search-params');
skillscope('search', 'share the filters of a listing through the address bar', '--term', 'search params,query string');
skillscope('status');

function skillscope(...args: string[]): void {
  console.log(`\n$ skillscope ${args.map((arg) => (/[ #]/.test(arg) ? `'${arg}'` : arg)).join(' ')}\n`);
  run(process.execPath, [command, ...args]);
}

function run(file: string, args: string[]): void {
  execFileSync(file, args, { cwd: project, stdio: 'inherit', shell: process.platform === 'win32' && file === 'npm' });
}
