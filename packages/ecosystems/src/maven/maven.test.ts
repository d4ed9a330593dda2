import { join } from 'node:path';
import type { EcosystemCases } from '../contract-cases.ts';
import { describeEcosystem } from '../contract-suite.ts';
import maven from './index.ts';
import { bomText, install, jarOf, pomText } from './samples.ts';

const SBOM = 'target/bom.json';

const cases: EcosystemCases = {
  unwanted: ['Build.gradle', 'POM.xml', 'build.xml', 'gradle.properties', 'build.sbt', 'package.json'],

  ordinary(sandbox) {
    sandbox.write('pom.xml', pomText({}));
    sandbox.write(
      SBOM,
      bomText(
        { name: 'com.example:app', uses: ['org.acme:text', 'org.acme:wire'] },
        { name: 'org.acme:text', uses: ['org.acme:base'] },
        { name: 'org.acme:wire' },
        { name: 'org.acme:base' },
      ),
    );
    for (const name of ['text', 'wire', 'base']) install(sandbox, `org.acme:${name}`, { sources: { 'A.java': '' } });
    return {
      direct: ['org.acme:text', 'org.acme:wire'],
      transitive: ['org.acme:base'],
      damageable: [{ path: SBOM }, { path: 'pom.xml' }],
    };
  },

  unlocked: 'Only a build knows what its script declares, so nothing counts before it has reported.',

  notInstalled(sandbox) {
    sandbox.write('pom.xml', pomText({}));
    sandbox.write(SBOM, bomText({ name: 'com.example:app', uses: ['org.acme:text'] }, { name: 'org.acme:text' }));
    return { name: 'org.acme:text', version: '1.0' };
  },

  duplicate(sandbox) {
    sandbox.write('pom.xml', pomText({}));
    sandbox.write(
      SBOM,
      bomText(
        { name: 'com.example:app', uses: ['org.acme:text', 'org.acme:text'] },
        { name: 'org.acme:text' },
        { name: 'org.acme:text' },
        { name: 'org.acme:text', qualifiers: '&classifier=linux' },
      ),
    );
    install(sandbox, 'org.acme:text');
    return { name: 'org.acme:text' };
  },

  twoVersions(sandbox) {
    sandbox.write('pom.xml', pomText({}));
    sandbox.write(
      SBOM,
      bomText(
        { name: 'com.example:app', uses: ['org.acme:text:1.0', 'org.acme:text:2.0'] },
        { name: 'org.acme:text:1.0' },
        { name: 'org.acme:text:2.0' },
      ),
    );
    return { name: 'org.acme:text', versions: ['1.0', '2.0'] };
  },

  git: 'A build fetches releases and files, and knows no git sources.',

  path(sandbox) {
    sandbox.write('app/build.gradle', '');
    sandbox.write('libs/text.jar', jarOf({ 'a/A.class': '' }));
    sandbox.write(
      'app/build/skillscope/bom.json',
      bomText(
        { name: 'com.example:app', uses: ['local:text:unspecified'] },
        { name: 'local:text:unspecified', properties: { 'skillscope:file': '../libs/text.jar' } },
      ),
    );
    return { ask: 'app', name: 'local:text' };
  },

  workspace(sandbox) {
    sandbox.write('settings.gradle', "include 'app', ':tool'");
    for (const name of ['app', 'tool']) sandbox.write(`${name}/build.gradle`, '');
    sandbox.write(
      'app/build/skillscope/bom.json',
      bomText(
        { name: 'com.example:app', uses: ['com.example:tool'] },
        { name: 'com.example:tool', properties: { 'skillscope:directory': '../tool' } },
      ),
    );
    return { ask: 'app', name: 'com.example:tool' };
  },

  member(sandbox) {
    const modules = '<modules><module>a</module><module>b</module></modules>';
    sandbox.write('pom.xml', pomText({ packaging: 'pom', artifact: 'all' }, modules));
    for (const name of ['a', 'b']) sandbox.write(`${name}/pom.xml`, pomText({ artifact: name }));
    sandbox.write(`a/${SBOM}`, bomText({ name: 'com.example:a', uses: ['org.acme:text'] }, { name: 'org.acme:text' }));
    sandbox.write(
      `b/${SBOM}`,
      bomText(
        { name: 'com.example:b', uses: ['org.acme:text', 'org.acme:wire'] },
        { name: 'org.acme:text' },
        { name: 'org.acme:wire' },
      ),
    );
    return { member: 'a', uses: 'org.acme:text', only: 'org.acme:wire', others: 'b' };
  },

  hostileName(sandbox, name) {
    const module = `<modules><module>${name.replaceAll('\u001b', '').replaceAll('\u0007', '')}</module></modules>`;
    sandbox.write('pom.xml', pomText({ description: name.replaceAll(/\p{Cc}/gu, '') }, module));
    sandbox.write(
      SBOM,
      bomText(
        { name: 'com.example:app', uses: [`org.acme:${name}`, 'org.acme:text', `org.acme:base:${name}`] },
        { name: `org.acme:${name}` },
        { name: `${name}:text` },
        { name: `org.acme:base:${name}` },
        { name: 'org.acme:text', properties: { 'skillscope:file': `libs/${name}.jar`, 'skillscope:directory': name } },
      ),
    );
    sandbox.write(`libs/${name}.jar`, jarOf({ 'a/A.class': '' }));
    return {};
  },

  traversal(sandbox, climb) {
    sandbox.write(join(sandbox.elsewhere, 'planted/1.0/planted-1.0.jar'), jarOf({ 'a/A.class': '' }));
    sandbox.write('build.gradle', '');
    sandbox.write('settings.gradle', `include '${climb}', '..', ':..:..:planted'`);
    sandbox.write(
      'build/skillscope/bom.json',
      bomText(
        { name: 'com.example:app', uses: [`org.acme:${climb}`, `..:text`, `org.acme:text:${climb}`, 'org.acme:..'] },
        { name: `org.acme:${climb}` },
        { name: `${climb}:text` },
        { name: '..:text' },
        { name: 'org.acme:..:..' },
        { name: `org.acme:text:${climb}` },
        { name: 'org.acme:wire', qualifiers: `&classifier=${encodeURIComponent(climb)}` },
      ),
    );
    return {};
  },

  credentials(sandbox, userinfo) {
    const address = `https://${userinfo}@example.com/releases`;
    sandbox.write(
      'pom.xml',
      pomText({}, `<repositories><repository><url>${address}</url></repository></repositories>`),
    );
    sandbox.write(
      SBOM,
      bomText(
        { name: 'com.example:app', uses: ['org.acme:text'] },
        { name: 'org.acme:text', qualifiers: `&repository_url=${encodeURIComponent(address)}` },
      ),
    );
    install(sandbox, 'org.acme:text', { pom: pomText({ description: `See ${address}` }) });
    return {};
  },

  many(sandbox, count) {
    const names = Array.from({ length: count }, (_, index) => `org.acme:c${index}`);
    sandbox.write('pom.xml', pomText({}));
    sandbox.write(SBOM, bomText({ name: 'com.example:app' }, ...names.map((name) => ({ name }))));
    return {};
  },

  traps(sandbox, marker) {
    const script = `#!/bin/sh\ntouch '${marker}'\n`;
    cases.ordinary(sandbox);
    for (const name of ['build.gradle', 'settings.gradle', 'buildSrc/build.gradle', 'init.gradle'])
      sandbox.write(name, `new File('${marker}').createNewFile()\n`);
    for (const name of ['gradlew', 'mvnw', '.mvn/wrapper/maven-wrapper.properties']) sandbox.write(name, script);
    sandbox.write('.mvn/extensions.xml', `<extensions><extension>${marker}</extension></extensions>`);
    return {};
  },
};

describeEcosystem(maven, cases);
