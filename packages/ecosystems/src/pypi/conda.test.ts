import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OwnedSandbox, openSandbox, readIn } from '../contract-sandbox.ts';
import { readCondaEnvironment } from './conda.ts';
import pypi from './index.ts';

const WRITTEN = `name: science # ours
channels:
  - conda-forge
dependencies:
  - python=3.11
  - conda-forge::NumPy >=1.26,<3
  - "scikit-learn==1.5.*"
  - gcc_linux-64
  - pip
  - pip:
      - requests[socks]==2.32.3
      - -r more.txt
      - --no-deps
      - nothing at all
  - yaml
prefix: /opt/conda/envs/science
`;

describe('an environment.yml', () => {
  it('names the environment, what conda installs and what pip does', () => {
    const { name, declared, packages, files, faults } = readCondaEnvironment(WRITTEN, '/p');
    expect(name).toBe('science');
    expect([...packages]).toEqual(['python', 'numpy', 'scikit-learn', 'gcc-linux-64', 'pip', 'yaml']);
    expect(declared.map(({ key, specifier, extras }) => [key, specifier, ...extras])).toEqual([
      ['requests', '==2.32.3', 'socks'],
    ]);
    expect([files, faults]).toEqual([['more.txt'], 1]);
  });

  it.each([
    ['lists that are not indented', 'dependencies:\n- numpy\n- pip:\n  - requests\n- scipy\n', ['numpy', 'scipy'], 0],
    ['an empty file', '', [], 0],
    ['a list between brackets', 'dependencies: [numpy]\n', [], 1],
    ['text', 'no list\n', [], 0],
    ['a path for a name', 'name: ../../etc\ndependencies:\n  - ../../x\n', [], 1],
    ['a table where the list belongs', 'dependencies:\n  numpy: 1\n', [], 1],
    ['many lines', `dependencies:\n${'  - numpy\n'.repeat(300_000)}`, ['numpy'], 0],
    ['one long line', `dependencies:\n  - ${'a'.repeat(2_000_000)}${' '.repeat(2_000_000)}\u2028x\n`, [], 1],
  ])('may be %s', (_, text, packages, faults) => {
    const read = readCondaEnvironment(text, '/p');
    expect([[...read.packages], read.faults, read.name]).toEqual([packages, faults, undefined]);
  });
});

describe('a project of conda', () => {
  let sandbox: OwnedSandbox;
  beforeEach(() => {
    sandbox = openSandbox();
    sandbox.write('environment.yml', WRITTEN.replace('      - nothing at all\n', ''));
    sandbox.write('more.txt', 'rich\n');
  });
  afterEach(() => {
    sandbox.close();
  });

  function install(...names: readonly string[]): string {
    const prefix = join(sandbox.home, 'miniconda3/envs/science');
    for (const name of names) {
      const version = name === 'requests' ? '2.32.3' : '1.0';
      const folder = join(prefix, 'lib/python3.11/site-packages', `${name}-${version}.dist-info`);
      sandbox.write(join(folder, 'METADATA'), `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`);
      sandbox.write(join(folder, 'RECORD'), `${name}/__init__.py,,\n`);
    }
    return prefix;
  }

  async function found(environment: Readonly<Record<string, string>> = {}) {
    const { reading } = await readIn(pypi, sandbox, { environment });
    return {
      libraries: reading.dependencies.map(({ name, evidence }) => `${name} ${evidence}`).sort(),
      notes: reading.notes.map(({ code, message }) => `${code}: ${message.replaceAll(sandbox.base, '')}`),
    };
  }

  it('A-15 says how to make its environment where there is none, and asks for what pip installs alone', async () => {
    expect(await found()).toEqual({
      libraries: ['requests declared', 'rich declared'],
      notes: [
        'not-installed: No environment of conda that environment.yml describes is active or known here; run `conda env create -f environment.yml` and activate it.',
      ],
    });
  });

  it('takes of what conda installs the distributions of Python that are there', async () => {
    const prefix = install('numpy', 'requests', 'rich', 'pip', 'wheel');
    expect(await found({ CONDA_PREFIX: prefix })).toEqual({
      libraries: ['numpy installed', 'requests installed', 'rich installed'],
      notes: [],
    });
  });

  it('leaves the word to another manifest where there is one', async () => {
    sandbox.write('pyproject.toml', '[project]\nname = "app"\ndependencies = ["attrs"]\n');
    const { libraries, notes } = await found();
    expect(libraries).toEqual(['attrs declared', 'requests declared', 'rich declared']);
    expect(notes.join()).not.toContain('conda');
  });

  it('finds its environment among those that conda knows', async () => {
    const prefix = install('numpy', 'requests');
    sandbox.write(join(sandbox.home, '.conda/environments.txt'), `/opt/other\n${prefix}\nscience\n`);
    expect(await found()).toEqual({
      libraries: ['numpy installed', 'requests installed', 'rich declared'],
      notes: ['partly-installed: 1 dependency is not installed (rich); run `conda env update -f environment.yml`.'],
    });
  });
});
