import { join } from 'node:path';
import type { Sandbox } from '../contract-cases.ts';

/** A commit for git sources. */
export const COMMIT = '0123456789abcdef0123456789abcdef01234567';

export interface InstalledSample {
  /** Default: `1.0.0`. */
  readonly version?: string;
  /** Dependency specifiers. */
  readonly requires?: readonly string[];
  /** Environment, relative to the project. Default: `.venv`. */
  readonly environment?: string;
  /** Text of its direct_url.json. Default: none. */
  readonly directUrl?: object;
  /** Files beside its metadata, as RECORD lists them, with their text. Default: an import package of its name. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Makes an environment as `python -m venv` does. */
export function makeEnvironment(sandbox: Sandbox, environment = '.venv', version = '3.11.7'): string {
  const directory = join(sandbox.directory, environment);
  sandbox.write(
    join(directory, 'pyvenv.cfg'),
    `home = ${sandbox.home}/python/bin\ninclude-system-site-packages = false\nversion = ${version}\n`,
  );
  const folder = join(directory, 'lib', `python${version.split('.').slice(0, 2).join('.')}`, 'site-packages');
  sandbox.write(join(folder, '_virtualenv.py'), '');
  return folder;
}

/** Installs a distribution as pip does; returns the folder that holds it. */
export function install(sandbox: Sandbox, name: string, sample: InstalledSample = {}): string {
  const { version = '1.0.0', requires = [], environment = '.venv', directUrl } = sample;
  const folder = makeEnvironment(sandbox, environment);
  const underscored = name.replaceAll(/[-.]/g, '_');
  const metadata = `${underscored}-${version}.dist-info`;
  const files = sample.files ?? { [`${underscored}/__init__.py`]: '' };
  for (const [path, text] of Object.entries(files)) sandbox.write(join(folder, path), text);
  sandbox.write(join(folder, metadata, 'METADATA'), metadataText(name, version, requires));
  const listed = [...Object.keys(files), `${metadata}/METADATA`, `${metadata}/RECORD`];
  sandbox.write(join(folder, metadata, 'RECORD'), listed.map((path) => `${path},sha256=abc,1\n`).join(''));
  if (directUrl) sandbox.write(join(folder, metadata, 'direct_url.json'), JSON.stringify(directUrl));
  return folder;
}

/** The text of a METADATA file, with a description behind the fields. */
export function metadataText(name: string, version: string, requires: readonly string[] = []): string {
  return [
    'Metadata-Version: 2.4',
    `Name: ${name}`,
    `Version: ${version}`,
    `Summary: What ${name} is for`,
    ...requires.map((text) => `Requires-Dist: ${text}`),
    '',
    `# ${name}`,
    'Requires-Dist: not-a-field',
    '',
  ].join('\n');
}

/** The text of a pyproject.toml with these requirements, and the tables in `rest`. */
export function projectText(name: string, dependencies: readonly string[], rest = ''): string {
  return `[project]\nname = "${name}"\nversion = "0.1.0"\ndescription = "What ${name} is for"\ndependencies = ${JSON.stringify(dependencies)}\n\n${rest}`;
}

export interface LockedSample {
  readonly name: string;
  /** Default: `1.0.0`. */
  readonly version?: string;
  /** As uv writes it. Default: a registry. */
  readonly source?: string;
  readonly uses?: readonly string[];
  /** More lines of the entry. */
  readonly rest?: string;
}

/** The text of a uv.lock with these entries. */
export function uvLockText(...entries: readonly LockedSample[]): string {
  return `version = 1\nrevision = 3\nrequires-python = ">=3.9"\n\n${entries.map(entryText).join('\n')}`;
}

function entryText({
  name,
  version = '1.0.0',
  source = '{ registry = "https://index.example/simple" }',
  uses = [],
  rest = '',
}: LockedSample): string {
  return [
    '[[package]]',
    `name = "${name}"`,
    `version = "${version}"`,
    `source = ${source}`,
    ...(uses.length === 0 ? [] : ['dependencies = [', ...uses.map((use) => `    { name = "${use}" },`), ']']),
    rest,
    '',
  ].join('\n');
}
