import { pathToFileURL } from 'node:url';
import { type Connection, connect } from './connection.ts';
import type { DatabaseConstructor } from './driver.ts';
import { failureOf } from './failure.ts';
import { readSchema, type Schema } from './migrate.ts';
import { bytesOf } from './places.ts';
import { POLICY } from './policy.ts';

export interface OpenedForReading {
  readonly connection: Connection;
  readonly schema: Schema;
}

/** Opens a database without changing it, in a place that cannot be written too. Throws what the driver throws. */
export function openForReading(driver: DatabaseConstructor, file: string): OpenedForReading {
  try {
    return open(driver, pathToFileURL(file).href);
  } catch (error) {
    const frozen = failureOf(error) === 'unavailable' ? openFrozen(driver, file) : undefined;
    if (frozen) return frozen;
    throw error;
  }
}

/**
 * Opens a database without any lock, which is right while nobody can write it and no log waits beside it.
 * `undefined` when that does not hold, or when it cannot be read this way either.
 */
export function openFrozen(driver: DatabaseConstructor, file: string): OpenedForReading | undefined {
  if (bytesOf(`${file}-wal`) > 0) return undefined;
  try {
    return open(driver, `${pathToFileURL(file).href}?immutable=1`);
  } catch (error) {
    if (failureOf(error) === undefined) throw error;
    return undefined;
  }
}

function open(driver: DatabaseConstructor, address: string): OpenedForReading {
  const connection = connect(driver, address, { busyMilliseconds: POLICY.busyMilliseconds, readOnly: true });
  try {
    return { connection, schema: readSchema(connection) };
  } catch (error) {
    connection.close();
    throw error;
  }
}
