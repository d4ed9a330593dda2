import { type Table, tableOf, tablesOf, textOf, textsOf } from '../formats/toml.ts';
import { isName, normalName } from './names.ts';
import { readPoetry } from './poetry.ts';
import { type Declared, parseRequirement } from './requirement.ts';
import { applySources, readSources } from './uv-sources.ts';

/** What a pyproject.toml says about a project and what it needs. */
export interface PyProject {
  readonly name?: string;
  /** The name as written, which need be none that an index would take. */
  readonly title?: string;
  readonly version?: string;
  readonly summary?: string;
  readonly declared: readonly Declared[];
  /** Normal names of what is taken in another version than anybody asks for. */
  readonly overridden: ReadonlySet<string>;
  /** Members of a uv workspace; present where this is the root of one. */
  readonly workspace?: { readonly members: readonly string[]; readonly exclude: readonly string[] };
  /** Tools that have a table of their own. */
  readonly tools: ReadonlySet<string>;
  /** True where something else than this file says what it needs. */
  readonly dynamic: boolean;
  /** Files with requirements that setuptools reads in its place, relative to the directory. */
  readonly files: readonly string[];
  /** True where pip alone does not install all it asks for: nothing says how it is built, or it has groups. */
  readonly needsUv: boolean;
  /** True where it says what a project is, rather than how some tools are set. */
  readonly describesProject: boolean;
  /** How many entries cannot be used. */
  readonly faults: number;
}

/** Reads a parsed pyproject.toml. Values of a wrong type count as absent; unusable requirements are `faults`. */
export function readPyProject(table: Table, directory: string): PyProject {
  const project = tableOf(table['project']);
  const tool = tableOf(table['tool']) ?? {};
  const uv = tableOf(tool['uv']) ?? {};
  const pdm = tableOf(tool['pdm']) ?? {};
  const poetry = readPoetry(tableOf(tool['poetry']), directory);
  const collected: Declared[] = [];
  let faults = poetry.faults;

  function collect(texts: readonly unknown[], list: Pick<Declared, 'list' | 'extra' | 'optional'>): void {
    for (const text of texts) {
      const requirement = typeof text === 'string' ? read(text, directory) : undefined;
      if (requirement) collected.push({ ...requirement, ...list });
      else faults += 1;
    }
  }

  collect(arrayOf(project?.['dependencies']), { list: 'main', optional: false });
  for (const [extra, texts] of Object.entries(tableOf(project?.['optional-dependencies']) ?? {}))
    collect(arrayOf(texts), { list: 'extra', extra: normalName(extra), optional: true });

  const groups = tableOf(table['dependency-groups']) ?? {};
  const usual = defaultGroups(uv, groups, poetry.groups);
  for (const [group, items] of Object.entries(groups)) {
    const texts = arrayOf(items).filter((item) => tableOf(item)?.['include-group'] === undefined);
    collect(texts, { list: 'group', optional: !usual.has(normalName(group)) });
  }
  collect(arrayOf(uv['dev-dependencies']), { list: 'group', optional: false });
  for (const texts of Object.values(tableOf(pdm['dev-dependencies']) ?? {}))
    collect(arrayOf(texts), { list: 'group', optional: false });

  const name = [project?.['name'], poetry.name].find(isName);
  const title = textOf(project?.['name']) ?? poetry.title;
  const version = textOf(project?.['version']) ?? poetry.version;
  const summary = textOf(project?.['description']) ?? poetry.summary;
  const workspace = tableOf(uv['workspace']);
  const setuptools = tableOf(tableOf(tool['setuptools'])?.['dynamic']) ?? {};
  return {
    ...(name === undefined ? {} : { name }),
    ...(title === undefined ? {} : { title }),
    ...(version === undefined ? {} : { version }),
    ...(summary === undefined ? {} : { summary }),
    ...(workspace
      ? { workspace: { members: textsOf(workspace['members']), exclude: textsOf(workspace['exclude']) } }
      : {}),
    overridden: overriddenIn(uv, pdm),
    declared: enriched(applySources(collected, readSources(uv, directory)), poetry.declared),
    tools: new Set(Object.keys(tool)),
    dynamic: textsOf(project?.['dynamic']).some(
      (field) => field === 'dependencies' || field === 'optional-dependencies',
    ),
    files: dynamicFiles(setuptools),
    needsUv: table['build-system'] === undefined || Object.keys(groups).length > 0,
    describesProject: project !== undefined || poetry.exists,
    faults,
  };
}

function read(text: string, directory: string) {
  // PDM writes editable ones as pip does, and the project's own directory as a variable.
  const plain = text.startsWith('-e ') ? named(text.slice(3).trim()) : text;
  return parseRequirement(plain.replaceAll(PROJECT_ROOT, directory), directory);
}

const PROJECT_ROOT = '$' + '{PROJECT_ROOT}';

/** `file:///path#egg=name` as `name @ file:///path`. */
function named(address: string): string {
  const egg = /#egg=([\w.-]+)/.exec(address)?.[1];
  return egg ? `${egg} @ ${address}` : address;
}

/** Groups that an ordinary install takes in, with those that they include. */
function defaultGroups(uv: Table, groups: Table, poetry: ReadonlySet<string>): ReadonlySet<string> {
  const chosen = uv['default-groups'];
  const open =
    chosen === 'all' ? Object.keys(groups) : Array.isArray(chosen) ? [...textsOf(chosen)] : ['dev', ...poetry];
  const usual = new Set<string>();
  const byKey = new Map(Object.entries(groups).map(([name, items]) => [normalName(name), items]));
  for (const group of open) {
    const key = normalName(group);
    if (usual.has(key)) continue;
    usual.add(key);
    for (const item of tablesOf(byKey.get(key))) {
      const included = textOf(item['include-group']);
      if (included) open.push(included);
    }
  }
  return usual;
}

/** Poetry's own tables say where a requirement of the standard table comes from. */
function enriched(standard: readonly Declared[], poetry: readonly Declared[]): readonly Declared[] {
  const special = new Map(
    poetry.filter(({ origin }) => origin.source !== 'registry').map((item) => [item.key, item.origin]),
  );
  const names = new Set(standard.map(({ key }) => key));
  return [
    ...standard.map((item) => ({ ...item, origin: special.get(item.key) ?? item.origin })),
    ...poetry.filter(({ key, list }) => list !== 'main' || !names.has(key)),
  ];
}

function overriddenIn(uv: Table, pdm: Table): ReadonlySet<string> {
  const own = textsOf(uv['override-dependencies']).map((text) => /^\s*([\w.-]+)/.exec(text)?.[1] ?? '');
  const other = [pdm['overrides'], tableOf(pdm['resolution'])?.['overrides']].flatMap((table) =>
    Object.keys(tableOf(table) ?? {}),
  );
  return new Set([...own, ...other].map(normalName));
}

function dynamicFiles(dynamic: Table): readonly string[] {
  const tables = [dynamic['dependencies'], ...Object.values(tableOf(dynamic['optional-dependencies']) ?? {})].map(
    tableOf,
  );
  return tables.flatMap((table) => {
    const file = table?.['file'];
    return typeof file === 'string' ? [file] : textsOf(file);
  });
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
