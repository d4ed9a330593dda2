import { join } from 'node:path';
import type { Sandbox } from '../contract-cases.ts';
import { escapeCapitals } from './names.ts';

/** The text of a go.mod. Each need is `path version`, and may end in a comment. */
export function modText(module: string, needs: readonly string[] = [], rest = '', go = '1.24'): string {
  return [`module ${module}`, `go ${go}`, block('require', needs), rest].filter(Boolean).join('\n\n').concat('\n');
}

/** The text of a go.work in which these directories are used. */
export function workText(uses: readonly string[], rest = ''): string {
  return ['go 1.24', block('use', uses), rest].filter(Boolean).join('\n\n').concat('\n');
}

/** The lines of a go.sum for modules written as `path version`, content and go.mod. */
export function sumText(...modules: readonly string[]): string {
  return modules.map((module) => `${module} ${HASH}\n${module}/go.mod ${HASH}\n`).join('');
}

/** A module as Go fetches and unpacks it into the cache in the user's home; returns its directory. */
export function unpack(sandbox: Sandbox, module: string, version = 'v1.0.0', manifest = modText(module)): string {
  const cache = join(sandbox.home, 'go/pkg/mod');
  fetchManifest(sandbox, module, version, manifest);
  const directory = join(cache, `${escapeCapitals(module)}@${escapeCapitals(version)}`);
  sandbox.write(join(directory, 'go.mod'), manifest);
  return directory;
}

/** The go.mod of a module that Go has looked at, whose content it has not fetched. */
export function fetchManifest(sandbox: Sandbox, module: string, version: string, manifest: string): void {
  const folder = join(sandbox.home, 'go/pkg/mod/cache/download', escapeCapitals(module), '@v');
  sandbox.write(join(folder, `${escapeCapitals(version)}.mod`), manifest);
}

const HASH = `h1:${'A'.repeat(43)}=`;

function block(verb: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return `${verb} (\n${lines.map((line) => `\t${line}\n`).join('')})`;
}
