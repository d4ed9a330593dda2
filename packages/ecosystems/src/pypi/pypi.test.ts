import { join } from 'node:path';
import type { EcosystemCases } from '../contract-cases.ts';
import { describeEcosystem } from '../contract-suite.ts';
import pypi from './index.ts';
import { COMMIT, install, makeEnvironment, metadataText, projectText, uvLockText } from './samples.ts';

const EMPTY_IS_VALID = 'An empty pyproject.toml is a valid one.';

const cases: EcosystemCases = {
  unwanted: ['Pyproject.toml', 'uv.lock', 'poetry.lock', 'requirements', 'environments.yml', 'package.json', 'tox.ini'],

  ordinary(sandbox) {
    sandbox.write('pyproject.toml', projectText('app', ['Flask[async]>=3'], '[dependency-groups]\ndev = ["pytest"]\n'));
    sandbox.write(
      'uv.lock',
      uvLockText(
        { name: 'app', source: '{ virtual = "." }', uses: ['flask'] },
        { name: 'flask', uses: ['werkzeug'] },
        { name: 'werkzeug' },
        { name: 'asgiref' },
        { name: 'pytest' },
      ),
    );
    install(sandbox, 'Flask', { requires: ['Werkzeug>=3', "asgiref; extra == 'async'", "dotenv; extra == 'dotenv'"] });
    for (const name of ['Werkzeug', 'asgiref', 'pytest']) install(sandbox, name);
    return {
      direct: ['Flask', 'pytest'],
      transitive: ['Werkzeug', 'asgiref'],
      damageable: [
        { path: 'pyproject.toml', unnoticed: { empty: EMPTY_IS_VALID } },
        { path: 'uv.lock' },
        {
          path: '.venv/lib/python3.11/site-packages/Werkzeug-1.0.0.dist-info/METADATA',
          unnoticed: { truncated: 'Every field may be the last.' },
        },
      ],
    };
  },

  unlocked(sandbox) {
    sandbox.write('requirements.txt', 'flask>=3\n');
    return { name: 'flask' };
  },

  notInstalled(sandbox) {
    sandbox.write('pyproject.toml', projectText('app', ['flask>=3']));
    sandbox.write(
      'uv.lock',
      uvLockText({ name: 'app', source: '{ virtual = "." }', uses: ['flask'] }, { name: 'flask' }),
    );
    return { name: 'flask', version: '1.0.0' };
  },

  duplicate(sandbox) {
    sandbox.write(
      'pyproject.toml',
      projectText('app', ['Flask', 'flask>=2'], '[dependency-groups]\ndev = ["FLASK"]\n'),
    );
    sandbox.write('requirements.txt', 'flask==1.0.0\n');
    install(sandbox, 'flask');
    return { name: 'flask' };
  },

  twoVersions(sandbox) {
    sandbox.write('pyproject.toml', projectText('app', ['numpy']));
    sandbox.write(
      'uv.lock',
      uvLockText(
        { name: 'app', source: '{ virtual = "." }', uses: ['numpy'] },
        { name: 'numpy', version: '1.26.4', rest: `resolution-markers = ["python_full_version < '3.10'"]` },
        { name: 'numpy', version: '2.2.0', rest: `resolution-markers = ["python_full_version >= '3.10'"]` },
      ),
    );
    return { name: 'numpy', versions: ['1.26.4', '2.2.0'] };
  },

  git(sandbox) {
    sandbox.write('requirements.txt', 'tool @ git+https://example.com/acme/tool@main\n');
    install(sandbox, 'tool', {
      directUrl: { url: 'https://example.com/acme/tool', vcs_info: { vcs: 'git', commit_id: COMMIT } },
    });
    return { name: 'tool' };
  },

  path(sandbox) {
    sandbox.write(
      'app/pyproject.toml',
      projectText('app', ['tool'], '[tool.uv.sources]\ntool = { path = "../tool" }\n'),
    );
    sandbox.write('tool/pyproject.toml', projectText('tool', []));
    return { ask: 'app', name: 'tool' };
  },

  workspace(sandbox) {
    sandbox.write('pyproject.toml', '[tool.uv.workspace]\nmembers = ["packages/*"]\n');
    sandbox.write(
      'packages/app/pyproject.toml',
      projectText('app', ['tool'], '[tool.uv.sources]\ntool = { workspace = true }\n'),
    );
    sandbox.write('packages/tool/pyproject.toml', projectText('tool', []));
    return { ask: 'packages/app', name: 'tool' };
  },

  member(sandbox) {
    sandbox.write('pyproject.toml', '[tool.uv.workspace]\nmembers = ["packages/*"]\n');
    sandbox.write('packages/a/pyproject.toml', projectText('a', ['flask']));
    sandbox.write('packages/b/pyproject.toml', projectText('b', ['flask', 'rich']));
    sandbox.write(
      'uv.lock',
      uvLockText(
        { name: 'a', source: '{ editable = "packages/a" }', uses: ['flask'] },
        { name: 'b', source: '{ editable = "packages/b" }', uses: ['flask', 'rich'] },
        { name: 'flask' },
        { name: 'rich' },
      ),
    );
    return { member: 'packages/a', uses: 'flask', only: 'rich', others: 'packages/b' };
  },

  hostileName(sandbox, name) {
    const text = JSON.stringify(name).replaceAll(/[^\x20-\x7e]/gu, escaped);
    sandbox.write(
      'pyproject.toml',
      `[project]\nname = ${text}\nversion = ${text}\ndependencies = [${text}, "flask", "tool @ git+https://example.com/x"]\n[project.optional-dependencies]\n${text} = [${text}]\n[tool.poetry.dependencies]\n${text} = "1"\nclick = ${text}\n[tool.uv.sources]\nlocal = { path = ${text} }\n`,
    );
    sandbox.write('requirements.txt', `${name}\nflask==${name}\n-r ${name}\nrich # via ${name}\n./${name}\n`);
    sandbox.write('Pipfile', `[packages]\n${text} = ${text}\nhttpx = ${text}\n`);
    sandbox.write('setup.cfg', `[metadata]\nname = ${name}\n[options]\ninstall_requires =\n    ${name}\n`);
    sandbox.write(
      'uv.lock',
      `version = 1\n[[package]]\nname = ${text}\nversion = ${text}\n[[package]]\nname = "flask"\nversion = ${text}\nsource = { git = ${text} }\n`,
    );
    const folder = makeEnvironment(sandbox);
    sandbox.write(
      join(folder, 'rich-1.0.dist-info/METADATA'),
      `Name: ${name}\nVersion: ${name}\nSummary: ${name}\nRequires-Dist: ${name}\n\n`,
    );
    sandbox.write(join(folder, `rich-1.0${name}.dist-info/METADATA`), metadataText('rich', '1.0'));
    sandbox.write(
      join(folder, 'rich-1.0.dist-info/direct_url.json'),
      JSON.stringify({ url: `https://example.com/${name}`, archive_info: {} }),
    );
    return {};
  },

  traversal(sandbox, climb) {
    const planted = join(sandbox.elsewhere, 'planted');
    sandbox.write(join(planted, 'pyproject.toml'), projectText('planted', []));
    sandbox.write(join(planted, 'planted-1.0.dist-info/METADATA'), metadataText('planted', '1.0'));
    sandbox.write(join(planted, 'requirements.txt'), 'planted\n');
    sandbox.write('pyproject.toml', projectText('app', [climb, 'flask', `rich==${climb}`]));
    sandbox.write('requirements.txt', `-r ${climb}/requirements.txt\nflask==${climb}\n`);
    sandbox.write('Pipfile', `[packages]\n"${climb}" = "*"\nflask = "${climb}"\n`);
    sandbox.write('setup.cfg', `[options]\ninstall_requires = file: ${climb}/requirements.txt\n`);
    sandbox.write('uv.lock', uvLockText({ name: climb }, { name: 'flask', version: climb }));
    const folder = install(sandbox, 'flask', { requires: [climb, `rich==${climb}`] });
    sandbox.write(join(folder, 'rich-1.0.dist-info/METADATA'), `Name: ${climb}\nVersion: ${climb}\n\n`);
    sandbox.write(join(folder, 'rich-1.0.dist-info/RECORD'), `${climb}/SKILL.md,,\n`);
    return {};
  },

  credentials(sandbox, userinfo) {
    const git = `https://${userinfo}@example.com/tool.git`;
    const index = `https://${userinfo}@index.example/simple`;
    sandbox.write(
      'pyproject.toml',
      projectText(
        'app',
        ['tool', 'other', 'more', `direct @ https://${userinfo}@example.com/direct-1.0.zip`],
        `[tool.uv.sources]\ntool = { git = "${git}" }\nother = { index = "private" }\nmore = { url = "https://${userinfo}@example.com/more.whl" }\n[[tool.uv.index]]\nname = "private"\nurl = "${index}"\n[tool.poetry.dependencies]\nlast = { git = "${git}" }\n`,
      ),
    );
    sandbox.write(
      'requirements.txt',
      `--index-url ${index}\n-e git+${git}#egg=loose\nhttps://${userinfo}@example.com/\n`,
    );
    sandbox.write(
      'uv.lock',
      uvLockText(
        { name: 'other', source: `{ registry = "${index}" }` },
        { name: 'tool', source: `{ git = "${git}?rev=main#${COMMIT}" }` },
      ),
    );
    install(sandbox, 'more', { directUrl: { url: `https://${userinfo}@example.com/more.whl`, archive_info: {} } });
    return {};
  },

  many(sandbox, count) {
    const names = Array.from({ length: count }, (_, index) => `p${index}`);
    sandbox.write('pyproject.toml', projectText('app', ['p0']));
    sandbox.write(
      'uv.lock',
      uvLockText({ name: 'p0', uses: names.slice(1) }, ...names.slice(1).map((name) => ({ name }))),
    );
    return {};
  },

  traps(sandbox, marker) {
    const python = `open(${JSON.stringify(marker)}, "w").close()\n`;
    const script = `#!/bin/sh\ntouch '${marker}'\n`;
    cases.ordinary(sandbox);
    const folder = makeEnvironment(sandbox);
    sandbox.write('setup.py', python);
    sandbox.write(join(folder, 'trap.pth'), `import os; ${python}`);
    sandbox.write(join(folder, 'sitecustomize.py'), python);
    sandbox.write(join(folder, '__editable___app_finder.py'), python);
    for (const path of ['.venv/bin/python', '.venv/bin/python3', '.venv/bin/pip', '.venv/bin/uv'])
      sandbox.write(path, script);
    return {};
  },
};

function escaped(character: string): string {
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;
}

describeEcosystem(pypi, cases);
