import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Catalog, openCatalog, readPlaces, readWalk } from '@skillscope/catalog';
import { INDEXERS } from '@skillscope/ecosystems';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refreshOutside, warmOutside } from './walk-outside.ts';

let base: string;
let catalog: Catalog;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'skillscope-walk-')));
  catalog = openCatalog({ directory: join(base, 'cache'), indexers: INDEXERS });
});
afterEach(() => {
  catalog.close();
  rmSync(base, { recursive: true, force: true });
});

const SHELF = 'cargo-home/registry/src/index.crates.io-1949cf8c6b5b557f';

function crate(name: string, version = '1.0.0'): void {
  const folder = join(base, SHELF, `${name}-${version}`);
  mkdirSync(folder, { recursive: true });
  const text = `[package]\nname = "${name}"\nversion = "${version}"\ndescription = "Does ${name}"\n`;
  writeFileSync(join(folder, 'Cargo.toml'), text);
}

function machine() {
  return { environment: { CARGO_HOME: join(base, 'cargo-home') }, home: join(base, 'home'), ecosystems: ['cargo'] };
}

/** A walk that has no time: it does one step. */
const HURRIED = { milliseconds: 0, interval: -1 };

describe('a walk through the stores that has little time', () => {
  it('goes on where the last one was cut, until everything was looked at', async () => {
    for (const name of ['alpha', 'beta', 'gamma']) crate(name);
    const known: (readonly [found: number, unfinished: readonly string[]])[] = [];
    for (let round = 0; round < 4; round += 1) {
      const unfinished = await refreshOutside(catalog, { ...machine(), ...HURRIED });
      known.push([readPlaces(catalog, 'cargo').length, unfinished]);
    }
    expect(known).toEqual([
      [1, ['cargo']],
      [2, ['cargo']],
      [3, ['cargo']],
      [3, []],
    ]);
    expect(readWalk(catalog, 'cargo')).toMatchObject({ libraries: 3 });
  });

  it('goes on in another process', async () => {
    for (const name of ['alpha', 'beta']) crate(name);
    await refreshOutside(catalog, { ...machine(), ...HURRIED });
    catalog.close();
    catalog = openCatalog({ directory: join(base, 'cache'), indexers: INDEXERS });
    await refreshOutside(catalog, { ...machine(), ...HURRIED });
    expect(readPlaces(catalog, 'cargo')).toHaveLength(2);
  });

  it('is not made again for some minutes', async () => {
    crate('alpha');
    expect(await refreshOutside(catalog, machine())).toEqual([]);
    crate('beta');
    await refreshOutside(catalog, machine());
    expect(readPlaces(catalog, 'cargo')).toHaveLength(1);
    await refreshOutside(catalog, { ...machine(), interval: -1 });
    expect(readPlaces(catalog, 'cargo')).toHaveLength(2);
  });

  it('finds a newer version that came since', async () => {
    crate('alpha');
    await refreshOutside(catalog, { ...machine(), interval: -1 });
    crate('alpha', '1.1.0');
    await refreshOutside(catalog, { ...machine(), interval: -1 });
    expect(readPlaces(catalog, 'cargo').map(({ path }) => path.split('/').at(-1))).toContain('alpha-1.1.0');
  });

  it('works without a cache', async () => {
    const memory = openCatalog({ directory: undefined, indexers: INDEXERS });
    crate('alpha');
    expect(await refreshOutside(memory, machine())).toEqual([]);
    expect(readPlaces(memory, 'cargo')).toHaveLength(1);
    memory.close();
  });
});

describe('a walk through everything', () => {
  it('keeps what it found when it is interrupted, and says so far how much', async () => {
    for (let index = 0; index < 400; index += 1) crate(`crate-${index}`);
    const abort = new AbortController();
    const seen: number[] = [];
    const walk = warmOutside(catalog, {
      ...machine(),
      signal: abort.signal,
      onProgress: ({ libraries }) => {
        seen.push(libraries);
        abort.abort(new Error('interrupted'));
      },
    });
    // A machine that is done before it shows progress was never interrupted.
    await walk.catch((error: Error) => expect(error.message).toBe('interrupted'));
    const kept = readPlaces(catalog, 'cargo').length;
    const whole = await warmOutside(catalog, machine());
    expect(whole).toEqual([{ id: 'cargo', libraries: 400, indexed: 400 - kept }]);
    expect(seen.every((count, index) => count >= (seen[index - 1] ?? 0))).toBe(true);
  });

  it('two at once leave what one leaves', async () => {
    for (let index = 0; index < 120; index += 1) crate(`crate-${index}`);
    const other = openCatalog({ directory: join(base, 'cache'), indexers: INDEXERS });
    await Promise.all([warmOutside(catalog, machine()), warmOutside(other, machine())]);
    other.close();
    expect(readPlaces(catalog, 'cargo')).toHaveLength(120);
    expect(catalog.notes).toEqual([]);
  });
});
