import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { importsOf, openTree } from '@skillscope/ecosystems';
import type { Scope } from '../scope.ts';
import type { Edit } from './edits.ts';
import { HOOK_LIMITS } from './limits.ts';
import type { ListedLibrary } from './listing.ts';
import { notebookCode } from './notebook.ts';

/** Those of the listed libraries that a file imports, as it is on disk and as it will be. */
export async function importedBy(
  { path, texts }: Edit,
  scope: Pick<Scope, 'libraries'>,
  listed: readonly ListedLibrary[],
): Promise<readonly ListedLibrary[]> {
  const extension = extensionOf(path);
  const isNotebook = path.endsWith(NOTEBOOK);
  const language = importsOf(extension);
  const shipping = listed.filter(({ library }) => library.ecosystem === language?.id);
  if (!language || shipping.length === 0) return [];
  const onDisk = isNotebook
    ? notebookCode(headOf(path, HOOK_LIMITS.notebookBytes))
    : headOf(path, HOOK_LIMITS.sourceBytes);
  const names = new Set<string>();
  for (const text of [onDisk, ...texts]) {
    for (const name of await language.imports.read(text.slice(0, HOOK_LIMITS.sourceBytes), extension)) names.add(name);
  }
  if (names.size === 0) return [];
  const found = await language.imports.match({
    names: [...names],
    shipping: shipping.map(({ library }) => library),
    all: () => scope.libraries.filter(({ ecosystem }) => ecosystem === language.id),
    open: async (artifact) => {
      const tree = await openTree(artifact);
      return 'reason' in tree ? undefined : tree;
    },
  });
  return shipping.filter(({ library }) => found.includes(library));
}

/** Whether a file can import anything. */
export function isSource(path: string): boolean {
  return importsOf(extensionOf(path)) !== undefined;
}

const NOTEBOOK = '.ipynb';

function extensionOf(path: string): string {
  return path.endsWith(NOTEBOOK) ? '.py' : extname(path).toLowerCase();
}

/** The beginning of a file; empty when there is none to read. */
function headOf(path: string, bytes: number): string {
  let file: number | undefined;
  try {
    // A pipe would wait for whoever writes to it.
    if (!statSync(path).isFile()) return '';
    file = openSync(path, 'r');
    const buffer = Buffer.alloc(bytes);
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, bytes, 0));
  } catch {
    return '';
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
