import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Writes files into a new directory that is gone after the test; its real path. */
export function writeTree(files: Readonly<Record<string, string | Uint8Array>>): string {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'skillscope-tree-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const root = join(base, 'package');
  mkdirSync(root);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

/** Text of a valid skill. */
export function skillText(name: string, description = `How to use ${name}.`): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\nText of ${name}.\n`;
}
