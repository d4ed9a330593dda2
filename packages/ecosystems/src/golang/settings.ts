import { delimiter, isAbsolute, join } from 'node:path';
import type { Project } from '../ecosystem.ts';

/** What Go's settings say about where things lie. */
export interface Settings {
  /** Absolute directory of the module cache; it need not be there. */
  readonly moduleCache: string;
  /** `off`, or the absolute path of the go.work to use; absent when it is searched for. */
  readonly workFile?: string;
}

/** Reads Go's settings from the environment, else from the file that `go env -w` writes, else its defaults. */
export function readSettings({ files, environment, home }: Pick<Project, 'files' | 'environment' | 'home'>): Settings {
  const path = environmentFile(environment, home);
  const written = path === undefined ? undefined : files.text(path);
  const stored = readEnvironmentFile(written ?? '');

  function setting(name: 'GOMODCACHE' | 'GOPATH'): string | undefined {
    const value = environment[name] ?? stored.get(name);
    const first = name === 'GOPATH' ? value?.split(delimiter).find(Boolean) : value;
    return first !== undefined && isAbsolute(first) ? first : undefined;
  }

  const workFile = environment['GOWORK'];
  return {
    moduleCache: setting('GOMODCACHE') ?? join(setting('GOPATH') ?? join(home, 'go'), 'pkg', 'mod'),
    ...(workFile === 'off' || (workFile !== undefined && isAbsolute(workFile)) ? { workFile } : {}),
  };
}

function environmentFile(environment: Project['environment'], home: string): string | undefined {
  const named = environment['GOENV'];
  if (named !== undefined) return isAbsolute(named) ? named : undefined;
  const folder = configurationFolder(environment, home);
  return join(folder, 'go', 'env');
}

/** Where Go looks for a user's configuration, which differs from what other tools use on macOS. */
function configurationFolder(environment: Project['environment'], home: string): string {
  switch (process.platform) {
    case 'win32':
      return environment['APPDATA'] ?? join(home, 'AppData', 'Roaming');
    case 'darwin':
      return join(home, 'Library', 'Application Support');
    default:
      return environment['XDG_CONFIG_HOME'] ?? join(home, '.config');
  }
}

/** Only the two settings are kept: others may hold addresses with passwords. */
function readEnvironmentFile(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split('\n')) {
    for (const name of ['GOMODCACHE', 'GOPATH'])
      if (line.startsWith(`${name}=`)) values.set(name, line.slice(name.length + 1).trim());
  }
  return values;
}
