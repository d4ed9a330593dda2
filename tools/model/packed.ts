import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** One published package, held to its content. */
export interface Pinned {
  readonly name: string;
  readonly version: string;
  /** As the package manager writes it: `sha512-<base64>`. */
  readonly integrity: string;
}

/**
 * The directory of one pinned package, fetched with npm and unpacked on first use, without its dependencies and without
 * running anything of it.
 * @throws Error where what is served is not what is pinned
 */
export function packed({ name, version, integrity }: Pinned, cache: string): string {
  const directory = join(cache, `${name.replace('@', '').replace('/', '+')}-${version}`);
  if (existsSync(directory)) return directory;
  const partial = `${directory}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  try {
    const fetched = ['pack', `${name}@${version}`, '--silent', '--ignore-scripts', '--pack-destination', partial];
    execFileSync('npm', fetched, { stdio: ['ignore', 'ignore', 'inherit'] });
    const archive = join(partial, readdirSync(partial)[0] ?? '');
    const actual = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (actual !== integrity) throw new Error(`${name}@${version} is ${actual}, and ${integrity} is pinned`);
    // The only folder of a package is mostly, not always, called `package`.
    execFileSync('tar', ['-xzf', archive, '--strip-components=1', '--no-same-owner', '-C', partial]);
    rmSync(archive);
    renameSync(partial, directory);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return directory;
}
