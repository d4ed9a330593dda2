import { isAbsolute, join } from 'node:path';
import type { Machine } from '../ecosystem.ts';
import type { Files } from '../files.ts';

/** Where pnpm keeps what is its own on this machine. */
export function pnpmHome({ environment, home }: Pick<Machine, 'environment' | 'home'>): string {
  const named = environment['PNPM_HOME'];
  if (named !== undefined && isAbsolute(named)) return named;
  const data = environment['XDG_DATA_HOME'];
  if (data !== undefined && isAbsolute(data)) return join(data, 'pnpm');
  if (process.platform === 'darwin') return join(home, 'Library', 'pnpm');
  if (process.platform === 'win32') return join(environment['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'pnpm');
  return join(home, '.local', 'share', 'pnpm');
}

/** Only this setting is kept: the file may hold passwords. */
export function settingIn(path: string, name: string, home: string, files: Files): string | undefined {
  const line = (files.isFile(path) ? files.text(path) : undefined)
    ?.split('\n')
    .find((text) => text.slice(0, Math.max(0, text.indexOf('='))).trim() === name);
  const value = line?.slice(line.indexOf('=') + 1).trim();
  if (!value) return undefined;
  const expanded = value.startsWith('~/') ? join(home, value.slice(2)) : value.replaceAll(/\$\{HOME\}/g, () => home);
  return isAbsolute(expanded) ? expanded : undefined;
}
