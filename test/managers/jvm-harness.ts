import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { ListAnswer } from '../../packages/cli/src/commands/list.ts';
import { zipOf } from '../../packages/ecosystems/src/trees/testing/write-zip.ts';
import { command } from '../helpers/command.ts';

/** Milliseconds for one run of a build tool with empty caches: room for a slow connection and a slow machine. */
export const BUILD_TIMEOUT = 900_000;

export const PDF = 'com.skillsjars:anthropics__skills__pdf';
export const VALIDATOR = 'io.quarkus:quarkus-hibernate-validator';

export async function list(directory: string, environment: Readonly<Record<string, string>>): Promise<ListAnswer> {
  const { out } = await command(['list', '--all', '--json'], { directory, environment });
  return JSON.parse(out) as ListAnswer;
}

export async function skillsOf(
  directory: string,
  environment: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const { libraries } = await list(directory, environment);
  return libraries.flatMap(({ skills }) => skills.map(({ id }) => id));
}

/** What a build tool needs of this machine. */
export function inherited(): Readonly<Record<string, string>> {
  const names = ['PATH', 'HOME', 'JAVA_HOME', 'LANG'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

interface PomOptions {
  readonly parent?: boolean;
  readonly packaging?: string;
  readonly modules?: readonly string[];
  readonly dependencies?: readonly (readonly string[])[];
  /** The build reports by itself. */
  readonly reports?: boolean;
}

/** A pom.xml, whose build has the repository `releases` below `base`; dependencies of Quarkus come without their own, which are hundreds. */
export function pom(
  base: string,
  artifact: string,
  { parent, packaging = 'jar', modules = [], dependencies = [], reports = false }: PomOptions,
): string {
  const coordinates = (name: string) =>
    `<groupId>com.example</groupId><artifactId>${name}</artifactId><version>1.0</version>`;
  const exclusions = '<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>';
  const entries = dependencies.map(
    ([group, name, version, scope = 'compile']) =>
      `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version><scope>${scope}</scope>${
        group === 'io.quarkus' ? exclusions : ''
      }</dependency>`,
  );
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion>
${parent ? `<parent>${coordinates('all')}</parent><artifactId>${artifact}</artifactId>` : coordinates(artifact)}
<packaging>${packaging}</packaging>
<modules>${modules.map((module) => `<module>${module}</module>`).join('')}</modules>
<repositories><repository><id>releases</id><url>file://${join(base, 'releases')}</url></repository></repositories>
<dependencies>${entries.join('\n')}</dependencies>
<build><plugins>${reports ? GOAL : ''}</plugins></build>
</project>
`;
}

const GOAL = `<plugin>
<groupId>dev.skillscope</groupId><artifactId>skillscope-maven-plugin</artifactId><version>0.1.0</version>
<executions><execution><goals><goal>sbom</goal></goals></execution></executions>
</plugin>`;

/** The repository `releases` with one library, whose skill is in its sources alone (A-6). */
export function publish(base: string): void {
  const jar = (files: Readonly<Record<string, string>>) =>
    zipOf(Object.entries(files).map(([name, data]) => ({ name, data })));
  const stem = `releases/org/acme/text/1.0/text-1.0`;
  write(base, `${stem}.pom`, pom(base, 'text', {}).replace('com.example', 'org.acme'));
  write(base, `${stem}.jar`, jar({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\n', 'org/acme/Text.class': '' }));
  write(
    base,
    `${stem}-sources.jar`,
    jar({
      'org/acme/Text.java': 'package org.acme;',
      'skills/text/SKILL.md': '---\nname: text\ndescription: Use text.\n---\nCall `Text`.\n',
    }),
  );
}

export function split(name: string): readonly [string, string] {
  const [group = '', artifact = ''] = name.split(':');
  return [group, artifact];
}

export function write(base: string, path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), text);
}

/** A copy below `base` of what `jvm/` of this repository has, to build there; gives its folder. */
export function copyOfPlugin(base: string, name: 'gradle-plugin' | 'maven-plugin'): string {
  const source = join(import.meta.dirname, '../../jvm', name);
  const target = join(base, name);
  const isMade = (path: string) => ['build', 'target', '.gradle'].includes(relative(source, path));
  cpSync(source, target, { recursive: true, filter: (path) => !isMade(path) });
  return target;
}

/** Runs a build tool as a person would; both of its outputs together. */
export function build(
  program: string,
  parameters: readonly string[],
  directory: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly out: string }> {
  return new Promise((done, fail) => {
    const child = spawn(program, parameters, { cwd: directory, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        out += text;
      });
    child.on('error', fail);
    child.on('close', (code) => done({ code, out }));
  });
}
