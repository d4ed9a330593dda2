import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { LIMITS, parsePurl } from '@skillscope/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Built, Case, EcosystemCases, Sandbox } from './contract-cases.ts';
import { DAMAGE_KINDS, inflict } from './contract-damage.ts';
import { type Outcome, type OwnedSandbox, openSandbox, readIn } from './contract-sandbox.ts';
import type { Ecosystem, Reading } from './ecosystem.ts';
import { ABSENT } from './files.ts';

/**
 * The behaviour every ecosystem must show, as one suite. Each ecosystem's own test calls it once:
 *
 *     describeEcosystem(cargo, {
 *       unwanted: ['cargo.toml'],
 *       ordinary: (sandbox) => {
 *         sandbox.write('Cargo.toml', …);
 *         return { direct: ['serde'], transitive: ['serde_core'], damageable: [{ path: 'Cargo.lock' }] };
 *       },
 *       git: 'This ecosystem has no git sources.',
 *       …
 *     });
 *
 * Every case in `EcosystemCases` must be there: a function that writes a small project into the sandbox and says what
 * must be found, or the reason why the ecosystem has no such thing. What skills an artifact ships is another suite's matter.
 */
export function describeEcosystem(ecosystem: Ecosystem, cases: EcosystemCases): void {
  let sandbox: OwnedSandbox;
  beforeEach(() => {
    sandbox = openSandbox();
  });
  afterEach(() => {
    sandbox.close();
  });

  /** Registers a test for a case, or one that shows the reason why there is none. */
  function when<Told extends Built, Given extends readonly unknown[]>(
    title: string,
    given: Case<Told, Given>,
    check: (build: (...given: Given) => Told) => Promise<void>,
    timeout?: number,
  ): void {
    if (typeof given === 'string') it(`${title}: not here. ${given}`, () => expect(given).toMatch(A_SENTENCE));
    else it(title, () => check((...rest) => given(sandbox, ...rest)), timeout);
  }

  describe(`the ecosystem contract, met by ${ecosystem.id}`, () => {
    describe('which names it wants', () => {
      it('names base names only', () => {
        expect(ecosystem.manifests.length).toBeGreaterThan(0);
        expect(ecosystem.manifests.filter((name) => name.includes('/') || name.includes('*'))).toEqual([]);
      });

      it.each(cases.unwanted)('does not want %j', (name) => {
        expect(ecosystem.manifests).not.toContain(name);
      });
    });

    describe('an ordinary project', () => {
      it('A-11 A-16 finds what is declared and installed, direct apart from transitive', async () => {
        const built = cases.ordinary(sandbox);
        const { reading } = await read(ecosystem, sandbox, built);
        expect(namesOf(reading, 'direct')).toEqual([...built.direct].sort());
        expect(namesOf(reading, 'transitive')).toEqual([...built.transitive].sort());
        expect(reading.dependencies.filter(({ evidence }) => evidence !== 'installed')).toEqual([]);
        expect(
          reading.dependencies.filter(({ relation, via }) => relation === 'transitive' && via.length === 0),
        ).toEqual([]);
        if (built.unsummarised === undefined)
          expect(reading.dependencies.filter(({ summary }) => !summary)).toEqual([]);
        else expect(built.unsummarised).toMatch(A_SENTENCE);
        expect(reading.skipped).toEqual([]);
        for (const group of Object.values(reading.evidence))
          expect(group.filter((path) => !existsSync(path))).toEqual([]);
      });

      it('gives the same result in the same order twice', async () => {
        const built = cases.ordinary(sandbox);
        const first = await read(ecosystem, sandbox, built);
        const second = await read(ecosystem, sandbox, built);
        expect(JSON.stringify(second)).toBe(JSON.stringify(first));
      });

      it('reads what belongs to the project and its stores, and nothing else', async () => {
        const built = cases.ordinary(sandbox);
        for (const name of BYSTANDERS) sandbox.write(name, 'private');
        sandbox.write(join(sandbox.home, '.ssh', 'id_ed25519'), 'private');
        const { observations } = await read(ecosystem, sandbox, built);
        const present = observations.filter(([, stamp]) => stamp !== ABSENT).map(([path]) => path);
        expect(present.filter((path) => !isInside(sandbox.base, path) && !isInside(path, sandbox.base))).toEqual([]);
        expect(present.filter((path) => BYSTANDERS.some((name) => path.endsWith(`${sep}${name}`)))).toEqual([]);
        expect(present.filter((path) => path.includes('.ssh'))).toEqual([]);
      });

      it('changes nothing on disk', async () => {
        const built = cases.ordinary(sandbox);
        const before = snapshot(sandbox.base);
        await read(ecosystem, sandbox, built);
        expect(snapshot(sandbox.base)).toEqual(before);
      });
    });

    describe('damaged files', () => {
      it.each(DAMAGE_KINDS)('reports a file that is damaged (%s), and never throws', async (damage) => {
        const { damageable } = cases.ordinary(openSandbox(join(sandbox.base, 'probe')));
        expect(damageable.length).toBeGreaterThan(0);
        for (const [index, { path, unnoticed }] of damageable.entries()) {
          const fresh = openSandbox(join(sandbox.base, `${index}`));
          const built = cases.ordinary(fresh);
          inflict(join(fresh.directory, path), damage);
          const { skipped } = await read(ecosystem, fresh, built);
          const reported = skipped.filter((item) => item.path === join(fresh.directory, path));
          if (unnoticed?.[damage] === undefined) expect(reported, `${path}, ${damage}`).not.toEqual([]);
        }
      });
    });

    describe('how sure it is', () => {
      when(
        'A-16 says "declared" where nothing is locked or installed, and how to mend it',
        cases.unlocked,
        async (build) => {
          const built = build();
          const { reading } = await read(ecosystem, sandbox, built);
          const found = reading.dependencies.filter(({ name }) => name === built.name);
          expect(found.map(({ evidence, artifact }) => ({ evidence, artifact }))).toEqual([
            { evidence: 'declared', artifact: undefined },
          ]);
          expect(reading.notes.filter(({ message }) => message.includes('`'))).not.toEqual([]);
        },
      );

      when('A-2 says "locked" where nothing is installed, and how to mend it', cases.notInstalled, async (build) => {
        const built = build();
        const { reading } = await read(ecosystem, sandbox, built);
        const found = reading.dependencies.filter(({ name }) => name === built.name);
        expect(found.map(({ version, evidence, artifact }) => ({ version, evidence, artifact }))).toEqual([
          { version: built.version, evidence: 'locked', artifact: undefined },
        ]);
        expect(reading.notes.filter(({ message }) => message.includes('`'))).not.toEqual([]);
      });
    });

    describe('identity', () => {
      when('gives one entry for a dependency written down twice', cases.duplicate, async (build) => {
        const built = build();
        const { reading } = await read(ecosystem, sandbox, built);
        expect(reading.dependencies.filter(({ name }) => name === built.name)).toHaveLength(1);
      });

      when('A-25 keeps two versions of one package apart', cases.twoVersions, async (build) => {
        const built = build();
        const { reading } = await read(ecosystem, sandbox, built);
        const found = reading.dependencies.filter(({ name }) => name === built.name);
        expect(found.map(({ version }) => version).sort()).toEqual([...built.versions].sort());
        expect(new Set(found.map(({ purl }) => purl)).size).toBe(2);
      });

      for (const source of ['git', 'path', 'workspace'] as const)
        when(`makes no claim on the registry for a ${source} source`, cases[source], async (build) => {
          const built = build();
          const { reading } = await read(ecosystem, sandbox, built);
          const found = reading.dependencies.filter(({ name }) => name === built.name);
          expect(found.map((dependency) => dependency.source)).toEqual([source]);
          for (const { purl } of found) expect(Object.keys(parsePurl(purl)?.qualifiers ?? {})).not.toEqual([]);
        });

      when('A-2 answers for the member asked from, and for all of them from the root', cases.member, async (build) => {
        const built = build();
        const member = await read(ecosystem, sandbox, { ...built, ask: built.member });
        expect(member.reading.root).toBe(sandbox.directory);
        expect(member.reading.member).toBe(built.member);
        expect(namesOf(member.reading)).toContain(built.uses);
        expect(namesOf(member.reading)).not.toContain(built.only);
        expect(member.reading.dependencies.filter(({ members }) => members !== undefined)).toEqual([]);

        const root = await read(ecosystem, sandbox, built);
        expect(root.reading.member).toBeUndefined();
        expect(root.reading.members).toEqual(expect.arrayContaining([built.member, built.others]));
        const membersOf = (name: string) => root.reading.dependencies.find((item) => item.name === name)?.members;
        expect(membersOf(built.uses)).toContain(built.member);
        expect(membersOf(built.only)).toEqual([built.others]);
      });
    });

    describe('hostile projects', () => {
      when('cleans control characters out of everything it says', cases.hostileName, async (build) => {
        const { reading, skipped } = await read(ecosystem, sandbox, build(HOSTILE_NAME));
        expect(textsIn([reading, skipped]).filter((text) => UNCLEAN.test(text))).toEqual([]);
      });

      when('is not led out of its stores by a name or a version', cases.traversal, async (build) => {
        const climb = `../../../../../../../../../../../..${sandbox.elsewhere}/planted`;
        const { reading, observations } = await read(ecosystem, sandbox, build(climb));
        expect(
          reading.dependencies.filter(({ artifact }) => artifact && isInside(sandbox.elsewhere, artifact.path)),
        ).toEqual([]);
        expect(observations.filter(([path]) => isInside(join(sandbox.elsewhere, 'planted'), path))).toEqual([]);
      });

      when('never repeats a password', cases.credentials, async (build) => {
        const { reading, skipped } = await read(ecosystem, sandbox, build('someone:s3cret-token'));
        expect(textsIn([reading, skipped]).filter((text) => text.includes('s3cret-token'))).toEqual([]);
      });

      when(
        `stops at ${LIMITS.dependencies} dependencies, and says so`,
        cases.many,
        async (build) => {
          const { reading, skipped } = await read(ecosystem, sandbox, build(LIMITS.dependencies + 1));
          expect(reading.dependencies.length).toBeLessThanOrEqual(LIMITS.dependencies);
          expect(skipped.map(({ reason }) => reason)).toContain('too-many');
        },
        LARGE_PROJECT_TIMEOUT,
      );

      when('runs nothing', cases.traps, async (build) => {
        const marker = join(sandbox.base, 'executed');
        await read(ecosystem, sandbox, build(marker));
        expect(existsSync(marker)).toBe(false);
      });

      it('A-20 has no means to run, download or write anything, or to read around its runner', () => {
        const imports = sourcesOf(ecosystem.id).flatMap(({ path, text }) =>
          FORBIDDEN.filter((word) => text.replaceAll("import('./", '').includes(word)).map(
            (word) => `${path}: ${word}`,
          ),
        );
        expect(imports).toEqual([]);
      });
    });
  });
}

/** Milliseconds for the one test that reads a hundred thousand dependencies: room for a slow machine, never a claim on speed. */
const LARGE_PROJECT_TIMEOUT = 180_000;

/** A reason that a reader can use. */
const A_SENTENCE = /^\S+(?: \S+){3,}\.$/;

/** Files that lie in every project and are none of our business. */
const BYSTANDERS = ['.env', 'private.key', 'notes.txt'];

const HOSTILE_NAME = 'evil\u001b[31m\u0007\u202egnp\u200b\u{e0041}';

/** Control, bidirectional, zero-width and tag characters. */
const UNCLEAN = /[\p{Cc}\p{Bidi_Control}\u200b\u2060\ufeff\u{e0000}-\u{e007f}]/u;

const FORBIDDEN = [
  ...[
    'child_process',
    'vm',
    'worker_threads',
    'module',
    'http',
    'https',
    'http2',
    'net',
    'dns',
    'fs',
    'fs/promises',
  ].map((name) => `'node:${name}'`),
  'import(',
  'require(',
  'eval(',
  'new Function',
  'fetch(',
  'process.env',
];

async function read(ecosystem: Ecosystem, sandbox: Sandbox, built: Built): Promise<Outcome> {
  const outcome = await readIn(ecosystem, sandbox, built);
  checkShape(ecosystem, outcome.reading);
  return outcome;
}

/** What holds for every reading, whatever the project. */
function checkShape(ecosystem: Ecosystem, { root, members, dependencies, evidence }: Reading): void {
  expect(isAbsolute(root)).toBe(true);
  expect(members).toEqual([...members].sort());
  for (const path of Object.values(evidence).flat()) expect(isAbsolute(path), path).toBe(true);
  const keys = dependencies.map(({ purl, artifact }) => `${purl} ${artifact?.path} ${artifact?.inside}`);
  expect(new Set(keys).size, 'one entry per purl and artifact').toBe(keys.length);
  for (const { purl, ecosystem: id, name, relation, via, evidence: sureness, artifact } of dependencies) {
    const isSound =
      id === ecosystem.id &&
      parsePurl(purl)?.type === ecosystem.id &&
      name !== '' &&
      (relation === 'transitive' || via.length === 0) &&
      (sureness === 'installed') === (artifact !== undefined);
    if (!isSound) expect.fail(`unsound dependency: ${purl} ${relation} via [${via}] ${sureness} ${artifact?.path}`);
    if (artifact && artifact.path !== realpathSync(artifact.path)) expect.fail(`not a real path: ${artifact.path}`);
  }
}

function namesOf({ dependencies }: Reading, relation?: string): readonly string[] {
  const chosen = dependencies.filter((item) => relation === undefined || item.relation === relation);
  return chosen.map(({ name }) => name).sort();
}

/** Every string in a value, keys too. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsIn(item)]);
}

function snapshot(base: string): readonly string[] {
  return readdirSync(base, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path} ${stampText(path)}`)
    .sort();
}

function stampText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function isInside(container: string, path: string): boolean {
  const way = relative(container, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function sourcesOf(id: string): readonly { readonly path: string; readonly text: string }[] {
  const folder = join(import.meta.dirname, id);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('fixtures'))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
}
