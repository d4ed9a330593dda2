import { basename, join, resolve } from 'node:path';
import type { Skipped } from '@skillscope/core';
import type { Files } from '../files.ts';
import { readToml, type Table } from '../formats/toml.ts';
import { type CondaEnvironment, readCondaEnvironment } from './conda.ts';
import { cleanSummary, cleanVersion, normalName } from './names.ts';
import { isInside, isThere } from './paths.ts';
import { readPipfile } from './pipfile.ts';
import { type PyProject, readPyProject } from './pyproject.ts';
import type { Declared } from './requirement.ts';
import { type CompiledFile, readRequirementLists } from './requirement-lists.ts';
import { readSetupCfg } from './setup-cfg.ts';

/** What the files of one directory say about the Python project there. */
export interface Manifest {
  /** Absolute. */
  readonly directory: string;
  readonly name?: string;
  readonly key?: string;
  /** The name as written, which need be none that an index would take. */
  readonly title?: string;
  readonly version?: string;
  readonly summary?: string;
  readonly declared: readonly Declared[];
  /** Normal names of what is taken in another version than anybody asks for. */
  readonly overridden: ReadonlySet<string>;
  /** Requirements files that a tool wrote from what is declared: they lock. */
  readonly compiled: readonly CompiledFile[];
  readonly workspace?: PyProject['workspace'];
  /** What a file of conda says, where there is one; `isAlone` where nothing beside it says what the project needs. */
  readonly conda?: Pick<CondaEnvironment, 'name'> & { readonly path: string; readonly isAlone: boolean };
  /** Tools with a table in pyproject.toml, and `pipenv` where there is a Pipfile. */
  readonly tools: ReadonlySet<string>;
  /** True where only the installed metadata of the project can say what it needs, as with a setup.py. */
  readonly dynamic: boolean;
  /** True where pip alone does not install all that is asked for. */
  readonly needsUv: boolean;
  /** Absolute paths of the files that said so. */
  readonly files: readonly string[];
  /** The file whose stamp stands for the directory. */
  readonly main: string;
}

/** The manifests of a project, each directory read once. */
export interface Manifests {
  /** `undefined` where no Python project is. Damage is reported. */
  at(directory: string): Manifest | undefined;
  readonly skipped: () => readonly Skipped[];
}

/** No requirements file outside `boundary` is read, however another file points at it. */
export function openManifests(files: Files, boundary: string): Manifests {
  const known = new Map<string, Manifest | undefined>();
  const skipped: Skipped[] = [];

  function at(directory: string): Manifest | undefined {
    if (known.has(directory)) return known.get(directory);
    // Directories may list one another.
    known.set(directory, undefined);
    const manifest = read(directory);
    known.set(directory, manifest);
    return manifest;
  }

  function read(directory: string): Manifest | undefined {
    const pathOf = (name: string): string | undefined => {
      const path = join(directory, name);
      return isThere(path, files) ? path : undefined;
    };
    const [pyprojectPath, pipfilePath, setupPath, setupPy] = SOURCES.map(pathOf);
    const pyproject = parsed(pyprojectPath, (table) => readPyProject(table, directory));
    const pipfile = parsed(pipfilePath, (table) => readPipfile(table, directory));
    const setupText = setupPath === undefined ? undefined : files.text(setupPath);
    const setup = setupText === undefined ? undefined : readSetupCfg(setupText, directory);
    const condaPath = pathOf('environment.yml') ?? pathOf('environment.yaml');
    const condaText = condaPath === undefined ? undefined : files.text(condaPath);
    const conda = condaText === undefined ? undefined : readCondaEnvironment(condaText, directory);
    for (const [path, source] of [
      [condaPath, conda],
      [pyprojectPath, pyproject],
      [pipfilePath, pipfile],
      [setupPath, setup],
    ] as const)
      if (path !== undefined && source && source.faults > 0) skipped.push(faulty(path, source.faults));

    const own = [...(pyproject?.files ?? []), ...(setup?.files ?? []), ...(conda?.files ?? [])].map((file) =>
      resolve(directory, file),
    );
    const lists = readRequirementLists({
      directory,
      boundary,
      files,
      published: own.filter((path) => isInside(boundary, path)),
      isUsual: !(pyproject?.describesProject ?? false),
      nameAt: at,
    });
    const describesProject = setup !== undefined && (setup.name !== undefined || setup.declared.length > 0);
    const paths = [
      pyprojectPath,
      pipfilePath,
      describesProject ? setupPath : undefined,
      setupPy,
      ...lists.files,
      condaPath,
    ].filter((path) => path !== undefined);
    if (paths.length === 0 && pathOf('pylock.toml') === undefined) return undefined;

    const isAlone =
      [pyprojectPath, pipfilePath, setupPath, setupPy].every((path) => path === undefined) &&
      (lists.files.length === 0 || (conda?.files ?? []).length > 0);
    const name = pyproject?.name ?? setup?.name;
    const version = cleanVersion(pyproject?.version ?? setup?.version);
    const summary = cleanSummary(pyproject?.summary ?? setup?.summary);
    return {
      directory,
      ...(name === undefined ? {} : { name, key: normalName(name) }),
      ...(pyproject?.title === undefined ? {} : { title: pyproject.title }),
      ...(version === undefined ? {} : { version }),
      ...(summary === undefined ? {} : { summary }),
      declared: [
        ...(pyproject?.declared ?? []),
        ...(pipfile?.declared ?? []).map((item) => ({ ...item, statedIn: 'pipfile' as const })),
        ...(setup?.declared ?? []),
        ...lists.declared,
        ...(conda?.declared ?? []),
        ...[...(conda?.packages ?? [])].map(ofConda),
      ],
      overridden: pyproject?.overridden ?? NONE,
      compiled: lists.compiled,
      ...(condaPath === undefined || !conda ? {} : { conda: { ...nameOf(conda), path: condaPath, isAlone } }),
      ...(pyproject?.workspace ? { workspace: pyproject.workspace } : {}),
      tools: new Set([...(pyproject?.tools ?? []), ...(pipfilePath === undefined ? [] : ['pipenv'])]),
      dynamic: (pyproject?.dynamic ?? false) || setupPy !== undefined,
      needsUv: setupPy === undefined && !describesProject && (pyproject?.needsUv ?? false),
      files: [...new Set(paths)],
      main: basename(paths[0] ?? 'pylock.toml'),
    };
  }

  function parsed<T>(path: string | undefined, convert: (table: Table) => T): T | undefined {
    const text = path === undefined ? undefined : files.text(path);
    if (path === undefined || text === undefined) return undefined;
    const toml = readToml(text);
    if (toml.ok) return convert(toml.table);
    const { line, message } = toml;
    skipped.push({ path, reason: 'malformed', message, ...(line === undefined ? {} : { line }) });
    return undefined;
  }

  return { at, skipped: () => skipped };
}

function nameOf({ name }: CondaEnvironment): Pick<CondaEnvironment, 'name'> {
  return name === undefined ? {} : { name };
}

function ofConda(key: string): Declared {
  const origin = { source: 'registry' } as const;
  return { name: key, key, extras: [], specifier: '', origin, list: 'group', optional: true, onlyInstalled: true };
}

const NONE: ReadonlySet<string> = new Set();

const SOURCES = ['pyproject.toml', 'Pipfile', 'setup.cfg', 'setup.py'];

function faulty(path: string, count: number): Skipped {
  const what = count === 1 ? '1 entry is' : `${count} entries are`;
  return { path, reason: 'malformed', message: `${what} no requirement a tool would accept.` };
}
