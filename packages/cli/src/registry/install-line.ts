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
  // A global folder is no project, so it has no package.json. Which prefix npm would take by itself only npm knows.
  if (!existsSync(join(holder, 'package.json')))
    return `Run: npm install --global --prefix ${quoted(globalPrefix(holder))} ${names}`;
  return `Run: npm install --save-exact --prefix ${quoted(holder)} ${names}`;
}

/** Global packages lie in `lib/node_modules` of the prefix, and on Windows in `node_modules`. */
function globalPrefix(holder: string): string {
  return basename(holder) === 'lib' && process.platform !== 'win32' ? dirname(holder) : holder;
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
