import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { loadDriver } from './driver.ts';

test('the driver has full-text search, large integers and addresses with parameters', () => {
  const driver = loadDriver();
  const database = new driver('file:///driver-test?vfs=memdb');
  database.exec(
    "create virtual table search using fts5 (text); insert into search (rowid, text) values (70368744177664, 'a word')",
  );
  expect(database.prepare("select rowid as id from search where search match 'word'").all()).toEqual([
    { id: 70_368_744_177_664 },
  ]);
  expect(() => new driver('file:///driver-test?vfs=memdb&mode=bogus')).toThrow();
  database.close();
});

test('loading the driver says nothing', async () => {
  const warnings: unknown[] = [];
  const listener = (warning: Error) => warnings.push(warning);
  process.on('warning', listener);
  loadDriver();
  await setImmediate();
  process.off('warning', listener);
  expect(warnings).toEqual([]);
});
