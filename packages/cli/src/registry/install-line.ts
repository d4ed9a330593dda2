import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The line that installs packages where this command finds them: beside itself, and never in a project that it is asked
 * about, since what lies there is not to be run.
 *
 * @param start a file or directory of the installed command; default this one
 */
export function installLine(packages: readonly string[], start = fileURLToPath(import.meta.url)): string {
  const names = packages.join(' ');
  const root = rootAbove(start);
  const holder = dirname(dirname(root));
  if (basename(dirname(root)) !== 'node_modules') return `Run: npm install --no-save --prefix ${quoted(root)} ${names}`;
  // A global folder is no project, so it has no package.json.
  if (!existsSync(join(holder, 'package.json'))) return `Run: npm install --global ${names}`;
  return `Run: npm install --prefix ${quoted(holder)} ${names}`;
}

function rootAbove(start: string): string {
  for (let directory = start; ; directory = dirname(directory)) {
    if (nameIn(directory) === 'skillscope' || dirname(directory) === directory) return directory;
  }
}

function nameIn(directory: string): unknown {
  try {
    return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')).name;
  } catch {
    return undefined;
  }
}

function quoted(path: string): string {
  return /^[\w@./:\\-]+$/.test(path) ? path : `"${path}"`;
}
