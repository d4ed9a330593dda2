import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A directory for the tests of a file, taken away after them. */
export function scratchDirectory() {
  const root = mkdtempSync(join(tmpdir(), 'skillscope-runtime-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  let count = 0;
  return {
    root,
    /** Writes files into a directory that no test had before, or into one of that name, and gives its path. */
    write(files: Files, name?: string): string {
      count += 1;
      const directory = join(root, name ?? `case-${count}`);
      mkdirSync(directory, { recursive: true });
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(directory, path)), { recursive: true });
        writeFileSync(join(directory, path), content);
      }
      return directory;
    },
  };
}

export function skillText(name: string, body = 'body\n', more = ''): string {
  return `---\nname: ${name}\ndescription: Use ${name}.\n${more}---\n${body}`;
}
