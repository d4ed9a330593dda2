import { basename, dirname, join, resolve } from 'node:path';
import type { Skipped } from '@skillscope/core';
import type { Files } from '../files.ts';
import { readToml, type Table } from '../formats/toml.ts';
import { cleanSummary, cleanVersion, normalName } from './names.ts';
import { originOfUrl, withEditable } from './origin.ts';
import { isInside } from './paths.ts';
import { readPipfile } from './pipfile.ts';
import { type PyProject, readPyProject } from './pyproject.ts';
import type { Declared } from './requirement.ts';
import { type RequirementEntry, type RequirementsFile, readRequirementsFile } from './requirements-file.ts';
import { readSetupCfg, type SetupCfg } from './setup-cfg.ts';

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
  /** Requirements files that a tool wrote from what is declared: they lock. */
  readonly compiled: readonly CompiledFile[];
  readonly workspace?: PyProject['workspace'];
  /** Tools with a table in pyproject.toml, and `pipenv` where there is a Pipfile. */
  readonly tools: ReadonlySet<string>;
  /** True where only the installed metadata of the project can say what it needs, as with a setup.py. */
  readonly dynamic: boolean;
  /** Absolute paths of the files that said so. */
  readonly files: readonly string[];
  /** The file whose stamp stands for the directory. */
  readonly main: string;
}

export interface CompiledFile {
  readonly path: string;
  readonly entries: readonly RequirementEntry[];
}

/** The manifests of a project, each directory read once. */
export interface Manifests {
  /** `undefined` where no Python project is. Damage is reported. */
  at(directory: string): Manifest | undefined;
  readonly skipped: () => readonly Skipped[];
}

/** Nothing outside `boundary` is read, however a requirements file points at it. */
export function openManifests(files: Files, boundary: string): Manifests {
  const known = new Map<string, Manifest | undefined>();
  const skipped: Skipped[] = [];

  function tomlAt(path: string): Table | undefined {
    const text = files.text(path);
    if (text === undefined) return undefined;
    const toml = readToml(text);
    if (toml.ok) return toml.table;
    const { line, message } = toml;
    skipped.push({ path, reason: 'malformed', message, ...(line === undefined ? {} : { line }) });
    return undefined;
  }

  function fault(path: string, message: string): void {
    skipped.push({ path, reason: 'malformed', message });
  }

  function read(directory: string): Manifest | undefined {
    const names = new Set((files.list(directory) ?? []).map(({ name }) => name));
    const present = (name: string): string | undefined => (names.has(name) ? join(directory, name) : undefined);
    const paths: string[] = [];
    const declared: Declared[] = [];
    const compiled: CompiledFile[] = [];
    let pyproject: PyProject | undefined;
    let setup: SetupCfg | undefined;

    const pyprojectPath = present('pyproject.toml');
    const table = pyprojectPath === undefined ? undefined : tomlAt(pyprojectPath);
    if (pyprojectPath !== undefined) paths.push(pyprojectPath);
    if (pyprojectPath !== undefined && table) {
      pyproject = readPyProject(table, directory);
      declared.push(...pyproject.declared);
      for (const message of pyproject.faults) fault(pyprojectPath, message);
    }

    const pipfilePath = present('Pipfile');
    const pipfile = pipfilePath === undefined ? undefined : tomlAt(pipfilePath);
    if (pipfilePath !== undefined) paths.push(pipfilePath);
    if (pipfilePath !== undefined && pipfile) {
      const read = readPipfile(pipfile, directory);
      declared.push(...read.declared);
      if (read.faults > 0) fault(pipfilePath, entries(read.faults));
    }

    const setupPath = present('setup.cfg');
    const setupText = setupPath === undefined ? undefined : files.text(setupPath);
    if (setupPath !== undefined && setupText !== undefined) {
      setup = readSetupCfg(setupText, directory);
      declared.push(...setup.declared);
      if (setup.faults > 0) fault(setupPath, entries(setup.faults));
      if (setup.name !== undefined || setup.declared.length > 0) paths.push(setupPath);
    }
    const setupPy = present('setup.py');
    if (setupPy !== undefined) paths.push(setupPy);

    const lists = requirementFiles(directory, names, files);
    const dynamicLists = [...(pyproject?.files ?? []), ...(setup?.files ?? [])]
      .map((file) => resolve(directory, file))
      .filter((path) => isInside(boundary, path));
    const usual = new Set([...dynamicLists, join(directory, 'requirements.txt'), join(directory, 'requirements.in')]);
    const seen = new Set<string>();
    for (const path of [...dynamicLists, ...lists]) {
      if (seen.has(path)) continue;
      const file = readRequirementsFile(path, boundary, files);
      for (const one of file.files) seen.add(one);
      paths.push(...file.files);
      if (isCompiled(file, names.has(basename(path).replace(/\.txt$/, '.in'))))
        compiled.push({ path, entries: file.entries });
      else declared.push(...declaredIn(file, !usual.has(path)), ...namedByDirectory(file, directory, !usual.has(path)));
    }

    if (paths.length === 0 && !names.has('pylock.toml')) return undefined;
    const name = pyproject?.name ?? setup?.name;
    const version = cleanVersion(pyproject?.version ?? setup?.version);
    const summary = cleanSummary(pyproject?.summary ?? setup?.summary);
    return {
      directory,
      ...(name === undefined ? {} : { name, key: normalName(name) }),
      ...(pyproject?.title === undefined ? {} : { title: pyproject.title }),
      ...(version === undefined ? {} : { version }),
      ...(summary === undefined ? {} : { summary }),
      declared,
      compiled,
      ...(pyproject?.workspace ? { workspace: pyproject.workspace } : {}),
      tools: new Set([...(pyproject?.tools ?? []), ...(pipfilePath === undefined ? [] : ['pipenv'])]),
      dynamic: (pyproject?.dynamic ?? false) || setupPy !== undefined,
      files: [...new Set(paths)],
      main: basename(paths[0] ?? 'pylock.toml'),
    };
  }

  /** Directories that a requirements file lists by their path alone; the project's own is none of its needs. */
  function namedByDirectory(file: RequirementsFile, directory: string, optional: boolean): readonly Declared[] {
    return file.unnamed.flatMap(({ address, path, line, editable }): readonly Declared[] => {
      const origin = withEditable(originOfUrl(address, dirname(path)), editable);
      if (origin.source === 'path' && origin.path === directory) return [];
      const manifest = origin.source === 'path' ? at(origin.path) : undefined;
      if (manifest?.name !== undefined && manifest.key !== undefined) {
        const { name, key } = manifest;
        const list = optional ? 'group' : 'main';
        return [{ name, key, extras: [], specifier: '', origin, list, optional }];
      }
      files.skip({ path, line, reason: 'unsupported', message: 'Nothing says which distribution this address holds.' });
      return [];
    });
  }

  function at(directory: string): Manifest | undefined {
    if (known.has(directory)) return known.get(directory);
    // Directories may list one another.
    known.set(directory, undefined);
    const manifest = read(directory);
    known.set(directory, manifest);
    return manifest;
  }

  return {
    at,
    skipped: () => skipped,
  };
}

function entries(count: number): string {
  return `${count === 1 ? '1 entry is' : `${count} entries are`} no requirement a tool would accept.`;
}

/** `requirements.txt` first, then lists for other occasions. */
function requirementFiles(directory: string, names: ReadonlySet<string>, files: Files): readonly string[] {
  const own = [...names].filter((name) => /^(?:[\w.-]+[-_.])?requirements(?:[-_.][\w.-]+)?\.(?:txt|in)$/.test(name));
  const below = names.has('requirements')
    ? (files.list(join(directory, 'requirements')) ?? []).filter(
        ({ kind, name }) => kind === 'file' && /\.(?:txt|in)$/.test(name),
      )
    : [];
  const isUsual = (name: string): number => (name.startsWith('requirements.') ? 0 : 1);
  return [
    ...own.sort((a, b) => isUsual(a) - isUsual(b) || (a < b ? -1 : 1)).map((name) => join(directory, name)),
    ...below.map(({ name }) => join(directory, 'requirements', name)),
  ];
}

function isCompiled({ generated, entries }: RequirementsFile, hasSource: boolean): boolean {
  return generated || (hasSource && entries.some(({ via }) => via.length > 0));
}

function declaredIn({ entries }: RequirementsFile, optional: boolean): readonly Declared[] {
  return entries.map(({ requirement }) => ({ ...requirement, list: optional ? 'group' : 'main', optional }));
}
