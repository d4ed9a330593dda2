import { type Connection, connect } from './connection.ts';
import { failureOf } from './failure.ts';
import { readSchema } from './migrate.ts';
import type { Store, StoreOptions } from './open-store.ts';
import { POLICY } from './policy.ts';

/**
 * A copy of a database that only this process sees. Numbers given out before stay what they are; new ones are far from
 * those that others give out in the file. `undefined` when the database is too large or cannot be read whole.
 */
export function copyToMemory(
  source: Connection,
  { driver, busyMilliseconds }: Pick<StoreOptions, 'driver' | 'busyMilliseconds'>,
): Store | undefined {
  const address = `file:///skillscope-${copies}?vfs=memdb`;
  copies += 1;
  const connection = connect(driver, address, { busyMilliseconds });
  try {
    if (sizeOf(source) <= POLICY.memoryCopyBytes) {
      // The address names memory that all connections of this process share, for as long as one is open.
      source.exec(`vacuum into '${address}'`);
      if (readSchema(connection).state === 'ready') {
        connection.exec("update sqlite_sequence set seq = (random() & 65535) << 20 where name = 'artifact'");
        return { kind: 'memory', connection };
      }
    }
  } catch (error) {
    if (failureOf(error) === undefined) throw error;
  }
  connection.close();
  return undefined;
}

let copies = 0;

function sizeOf(connection: Connection): number {
  const row = connection.get<{ bytes: number }>(
    'select page_count * page_size as bytes from pragma_page_count, pragma_page_size',
  );
  return row?.bytes ?? 0;
}
