import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Files of a project: path below its root → text. */
export type Tree = Readonly<Record<string, string | Uint8Array>>;

/** Writes a tree into a fresh temporary directory and gives its real path. */
export function plant(tree: Tree, prefix = 'skillscope-test-'): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), prefix)));
  for (const [path, content] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

/** A package.json's text. */
export function manifest(name: string, version: string, fields: object = {}): string {
  return JSON.stringify({ name, version, ...fields });
}

/** A SKILL.md's text. */
export function skill(name: string, description: string, body = `\n# ${name}\n`): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n${body}`;
}
