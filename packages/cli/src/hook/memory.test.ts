import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOOK_LIMITS } from './limits.ts';
import { dropOldMemories, forgetSessions, MEMORY_FOLDER, openMemory } from './memory.ts';

const fresh = () => mkdtempSync(join(tmpdir(), 'skillscope-memory-'));

describe('what a session has been told', () => {
  it('is claimed once a session, and again after it was forgotten', () => {
    const cache = fresh();
    expect([...openMemory(cache, 's').claim(['a', 'b'])]).toEqual(['a', 'b']);
    expect([...openMemory(cache, 's').claim(['b', 'c'])]).toEqual(['c']);
    expect(openMemory(cache, 's').has('a')).toBe(true);
    expect([...openMemory(cache, 'other').claim(['a'])]).toEqual(['a']);
    openMemory(cache, 's').forget();
    expect([...openMemory(cache, 's').claim(['a'])]).toEqual(['a']);
  });

  it('is in a file that does not name the session and is for its owner alone', () => {
    const cache = fresh();
    openMemory(cache, '../../etc/passwd').claim(['pkg:npm/x']);
    const names = readdirSync(join(cache, MEMORY_FOLDER));
    expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(statSync(join(cache, MEMORY_FOLDER, names[0] ?? '')).mode & 0o077).toBe(0);
  });

  it('is forgotten as a whole, and nothing else with it', () => {
    const cache = fresh();
    openMemory(cache, 's').claim(['a']);
    openMemory(cache, 't').claim(['b']);
    const sizes = readdirSync(join(cache, MEMORY_FOLDER)).map(
      (name) => statSync(join(cache, MEMORY_FOLDER, name)).size,
    );
    expect(forgetSessions(cache)).toBe((sizes[0] ?? 0) + (sizes[1] ?? 0));
    expect(existsSync(join(cache, MEMORY_FOLDER))).toBe(false);
    expect(forgetSessions(cache)).toBe(0);
    mkdirSync(join(cache, MEMORY_FOLDER));
    writeFileSync(join(cache, MEMORY_FOLDER, 'notes.txt'), 'mine');
    expect([forgetSessions(cache), readdirSync(join(cache, MEMORY_FOLDER))]).toEqual([0, ['notes.txt']]);
    const elsewhere = fresh();
    openMemory(elsewhere, 's').claim(['a']);
    const linked = fresh();
    symlinkSync(join(elsewhere, MEMORY_FOLDER), join(linked, MEMORY_FOLDER));
    expect([forgetSessions(linked), openMemory(elsewhere, 's').has('a')]).toEqual([0, true]);
  });

  it('gives a key to the process whose line was first', () => {
    const cache = fresh();
    openMemory(cache, 's').claim(['a']);
    const [name = ''] = readdirSync(join(cache, MEMORY_FOLDER));
    const file = join(cache, MEMORY_FOLDER, name);
    // As after two processes that both found nothing.
    writeFileSync(file, '');
    const both = [openMemory(cache, 's').claim(['a']), openMemory(cache, 's').claim(['a'])];
    expect(both.map((keys) => [...keys])).toEqual([['a'], []]);
  });

  it.each([
    ['without a session', fresh(), undefined],
    ['without a cache', undefined, 's'],
    ['with a cache that is no absolute path', 'cache', 's'],
    ['with a cache that cannot be written', '/proc/nothing', 's'],
  ])('is told again every time %s', (_, cache, session) => {
    const memory = openMemory(cache, session);
    expect([...memory.claim(['a']), ...memory.claim(['a'])]).toEqual(['a', 'a']);
    memory.forget();
  });

  it('starts anew when its file is damaged or too large', () => {
    const cache = fresh();
    openMemory(cache, 's').claim(['a']);
    const [name = ''] = readdirSync(join(cache, MEMORY_FOLDER));
    writeFileSync(join(cache, MEMORY_FOLDER, name), '\0\n \nx'.repeat(HOOK_LIMITS.memoryBytes));
    expect([...openMemory(cache, 's').claim(['a'])]).toEqual(['a']);
  });

  it('is dropped after seven days, and nothing else is', () => {
    const cache = fresh();
    for (const session of ['old', 'new']) openMemory(cache, session).claim(['a']);
    const folder = join(cache, MEMORY_FOLDER);
    writeFileSync(join(folder, 'README'), '');
    const week = HOOK_LIMITS.memoryAge / 1000;
    const now = Date.now();
    const [first = '', second = ''] = readdirSync(folder).filter((name) => name !== 'README');
    for (const name of [first, 'README']) utimesSync(join(folder, name), 0, now / 1000 - week - 60);
    dropOldMemories(cache, now);
    expect(readdirSync(folder).sort()).toEqual([second, 'README'].sort());
    dropOldMemories(fresh(), now);
  });
});
