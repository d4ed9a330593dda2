import { join } from 'node:path';
import type { Sandbox } from '../contract-cases.ts';
import { zipOf } from '../trees/testing/write-zip.ts';

export interface Listed {
  /** `group:artifact` or `group:artifact:version`. */
  readonly name: string;
  readonly uses?: readonly string[];
  readonly properties?: Readonly<Record<string, string>>;
  readonly qualifiers?: string;
  readonly sha1?: string;
}

/** The text of a CycloneDX document about the first, which lists the others. */
export function bomText(subject: Listed, ...listed: readonly Listed[]): string {
  return JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { component: entryOf(subject), properties: propertiesOf(subject) },
      components: listed.map(entryOf),
      dependencies: [subject, ...listed].map((item) => ({
        ref: purlOf(item),
        dependsOn: (item.uses ?? []).map((name) => purlOf(listed.find((other) => other.name === name) ?? { name })),
      })),
    },
    undefined,
    1,
  );
}

function entryOf(item: Listed): object {
  const { sha1 } = item;
  return {
    type: 'library',
    'bom-ref': purlOf(item),
    purl: purlOf(item),
    properties: propertiesOf(item),
    ...(sha1 === undefined ? {} : { hashes: [{ alg: 'SHA-1', content: sha1 }] }),
  };
}

function propertiesOf({ properties = {} }: Listed): readonly object[] {
  return Object.entries(properties).map(([name, value]) => ({ name, value }));
}

function purlOf({ name, qualifiers = '' }: Listed): string {
  const [group = '', artifact = '', version = '1.0'] = name.split(':').map(encodeURIComponent);
  return `pkg:maven/${group}/${artifact}@${version}?type=jar${qualifiers}`;
}

/** Files of a library in the local Maven repository: a jar and a pom with a description, and what `parts` adds. */
export function install(
  sandbox: Sandbox,
  name: string,
  parts: { readonly jar?: Files; readonly sources?: Files; readonly skills?: Files; readonly pom?: string } = {},
): string {
  const [group = '', artifact = '', version = '1.0'] = name.split(':');
  const folder = join(sandbox.home, '.m2/repository', ...group.split('.'), artifact, version);
  const stem = join(folder, `${artifact}-${version}`);
  sandbox.write(`${stem}.jar`, jarOf(parts.jar ?? { 'a/A.class': '' }));
  sandbox.write(
    `${stem}.pom`,
    parts.pom ?? pomText({ group, artifact, version, description: `What ${artifact} is for` }),
  );
  if (parts.sources) sandbox.write(`${stem}-sources.jar`, jarOf(parts.sources));
  if (parts.skills) sandbox.write(`${stem}-skills.jar`, jarOf(parts.skills));
  return folder;
}

/** One file of a library in Gradle's cache, under the given digest. */
export function cacheInGradle(
  sandbox: Sandbox,
  name: string,
  file: string,
  content: Files | string,
  hash = 'a1',
): string {
  const [group = '', artifact = '', version = '1.0'] = name.split(':');
  const path = join(sandbox.home, '.gradle/caches/modules-2/files-2.1', group, artifact, version, hash, file);
  sandbox.write(path, typeof content === 'string' ? content : jarOf(content));
  return path;
}

export type Files = Readonly<Record<string, string>>;

export function jarOf(files: Files): Uint8Array {
  return zipOf(Object.entries(files).map(([name, data]) => ({ name, data })));
}

export function pomText(fields: Readonly<Record<string, string>>, rest = ''): string {
  const { group = 'com.example', artifact = 'app', version = '1.0', ...others } = fields;
  const texts = Object.entries(others).map(([name, value]) => `  <${name}>${value}</${name}>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>${group}</groupId>
  <artifactId>${artifact}</artifactId>
  <version>${version}</version>
${texts.join('')}${rest}</project>
`;
}

export function skillText(name: string, description = `Use ${name} well.`): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n# ${name}\n`;
}
