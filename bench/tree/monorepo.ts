import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { zipOf } from '../../packages/ecosystems/src/trees/testing/write-zip.ts';

/** Members of a monorepo by ecosystem, as paths below its root. The first JavaScript member holds a crate too. */
export interface MonorepoMembers {
  readonly npm: readonly string[];
  readonly pypi: readonly string[];
  readonly cargo: readonly string[];
  readonly golang: readonly string[];
  readonly maven: readonly string[];
}

/** Shares of the members. */
const SHARES = { npm: 0.6, pypi: 0.15, cargo: 0.1, golang: 0.1, maven: 0.05 };
/** Libraries that the members of one ecosystem share; every tenth ships a skill. */
const LIBRARIES = 60;
const USED_BY_EACH = 6;

type Write = (path: string, content: string | Uint8Array) => void;

/** Writes one repository in which five managers have their members, all installed. The same at every call. */
export function writeMonorepo(root: string, count: number): MonorepoMembers {
  const write: Write = (path, content) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  const paths = (share: number, folder: string) =>
    numbers(Math.max(2, Math.round(count * share))).map((number) => `${folder}/${folder}-${padded(number)}`);
  const members: MonorepoMembers = {
    npm: paths(SHARES.npm, 'packages'),
    pypi: paths(SHARES.pypi, 'services'),
    cargo: paths(SHARES.cargo, 'crates'),
    golang: paths(SHARES.golang, 'tools'),
    maven: paths(SHARES.maven, 'apps'),
  };
  mkdirSync(join(root, '.git'), { recursive: true });
  writeNpm(root, members.npm, write);
  writePython(members.pypi, write);
  writeCargo([...members.cargo, ...members.npm.slice(0, 1)], write);
  writeGo(members.golang, write);
  writeMaven(members.maven, write);
  return members;
}

/** Variables that lead to the stores, which lie in the monorepo. */
export function monorepoEnvironment(root: string): Readonly<Record<string, string>> {
  return { CARGO_HOME: join(root, '.stores/cargo'), GOMODCACHE: join(root, '.stores/go') };
}

/** The members before it that a member uses: a tree, as grows where shared code is at the bottom. */
function siblingsOf(index: number): readonly number[] {
  return index === 0 ? [] : [...new Set([index >> 1, index - 1].filter((other) => other < index && other >= 0))];
}

/** A member with all that it uses of the others. */
function withSiblings(index: number): readonly number[] {
  const found = new Set([index]);
  for (const next of found) for (const other of siblingsOf(next)) found.add(other);
  return [...found];
}

function librariesOf(index: number): readonly number[] {
  return numbers(USED_BY_EACH).map((turn) => (index * 7 + turn * 11) % LIBRARIES);
}

function writeNpm(root: string, members: readonly string[], write: Write): void {
  const own = (number: number) => `@mono/package-${padded(number)}`;
  const library = (number: number) => `shared-${padded(number)}`;
  const packages: Record<string, object> = { '': { name: 'mono', workspaces: ['packages/*'] } };
  write('package.json', json({ name: 'mono', private: true, workspaces: ['packages/*'] }));
  for (const [index, path] of members.entries()) {
    const dependencies = Object.fromEntries([
      ...librariesOf(index).map((number) => [library(number), '^1.0.0']),
      ...siblingsOf(index).map((number) => [own(number), '1.0.0']),
    ]);
    const manifest = { name: own(index), version: '1.0.0', dependencies };
    write(`${path}/package.json`, json(manifest));
    packages[path] = manifest;
    packages[`node_modules/${own(index)}`] = { resolved: path, link: true };
    mkdirSync(join(root, 'node_modules/@mono'), { recursive: true });
    symlinkSync(`../../${path}`, join(root, 'node_modules', own(index)));
  }
  for (const number of numbers(LIBRARIES)) {
    const folder = `node_modules/${library(number)}`;
    packages[folder] = { version: '1.0.0' };
    write(`${folder}/package.json`, json({ name: library(number), version: '1.0.0', description: 'Shared.' }));
    if (ships(number)) write(`${folder}/skills/use/SKILL.md`, skill(library(number)));
  }
  write('package-lock.json', json({ name: 'mono', lockfileVersion: 3, packages }));
  write('node_modules/.package-lock.json', json({ name: 'mono', lockfileVersion: 3, packages }));
}

function writePython(members: readonly string[], write: Write): void {
  const own = (number: number) => `service-${padded(number)}`;
  const library = (number: number) => `pylib-${padded(number)}`;
  const site = '.venv/lib/python3.12/site-packages';
  const entries: string[] = [];
  const entry = (name: string, source: string, uses: readonly string[]) =>
    entries.push(
      `[[package]]\nname = "${name}"\nversion = "1.0.0"\nsource = ${source}\ndependencies = [\n${uses.map((use) => `    { name = "${use}" },\n`).join('')}]\n`,
    );
  write('.venv/pyvenv.cfg', 'home = /usr/bin\nversion_info = 3.12.1\n');
  write(
    'pyproject.toml',
    '[project]\nname = "mono"\nversion = "1.0.0"\ndependencies = []\n\n[tool.uv.workspace]\nmembers = ["services/*"]\n',
  );
  for (const [index, path] of members.entries()) {
    const siblings = siblingsOf(index).map(own);
    const uses = [...librariesOf(index).map(library), ...siblings];
    const sources = siblings.map((name) => `${name} = { workspace = true }\n`).join('');
    const declared = uses.map((use) => `  "${use}",\n`).join('');
    write(
      `${path}/pyproject.toml`,
      `[project]\nname = "${own(index)}"\nversion = "1.0.0"\ndependencies = [\n${declared}]\n\n[tool.uv.sources]\n${sources}`,
    );
    entry(own(index), `{ editable = "${path}" }`, uses);
  }
  for (const number of numbers(LIBRARIES)) {
    const folder = library(number).replace('-', '_');
    const metadata = `${folder}-1.0.0.dist-info`;
    const text = `${folder}/.agents/skills/use/SKILL.md`;
    entry(library(number), '{ registry = "https://index.example/simple" }', []);
    write(`${site}/${folder}/__init__.py`, '');
    if (ships(number)) write(`${site}/${text}`, skill(library(number)));
    write(`${site}/${metadata}/METADATA`, `Metadata-Version: 2.4\nName: ${library(number)}\nVersion: 1.0.0\n`);
    write(`${site}/${metadata}/RECORD`, `${folder}/__init__.py,,\n${ships(number) ? `${text},,\n` : ''}`);
  }
  write('uv.lock', `version = 1\nrequires-python = ">=3.12"\n\n${entries.join('\n')}`);
}

function writeCargo(members: readonly string[], write: Write): void {
  const own = (number: number) => `crate-${padded(number)}`;
  const library = (number: number) => `kit-${padded(number)}`;
  const registry = 'registry+https://github.com/rust-lang/crates.io-index';
  const store = '.stores/cargo/registry/src/index.crates.io-1949cf8c6b5b557f';
  const entries: string[] = [];
  const listed = members.map((path) => `  "${path}",\n`).join('');
  write('Cargo.toml', `[workspace]\nresolver = "2"\nmembers = [\n${listed}]\n`);
  for (const [index, path] of members.entries()) {
    const libraries = librariesOf(index).map(library);
    const siblings = siblingsOf(index);
    const declared = [
      ...libraries.map((name) => `${name} = "1"\n`),
      ...siblings.map((number) => `${own(number)} = { path = "${up(path)}${members[number]}" }\n`),
    ];
    write(
      `${path}/Cargo.toml`,
      `[package]\nname = "${own(index)}"\nversion = "1.0.0"\n\n[dependencies]\n${declared.join('')}`,
    );
    entries.push(lockEntry(own(index), undefined, [...libraries, ...siblings.map(own)]));
  }
  for (const number of numbers(LIBRARIES)) {
    const folder = `${store}/${library(number)}-1.0.0`;
    write(`${folder}/Cargo.toml`, `[package]\nname = "${library(number)}"\nversion = "1.0.0"\n`);
    if (ships(number)) write(`${folder}/skills/use/SKILL.md`, skill(library(number)));
    entries.push(lockEntry(library(number), registry, []));
  }
  write('Cargo.lock', `version = 4\n\n${entries.join('\n')}`);
}

function lockEntry(name: string, source: string | undefined, uses: readonly string[]): string {
  const from = source === undefined ? '' : `source = "${source}"\n`;
  const needs = uses.length === 0 ? '' : `dependencies = [\n${uses.map((use) => ` "${use}",\n`).join('')}]\n`;
  return `[[package]]\nname = "${name}"\nversion = "1.0.0"\n${from}${needs}`;
}

function writeGo(members: readonly string[], write: Write): void {
  const own = (number: number) => `mono.example/tool-${padded(number)}`;
  const library = (number: number) => `example.com/lib-${padded(number)}`;
  write('go.work', `go 1.24\n\nuse (\n${members.map((path) => `\t./${path}\n`).join('')})\n`);
  for (const [index, path] of members.entries()) {
    const needs = [
      ...librariesOf(index).map((number) => `\t${library(number)} v1.0.0\n`),
      ...siblingsOf(index).map((number) => `\t${own(number)} v0.0.0\n`),
    ];
    write(`${path}/go.mod`, `module ${own(index)}\n\ngo 1.24\n\nrequire (\n${needs.join('')})\n`);
  }
  for (const number of numbers(LIBRARIES)) {
    const text = `module ${library(number)}\n\ngo 1.24\n`;
    write(`.stores/go/${library(number)}@v1.0.0/go.mod`, text);
    write(`.stores/go/cache/download/${library(number)}/@v/v1.0.0.mod`, text);
    if (ships(number))
      write(`.stores/go/${library(number)}@v1.0.0/skills/use/SKILL.md`, skill(`lib-${padded(number)}`));
  }
}

function writeMaven(members: readonly string[], write: Write): void {
  const own = (number: number) => `apps-${padded(number)}`;
  const library = (number: number) => `jar-${padded(number)}`;
  const purl = (artifact: string) => `pkg:maven/com.example/${artifact}@1.0.0?type=jar`;
  const project = (artifact: string, rest: string) =>
    `<project><modelVersion>4.0.0</modelVersion><groupId>com.example</groupId><artifactId>${artifact}</artifactId><version>1.0.0</version>${rest}</project>\n`;
  const usedBy = (module: number) => [...librariesOf(module).map(library), ...siblingsOf(module).map(own)];
  const modules = members.map((path) => `<module>${path}</module>`).join('');
  write('pom.xml', project('mono', `<packaging>pom</packaging><modules>${modules}</modules>`));
  write('.mvn/maven.config', '-Dmaven.repo.local=.stores/maven\n');
  for (const [index, path] of members.entries()) {
    const built = withSiblings(index);
    const component = (artifact: string) => ({ type: 'library', 'bom-ref': purl(artifact), purl: purl(artifact) });
    write(`${path}/pom.xml`, project(own(index), ''));
    write(
      `${path}/target/bom.json`,
      json({
        bomFormat: 'CycloneDX',
        specVersion: '1.6',
        metadata: { component: component(own(index)) },
        components: [...new Set(built.flatMap(usedBy))].map(component),
        dependencies: built.map((module) => ({ ref: purl(own(module)), dependsOn: usedBy(module).map(purl) })),
      }),
    );
  }
  for (const number of numbers(LIBRARIES)) {
    const stem = `.stores/maven/com/example/${library(number)}/1.0.0/${library(number)}-1.0.0`;
    const text = { name: 'META-INF/skills/use/SKILL.md', data: skill(library(number)) };
    write(`${stem}.jar`, zipOf([{ name: 'com/example/A.class', data: 'x' }, ...(ships(number) ? [text] : [])]));
    write(`${stem}.pom`, project(library(number), '<description>Shared.</description>'));
  }
}

function ships(number: number): boolean {
  return number % 10 === 0;
}

function skill(library: string): string {
  return `---\nname: use\ndescription: Use when calling ${library}.\n---\n\n# ${library}\n`;
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, number) => number);
}

function padded(number: number): string {
  return String(number).padStart(3, '0');
}

function up(path: string): string {
  return '../'.repeat(path.split('/').length);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
