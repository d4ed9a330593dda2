import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Dependency } from '@skillscope/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OwnedSandbox, openSandbox, readIn } from '../contract-sandbox.ts';
import cargo from './index.ts';
import { COMMIT, CRATES_IO, type Entry, lockText, manifestText, unpack } from './samples.ts';

let sandbox: OwnedSandbox;
beforeEach(() => {
  sandbox = openSandbox();
});
afterEach(() => {
  sandbox.close();
});

const app = (...uses: readonly string[]): Entry => ({ name: 'app', source: null, uses });

async function dependenciesOf(ask = '.'): Promise<readonly Dependency[]> {
  return (await readIn(cargo, sandbox, { ask })).reading.dependencies;
}

async function only(name: string, ask = '.'): Promise<Dependency> {
  const found = (await dependenciesOf(ask)).filter((dependency) => dependency.name === name);
  expect(found).toHaveLength(1);
  const [dependency] = found;
  if (!dependency) throw new Error(`${name} was not found`);
  return dependency;
}

describe('formats of Cargo.lock', () => {
  const fixtures = join(import.meta.dirname, 'fixtures');

  it.each(readdirSync(fixtures))('A-25 reads %s', async (fixture) => {
    for (const file of ['Cargo.toml', 'Cargo.lock'])
      sandbox.write(file, readFileSync(join(fixtures, fixture, file), 'utf8'));
    const { reading, skipped } = await readIn(cargo, sandbox);
    expect(skipped).toEqual([]);
    expect(
      reading.dependencies.map(({ purl, alias, relation, via }) => [purl, alias ?? relation, via.join(' > ')]),
    ).toEqual([
      ['pkg:cargo/itoa@0.4.8', 'itoa04', ''],
      ['pkg:cargo/itoa@1.0.1', 'direct', ''],
      [
        'pkg:cargo/kit@0.3.0?vcs_url=git%2Bhttps%3A%2F%2Fexample.com%2Fkit%4003310f2f8546621eea19f9e592c7d70bf8d5eaa7',
        'direct',
        '',
      ],
      ['pkg:cargo/proc-macro2@1.0.107', 'transitive', 'serde_json > serde > serde_core > serde_derive'],
      ['pkg:cargo/quote@1.0.47', 'transitive', 'serde_json > serde > serde_core > serde_derive'],
      ['pkg:cargo/ryu@1.0.23', 'transitive', 'serde_json'],
      ['pkg:cargo/serde@1.0.229', 'transitive', 'serde_json'],
      ['pkg:cargo/serde_core@1.0.229', 'transitive', 'serde_json > serde'],
      ['pkg:cargo/serde_derive@1.0.229', 'transitive', 'serde_json > serde > serde_core'],
      ['pkg:cargo/serde_json@1.0.70', 'direct', ''],
      ['pkg:cargo/syn@3.0.10', 'transitive', 'serde_json > serde > serde_core > serde_derive'],
      ['pkg:cargo/unicode-ident@1.0.27', 'transitive', 'serde_json > serde > serde_core > serde_derive > proc-macro2'],
    ]);
  });

  it('reads the [root] table that the first lockfiles had', async () => {
    sandbox.write('Cargo.toml', manifestText('app', '[dependencies]\nserde = "1"\n'));
    sandbox.write(
      'Cargo.lock',
      `[root]\nname = "app"\nversion = "1.0.0"\ndependencies = [\n "serde 1.0.0 (registry+https://github.com/rust-lang/crates.io-index)",\n]\n\n${lockText({ name: 'serde' }).replace('version = 4', '')}`,
    );
    expect(await only('serde')).toMatchObject({
      relation: 'direct',
      evidence: 'locked',
      purl: 'pkg:cargo/serde@1.0.0',
    });
  });

  it('follows an entry to the one that [replace] puts in its place', async () => {
    sandbox.write(
      'Cargo.toml',
      manifestText('app', '[dependencies]\nserde = "1"\n[replace]\n"serde:1.0.0" = { path = "fork" }\n'),
    );
    sandbox.write('fork/Cargo.toml', manifestText('serde'));
    sandbox.write(
      'Cargo.lock',
      lockText(
        app(`serde 1.0.0 (${CRATES_IO})`),
        { name: 'serde', replace: 'serde 1.0.0' },
        { name: 'serde', source: null },
      ),
    );
    expect(await only('serde')).toMatchObject({ source: 'path', purl: 'pkg:cargo/serde@1.0.0?path=fork' });
  });

  it('gives the line of a merge conflict, and still says what is declared', async () => {
    sandbox.write('Cargo.toml', manifestText('app', '[dependencies]\nserde = "1"\n'));
    sandbox.write('Cargo.lock', `version = 4\n\n<<<<<<< HEAD\n${lockText(app())}`);
    const { reading, skipped } = await readIn(cargo, sandbox);
    expect(skipped).toEqual([
      {
        path: join(sandbox.directory, 'Cargo.lock'),
        line: 3,
        reason: 'malformed',
        message: 'The file holds an unresolved merge conflict.',
      },
    ]);
    expect(reading.dependencies.map(({ name, version, evidence }) => ({ name, version, evidence }))).toEqual([
      { name: 'serde', version: '1', evidence: 'declared' },
    ]);
  });
});

describe('what a manifest declares', () => {
  it('A-16 reads every kind of dependency table', async () => {
    sandbox.write(
      'Cargo.toml',
      manifestText(
        'app',
        `[dependencies]
plain = "1.2"
optional = { version = "1", optional = true }
renamed = { package = "real-name", version = "~2.1" }
elsewhere = { version = "1", registry = "acme" }
from-git = { git = "https://someone:s3cret@example.com/kit.git", tag = "v1" }
[dev-dependencies]
development = "=1.0.0"
[build-dependencies]
building = ">=1, <3"
[target.'cfg(windows)'.dependencies]
windows-only = "1"
[target.x86_64-unknown-linux-gnu.dev-dependencies]
linux-only = "*"
`,
      ),
    );
    sandbox.write('.cargo/config.toml', '[registries.acme]\nindex = "sparse+https://crates.acme.example/index/"\n');
    const { reading } = await readIn(cargo, sandbox);
    expect(reading.dependencies.map(({ purl, version, alias }) => [purl, version, alias])).toEqual([
      ['pkg:cargo/building', '>=1, <3', undefined],
      ['pkg:cargo/development', '=1.0.0', undefined],
      ['pkg:cargo/elsewhere?repository_url=https%3A%2F%2Fcrates.acme.example%2Findex%2F', '1', undefined],
      ['pkg:cargo/from-git?vcs_url=git%2Bhttps%3A%2F%2Fexample.com%2Fkit.git%40v1', '*', undefined],
      ['pkg:cargo/linux-only', '*', undefined],
      ['pkg:cargo/optional', '1', undefined],
      ['pkg:cargo/plain', '1.2', undefined],
      ['pkg:cargo/real-name', '~2.1', 'renamed'],
      ['pkg:cargo/windows-only', '1', undefined],
    ]);
    expect(reading.notes.map(({ code }) => code)).toEqual(['no-lockfile']);
  });

  it('answers for path dependencies in place without a lockfile, with what they bring in', async () => {
    sandbox.write('app/Cargo.toml', manifestText('app', '[dependencies]\nkit = { path = "../kit" }\n'));
    sandbox.write(
      'kit/Cargo.toml',
      manifestText('kit', '[dependencies]\nserde = "1"\n[dev-dependencies]\nrand = "1"\n', '0.3.0'),
    );
    const dependencies = await dependenciesOf('app');
    expect(dependencies.map(({ purl, evidence, via }) => ({ purl, evidence, via }))).toEqual([
      { purl: 'pkg:cargo/kit@0.3.0?path=..%2Fkit', evidence: 'installed', via: [] },
      { purl: 'pkg:cargo/serde', evidence: 'declared', via: ['kit'] },
    ]);
  });

  it('skips a dependency whose name cargo would refuse, and keeps the rest', async () => {
    sandbox.write('Cargo.toml', manifestText('app', '[dependencies]\n"../evil" = "1"\nserde = "1"\nwrong = 7\n'));
    const { reading, skipped } = await readIn(cargo, sandbox);
    expect(reading.dependencies.map(({ name }) => name)).toEqual(['serde']);
    expect(skipped.map(({ reason, message }) => `${reason}: ${message}`)).toEqual([
      'malformed: A dependency has a name or a value that cargo would not accept.',
    ]);
  });

  it('reports what a member inherits and the root does not have', async () => {
    sandbox.write('Cargo.toml', '[workspace]\nmembers = ["a"]\n');
    sandbox.write('a/Cargo.toml', manifestText('a', '[dependencies]\nserde.workspace = true\n'));
    const { skipped } = await readIn(cargo, sandbox, { ask: 'a' });
    expect(skipped).toEqual([
      {
        path: join(sandbox.directory, 'a/Cargo.toml'),
        reason: 'missing',
        message: 'It inherits 1 dependency that the workspace root does not declare.',
      },
    ]);
  });
});

describe('how lockfile and manifest agree', () => {
  it('names what the lockfile lacks, and answers for the rest', async () => {
    sandbox.write('Cargo.toml', manifestText('app', '[dependencies]\nserde = "1"\nrand = "0.9"\n'));
    sandbox.write('Cargo.lock', lockText(app('serde'), { name: 'serde' }));
    unpack(sandbox, 'serde');
    const { reading } = await readIn(cargo, sandbox);
    expect(reading.dependencies.map(({ name, evidence, version }) => [name, evidence, version])).toEqual([
      ['rand', 'declared', '0.9'],
      ['serde', 'installed', '1.0.0'],
    ]);
    expect(reading.notes).toEqual([
      {
        code: 'lock-outdated',
        message: 'Cargo.lock lacks 1 crate (rand) that Cargo.toml asks for; run `cargo fetch`.',
      },
    ]);
  });

  it('A-2 answers for the version of a path dependency on disk, and says which one is locked', async () => {
    sandbox.write('Cargo.toml', manifestText('app', '[dependencies]\nkit = { path = "kit" }\n'));
    sandbox.write('kit/Cargo.toml', manifestText('kit', '', '0.2.0'));
    sandbox.write('Cargo.lock', lockText(app('kit'), { name: 'kit', version: '0.1.0', source: null }));
    const { reading } = await readIn(cargo, sandbox);
    expect(reading.dependencies).toMatchObject([{ name: 'kit', version: '0.2.0', lockedVersion: '0.1.0' }]);
    expect(reading.notes.map(({ code }) => code)).toEqual(['lock-differs']);
  });

  it('finds its own entry by name while its version has just been raised', async () => {
    sandbox.write('Cargo.toml', manifestText('app', '[dependencies]\nserde = "1"\n', '2.0.0'));
    sandbox.write('Cargo.lock', lockText(app('serde'), { name: 'serde' }));
    expect(await only('serde')).toMatchObject({ version: '1.0.0', evidence: 'locked' });
  });

  it('keeps the chain of a transitive dependency short in a lockfile that is one long chain', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `c${index}`);
    sandbox.write('Cargo.toml', manifestText('app', '[dependencies]\nc0 = "1"\n'));
    sandbox.write(
      'Cargo.lock',
      lockText(app('c0'), ...names.map((name, index) => ({ name, uses: index < 199 ? [`c${index + 1}`] : ['c0'] }))),
    );
    const dependencies = await dependenciesOf();
    expect(dependencies).toHaveLength(200);
    expect(Math.max(...dependencies.map(({ via }) => via.length))).toBe(32);
  });
});

describe('where packages lie', () => {
  beforeEach(() => {
    sandbox.write('Cargo.toml', manifestText('app', '[dependencies]\nkit = "1"\n'));
    sandbox.write('Cargo.lock', lockText(app('kit'), { name: 'kit' }));
  });

  it('A-19 takes CARGO_HOME from the environment', async () => {
    sandbox.write(
      join(sandbox.home, 'other/registry/src/sparse.crates.io-0123456789abcdef/kit-1.0.0/Cargo.toml'),
      manifestText('kit'),
    );
    const { reading } = await readIn(cargo, sandbox, { environment: { CARGO_HOME: join(sandbox.home, 'other') } });
    expect(reading.dependencies).toMatchObject([{ evidence: 'installed', summary: 'What kit is for' }]);
    expect(reading.evidence.installed).toEqual([
      join(sandbox.home, 'other/registry/src/sparse.crates.io-0123456789abcdef'),
    ]);
  });

  it.each([
    ['the sparse index', 'any.crates.io-0123456789abcdef', 'installed'],
    ['the git index, before cargo 1.85', 'github.com-1ecc6299db9ec823', 'installed'],
    ['the git index, since cargo 1.85', 'github.com-25cdd57fae9f0462', 'installed'],
    ['another registry with a git index', 'github.com-0123456789abcdef', 'locked'],
    ['another registry', 'crates.acme.example-0123456789abcdef', 'locked'],
    ['a registry with a similar name', 'crates.io.acme.example-0123456789abcdef', 'locked'],
    ['a registry on this machine', '-0123456789abcdef', 'locked'],
  ])('looks for a public crate in what came from %s: %s → %s', async (_, folder, evidence) => {
    unpack(sandbox, 'kit', '1.0.0', folder);
    expect((await only('kit')).evidence).toBe(evidence);
  });

  it('does not take another version, nor an archive that is not unpacked', async () => {
    unpack(sandbox, 'kit', '1.0.1');
    sandbox.write(
      join(sandbox.home, '.cargo/registry/cache/sparse.crates.io-0123456789abcdef/kit-1.0.0.crate'),
      'archive',
    );
    expect((await only('kit')).evidence).toBe('locked');
  });

  it('does not follow a crate folder that is a link out of the cache', async () => {
    sandbox.write(join(sandbox.elsewhere, 'Cargo.toml'), manifestText('kit'));
    const store = join(sandbox.home, '.cargo/registry/src/sparse.crates.io-0123456789abcdef');
    mkdirSync(store, { recursive: true });
    symlinkSync(sandbox.elsewhere, join(store, 'kit-1.0.0'));
    expect(await only('kit')).toMatchObject({ evidence: 'locked' });
    expect((await only('kit')).artifact).toBeUndefined();
  });

  it('works where the whole of CARGO_HOME is reached through a link', async () => {
    const directory = unpack(sandbox, 'kit');
    symlinkSync(join(sandbox.home, '.cargo'), join(sandbox.base, 'linked'));
    const { reading } = await readIn(cargo, sandbox, { environment: { CARGO_HOME: join(sandbox.base, 'linked') } });
    expect(reading.dependencies.map(({ artifact }) => artifact?.path)).toEqual([directory]);
  });
});

describe('other registries', () => {
  const index = 'sparse+https://someone:s3cret@crates.acme.example/index/';
  beforeEach(() => {
    sandbox.write('Cargo.toml', manifestText('app', '[dependencies]\nkit = { version = "1", registry = "acme" }\n'));
    sandbox.write('Cargo.lock', lockText(app('kit'), { name: 'kit', source: index }));
  });

  it('names the registry in the identity, without credentials', async () => {
    unpack(sandbox, 'kit', '1.0.0', 'crates.acme.example-0123456789abcdef');
    expect(await only('kit')).toMatchObject({
      purl: 'pkg:cargo/kit@1.0.0?repository_url=https%3A%2F%2Fcrates.acme.example%2Findex%2F',
      source: 'registry',
      evidence: 'installed',
    });
  });

  it('takes none of two that share a host and hold different crates', async () => {
    unpack(sandbox, 'kit', '1.0.0', 'crates.acme.example-0123456789abcdef');
    const other = unpack(sandbox, 'kit', '1.0.0', 'crates.acme.example-fedcba9876543210');
    expect((await only('kit')).evidence).toBe('installed');
    sandbox.write(join(other, 'Cargo.toml'), manifestText('kit', 'license = "MIT"\n'));
    expect((await only('kit')).evidence).toBe('locked');
  });
});

describe('sources that cargo is configured to replace', () => {
  beforeEach(() => {
    sandbox.write('deep/app/Cargo.toml', manifestText('app', '[dependencies]\nkit = "1"\n'));
    sandbox.write('deep/app/Cargo.lock', lockText(app('kit'), { name: 'kit' }));
  });

  function vendor(folder: string, version = '1.0.0', checksums = true): void {
    sandbox.write(join('vendor', folder, 'Cargo.toml'), manifestText('kit', '', version));
    if (checksums) sandbox.write(join('vendor', folder, '.cargo-checksum.json'), '{"files":{}}');
  }

  it.each([
    ['in the project', 'deep/app/.cargo/config.toml', '../../vendor'],
    ['above it', '.cargo/config.toml', 'vendor'],
    ['without its ending, as it once was', '.cargo/config', 'vendor'],
    ['in CARGO_HOME', '../home/.cargo/config.toml', '../project/vendor'],
  ])('reads the configuration %s', async (_, path, directory) => {
    vendor('kit');
    sandbox.write(path, `[source.crates-io]\nreplace-with = "v"\n[source.v]\ndirectory = "${directory}"\n`);
    expect(await only('kit', 'deep/app')).toMatchObject({
      purl: 'pkg:cargo/kit@1.0.0',
      evidence: 'installed',
      artifact: { path: join(sandbox.directory, 'vendor/kit'), manifest: '.cargo-checksum.json', mutable: false },
    });
  });

  it('lets the nearest configuration win', async () => {
    vendor('kit');
    sandbox.write('deep/.cargo/config.toml', '[source.v]\ndirectory = "../vendor"\n');
    sandbox.write('.cargo/config.toml', '[source.crates-io]\nreplace-with = "v"\n[source.v]\ndirectory = "nowhere"\n');
    expect((await only('kit', 'deep/app')).evidence).toBe('installed');
  });

  it.each([
    ['by its name', 'kit', '1.0.0', 'installed'],
    ['by name and version', 'kit-1.0.0', '1.0.0', 'installed'],
    ['under any other name', 'whatever', '1.0.0', 'installed'],
    ['at another version', 'kit', '1.0.1', 'locked'],
  ])('knows a vendored crate %s', async (_, folder, version, evidence) => {
    vendor(folder, version);
    sandbox.write('.cargo/config.toml', '[source.crates-io]\nreplace-with = "v"\n[source.v]\ndirectory = "vendor"\n');
    const { reading } = await readIn(cargo, sandbox, { ask: 'deep/app' });
    expect(reading.dependencies.map((dependency) => dependency.evidence)).toEqual([evidence]);
    if (evidence === 'locked')
      expect(reading.notes).toEqual([
        {
          code: 'not-installed',
          message: 'No crate that Cargo fetches is unpacked on this machine yet; run `cargo vendor`.',
        },
      ]);
  });

  it.each<[string, string | undefined, string, string, string]>([
    [
      'the locked one',
      'a'.repeat(64),
      `{"files":{"x":"\\"package\\":1"},"package":"${'a'.repeat(64)}"}`,
      '',
      'registry',
    ],
    ['what no lockfile tells', undefined, `{"files":{},"package":"${'b'.repeat(64)}"}`, '', 'registry'],
    ['another one', 'a'.repeat(64), `{"files":{},"package":"${'b'.repeat(64)}"}`, '?path=../../vendor/kit', 'path'],
    ['none that a registry packed', 'a'.repeat(64), '{"files":{},"package":null}', '?path=../../vendor/kit', 'path'],
  ])('takes a vendored crate for what its checksum says: %s (A-34)', async (_, checksum, text, qualifier, source) => {
    vendor('kit');
    sandbox.write('vendor/kit/.cargo-checksum.json', text);
    const kit = { name: 'kit', ...(checksum === undefined ? {} : { checksum }) };
    sandbox.write('deep/app/Cargo.lock', lockText(app('kit'), kit));
    sandbox.write('.cargo/config.toml', '[source.crates-io]\nreplace-with = "v"\n[source.v]\ndirectory = "vendor"\n');
    const found = await only('kit', 'deep/app');
    expect([decodeURIComponent(found.purl), found.source, found.pinned]).toEqual([
      `pkg:cargo/kit@1.0.0${qualifier}`,
      source,
      undefined,
    ]);
  });

  it('answers outside for what cargo fetched from the locked registry, and not for what a mirror gave', async () => {
    sandbox.write('deep/app/Cargo.lock', lockText(app('kit'), { name: 'kit', checksum: 'a'.repeat(64) }));
    unpack(sandbox, 'kit');
    expect((await only('kit', 'deep/app')).pinned).toBe(true);
    unpack(sandbox, 'kit', '1.0.0', 'mirror.acme.example-0123456789abcdef');
    sandbox.write(
      '.cargo/config.toml',
      '[source.crates-io]\nreplace-with = "m"\n[source.m]\nregistry = "sparse+https://mirror.acme.example/index/"\n',
    );
    const found = await only('kit', 'deep/app');
    expect([found.artifact?.path.includes('mirror.acme.example'), found.pinned]).toEqual([true, undefined]);
  });

  it('looks again each time at a vendored crate without checksums', async () => {
    vendor('kit', '1.0.0', false);
    sandbox.write('.cargo/config.toml', '[source.crates-io]\nreplace-with = "v"\n[source.v]\ndirectory = "vendor"\n');
    expect((await only('kit', 'deep/app')).artifact).toMatchObject({ manifest: 'Cargo.toml', mutable: true });
  });

  it.each([
    [
      'a mirror',
      '[source.m]\nregistry = "sparse+https://mirror.acme.example/index/"\n',
      'mirror.acme.example-0123456789abcdef',
    ],
    [
      'a mirror that is named as a registry',
      '[registries.m]\nindex = "https://mirror.acme.example/git"\n',
      'mirror.acme.example-0123456789abcdef',
    ],
    [
      'a chain of mirrors',
      '[source.m]\nreplace-with = "n"\n[source.n]\nregistry = "https://n.acme.example"\n',
      'n.acme.example-0123456789abcdef',
    ],
    ['a registry on this machine', '[source.m]\nlocal-registry = "registry"\n', '-0123456789abcdef'],
  ])('finds what came from %s', async (_, source, folder) => {
    unpack(sandbox, 'kit', '1.0.0', folder);
    sandbox.write('.cargo/config.toml', `[source.crates-io]\nreplace-with = "m"\n${source}`);
    expect(await only('kit', 'deep/app')).toMatchObject({ purl: 'pkg:cargo/kit@1.0.0', evidence: 'installed' });
  });

  it('is not caught in replacements that turn in a circle', async () => {
    unpack(sandbox, 'kit');
    sandbox.write(
      '.cargo/config.toml',
      '[source.crates-io]\nreplace-with = "a"\n[source.a]\nreplace-with = "crates-io"\n',
    );
    expect((await only('kit', 'deep/app')).evidence).toBe('installed');
  });

  it('reports a damaged configuration', async () => {
    sandbox.write('.cargo/config.toml', '[source\n');
    const { skipped } = await readIn(cargo, sandbox, { ask: 'deep/app' });
    expect(skipped).toMatchObject([
      { path: join(sandbox.directory, '.cargo/config.toml'), reason: 'malformed', line: 1 },
    ]);
  });

  it('uses a package in place that a paths override names, at the same version only', async () => {
    sandbox.write('.cargo/config.toml', 'paths = ["mine"]\n');
    sandbox.write('mine/Cargo.toml', manifestText('kit'));
    expect(await only('kit', 'deep/app')).toMatchObject({
      source: 'path',
      purl: 'pkg:cargo/kit@1.0.0?path=..%2F..%2Fmine',
    });
    sandbox.write('mine/Cargo.toml', manifestText('kit', '', '1.1.0'));
    expect(await only('kit', 'deep/app')).toMatchObject({ source: 'registry', evidence: 'locked' });
  });

  it('finds a package that [patch] of the configuration brings in', async () => {
    sandbox.write('.cargo/config.toml', '[patch.crates-io]\nkit = { path = "mine" }\n');
    sandbox.write('mine/Cargo.toml', manifestText('kit'));
    sandbox.write('deep/app/Cargo.lock', lockText(app('kit'), { name: 'kit', source: null }));
    expect(await only('kit', 'deep/app')).toMatchObject({ source: 'path', evidence: 'installed' });
  });
});

describe('git checkouts', () => {
  const checkout = '.cargo/git/checkouts/kit-fedcba9876543210/0123456';
  beforeEach(() => {
    sandbox.write(
      'Cargo.toml',
      manifestText('app', '[dependencies]\ninner = { git = "https://example.com/Acme/Kit.git", tag = "v1" }\n'),
    );
    sandbox.write(
      'Cargo.lock',
      lockText(app('inner'), { name: 'inner', source: `git+https://example.com/Acme/Kit.git?tag=v1#${COMMIT}` }),
    );
    sandbox.write(
      join(sandbox.home, checkout, 'Cargo.toml'),
      '[workspace]\nmembers = ["crates/*"]\n[workspace.package]\nversion = "1.0.0"\n',
    );
    sandbox.write(
      join(sandbox.home, checkout, 'crates/inner/Cargo.toml'),
      '[package]\nname = "inner"\nversion.workspace = true\ndescription = "Inside"\n',
    );
    sandbox.write(join(sandbox.home, checkout, 'tests/fixtures/broken/Cargo.toml'), '[[[');
  });

  it.each([
    ['a detached HEAD', `${COMMIT}\n`, undefined],
    ['a branch', 'ref: refs/heads/main\n', `${COMMIT}\n`],
  ])('A-19 finds a crate below the root of a checkout with %s', async (_, head, branch) => {
    sandbox.write(join(sandbox.home, checkout, '.git/HEAD'), head);
    if (branch !== undefined) sandbox.write(join(sandbox.home, checkout, '.git/refs/heads/main'), branch);
    const { reading, skipped } = await readIn(cargo, sandbox);
    expect(skipped).toEqual([]);
    expect(reading.dependencies).toMatchObject([
      {
        purl: `pkg:cargo/inner@1.0.0?vcs_url=git%2Bhttps%3A%2F%2Fexample.com%2FAcme%2FKit.git%40${COMMIT}`,
        evidence: 'installed',
        artifact: { path: join(sandbox.home, checkout, 'crates/inner'), mutable: true },
        summary: 'Inside',
      },
    ]);
  });

  it.each([
    ['of another commit that begins alike', `${COMMIT.slice(0, 39)}0\n`],
    ['whose HEAD leads elsewhere', 'ref: refs/heads/../../../../secret\n'],
  ])('does not take a checkout %s', async (_, head) => {
    sandbox.write(join(sandbox.home, checkout, '.git/HEAD'), head);
    expect((await only('inner')).evidence).toBe('locked');
  });
});
