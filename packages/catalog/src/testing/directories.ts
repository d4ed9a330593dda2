import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new directory that goes when the test ends. Others may enter it, so that a child with fewer rights can. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'skillscope-catalog-'));
  chmodSync(directory, 0o755);
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
