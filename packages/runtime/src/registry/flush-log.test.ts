import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logFlusher } from './flush-log.ts';

describe('the log of the embedded database', { timeout: 240_000 }, () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'skillscope-log-'));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('is flushed in every segment that a transaction reached, however many those are', async () => {
    const data = join(directory, 'data');
    const database = await PGlite.create(data);
    const flushed: string[] = [];
    const flush = logFlusher(join(data, 'pg_wal'), (path) => flushed.push(basename(path)));
    const current = async () => {
      const { rows } = await database.query<{ name: string }>('select pg_walfile_name(pg_current_wal_lsn()) as name');
      return rows[0]?.name ?? '';
    };
    flush();
    const first = await current();
    expect(flushed).toContain(first);

    flushed.length = 0;
    await database.exec('create table large as select repeat(md5(i::text), 60) from generate_series(1, 40000) as i');
    const last = await current();
    flush();
    const reached = range(first, last);
    expect(reached.length).toBeGreaterThan(4);
    expect(flushed).toEqual(expect.arrayContaining([...reached, 'pg_wal']));

    flushed.length = 0;
    await database.exec('create table small (one integer)');
    flush();
    expect(flushed).toEqual([last]);
    await database.close();
  });

  it('is flushed where the clock went back, or has not moved since the last time', () => {
    const log = mkdtempSync(join(directory, 'log-'));
    const write = (name: string, second: number) => {
      writeFileSync(join(log, name), 'records');
      utimesSync(join(log, name), second, second);
    };
    const flushed: string[] = [];
    const flush = logFlusher(log, (path) => flushed.push(path === log ? 'names' : basename(path)));
    const [one, two, three] = [segment(1), segment(2), segment(3)];
    write(one, 100);
    write(two, 200);
    write('archive_status', 300);
    flush();
    expect(flushed.splice(0)).toEqual([one, two, 'names']);
    write(two, 150);
    flush();
    expect(flushed.splice(0)).toEqual([two]);
    write(three, 150);
    flush();
    expect(flushed.splice(0)).toEqual([two, three, 'names']);
    rmSync(join(log, one));
    flush();
    expect(flushed.splice(0)).toEqual([two, three, 'names']);
  });

  it('is flushed on the disk itself where nobody listens', () => {
    const log = mkdtempSync(join(directory, 'log-'));
    writeFileSync(join(log, segment(1)), 'records');
    expect(logFlusher(log)).not.toThrow();
    expect(logFlusher(join(log, 'missing'))).toThrow('ENOENT');
  });
});

function range(first: string, last: string): readonly string[] {
  const [from, to] = [first, last].map((name) => Number.parseInt(name.slice(8), 16));
  return Array.from({ length: (to ?? 0) - (from ?? 0) + 1 }, (_, index) => segment((from ?? 0) + index));
}

/** The name of a segment of 16 MiB below the first 4 GiB. */
function segment(number: number): string {
  return `00000001${number.toString(16).toUpperCase().padStart(16, '0')}`;
}
