import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from './contract-cases.ts';
import { type OwnedSandbox, openSandbox } from './contract-sandbox.ts';
import type { Ecosystem } from './ecosystem.ts';
import { openFiles } from './files.ts';
import { type OutsideArtifact, type OutsideWalk, type WalkPosition, walkOutside } from './outside.ts';

/** What lies in a store that a case built. */
export interface Stocked {
  readonly environment?: Readonly<Record<string, string>>;
  /** Directories in which a scan has found artifacts. */
  readonly known?: readonly string[];
  readonly program?: string;
}

/** `name version`, then its description after a colon, then each skill after a `#`. */
export type Said = string;

export interface OutsideCases {
  /** At least three libraries, one of them twice at different versions, one with a skill. */
  readonly ordinary: (sandbox: Sandbox) => Stocked & { readonly says: readonly Said[] };
  /**
   * Beside one honest library whatever else can lie there: names that climb or steer, links out of the store to
   * `elsewhere`, damaged manifests, folders that are no library. `marker` is a file that must never come to be.
   */
  readonly hostile: (sandbox: Sandbox, marker: string) => Stocked & { readonly says: readonly Said[] };
}

/** The behaviour of every ecosystem's walk through the stores of a machine. */
export function describeOutside(ecosystem: Ecosystem, cases: OutsideCases): void {
  let sandbox: OwnedSandbox;
  beforeEach(() => {
    sandbox = openSandbox();
  });
  afterEach(() => {
    sandbox.close();
  });

  describe(`libraries outside the project, of ${ecosystem.id}`, () => {
    it('A-30 A-31 finds the newest version of each, with what it says of itself', async () => {
      const stocked = cases.ordinary(sandbox);
      expect(saidBy(await walked(ecosystem, sandbox, stocked))).toEqual(stocked.says);
    });

    it('keeps no body of a skill', async () => {
      const { artifacts } = await walked(ecosystem, sandbox, cases.ordinary(sandbox));
      expect(JSON.stringify(artifacts)).not.toContain('Text of');
    });

    it('reads again only what it does not know', async () => {
      const stocked = cases.ordinary(sandbox);
      const first = await walked(ecosystem, sandbox, stocked);
      const second = await walked(ecosystem, sandbox, stocked, { held: first.artifacts });
      expect(second.artifacts).toEqual([]);
      expect(second.libraries).toBe(first.libraries);
    });

    it('cut after every step and taken up again it finds the same', async () => {
      const stocked = cases.ordinary(sandbox);
      const artifacts: OutsideArtifact[] = [];
      let from: WalkPosition | undefined;
      let rounds = 0;
      let libraries = 0;
      do {
        const part = await walked(ecosystem, sandbox, stocked, { steps: 1, ...(from ? { from } : {}) });
        artifacts.push(...part.artifacts);
        libraries += part.libraries;
        from = part.position;
        rounds += 1;
      } while (from !== undefined && rounds < 1_000);
      expect(rounds).toBeGreaterThan(2);
      expect(saidBy({ artifacts, libraries })).toEqual(stocked.says);
      expect(libraries).toBe((await walked(ecosystem, sandbox, stocked)).libraries);
    });

    it('finds nothing, and throws nothing, where there are no stores', async () => {
      expect(await walked(ecosystem, sandbox, {})).toEqual({ artifacts: [], libraries: 0 });
    });

    it('A-32 is led nowhere by what lies there, and runs nothing of it', async () => {
      sandbox.write(join(sandbox.elsewhere, 'secret.txt'), 'secret');
      const marker = join(sandbox.base, 'executed');
      const stocked = cases.hostile(sandbox, marker);
      const found = await walked(ecosystem, sandbox, stocked);
      expect(saidBy(found)).toEqual(stocked.says);
      expect(existsSync(marker)).toBe(false);
      expect(readFileSync(join(sandbox.elsewhere, 'secret.txt'), 'utf8')).toBe('secret');
      expect(found.artifacts.filter(({ key }) => !relative(sandbox.elsewhere, key.path).startsWith('..'))).toEqual([]);
    });

    it('gives its steps in the order of their keys', async () => {
      const { environment = {}, known = [], program = PROGRAM(sandbox) } = cases.ordinary(sandbox);
      const files = openFiles();
      const { home } = sandbox;
      for (const shelf of await ecosystem.outside.shelves({ files, environment, home, known, program })) {
        const keys = [...shelf.find('', files)].map(({ key }) => key.split('/'));
        expect(keys).toEqual([...keys].sort(bySegments));
      }
    });
  });
}

const PROGRAM = (sandbox: Sandbox) => join(sandbox.home, 'runtime', 'bin', 'node');

interface Walked extends OutsideWalk {
  readonly artifacts: readonly OutsideArtifact[];
}

async function walked(
  ecosystem: Ecosystem,
  sandbox: OwnedSandbox,
  { environment = {}, known = [], program = PROGRAM(sandbox) }: Stocked,
  options: { readonly held?: readonly OutsideArtifact[]; readonly from?: WalkPosition; readonly steps?: number } = {},
): Promise<Walked> {
  const artifacts: OutsideArtifact[] = [];
  let steps = options.steps ?? Number.POSITIVE_INFINITY;
  const walk = await walkOutside({
    ecosystem: ecosystem.id,
    environment,
    home: sandbox.home,
    program,
    known,
    ...(options.from ? { from: options.from } : {}),
    fingerprintOf: (path, inside) =>
      options.held?.find(({ key }) => key.path === path && key.inside === inside)?.key.fingerprint,
    indexed: (artifact) => artifacts.push(artifact),
    goOn: () => --steps > 0,
  });
  return { ...walk, artifacts };
}

/** One line a library, sorted; artifacts of one library together. */
function saidBy({ artifacts }: Walked): readonly Said[] {
  const said = new Map<string, Set<string>>();
  for (const { library, contents } of artifacts) {
    const version = /@([^?#]+)/.exec(library.purl)?.[1] ?? '';
    const line = `${library.name} ${decodeURIComponent(version)}${library.summary ? `: ${library.summary}` : ''}`;
    const skills = said.get(line) ?? new Set();
    for (const { name } of contents.skills) skills.add(name);
    said.set(line, skills);
  }
  return [...said].map(([line, skills]) => [line, ...[...skills].sort()].join(' #')).sort();
}

function bySegments(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const [left = '', right = ''] = [a[index], b[index]];
    if (left !== right) return left < right ? -1 : 1;
  }
  return a.length - b.length;
}
