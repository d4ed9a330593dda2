import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { bomOfTree } from './maven-tree.ts';
import { storeIn } from './store-in.ts';

/** Milliseconds after which what a run left behind belongs to none that still goes on. */
const ABANDONED = 86_400_000;

/** The name, without its suffix, under which one run has Maven write its reports; of no other run. */
export function freshReportName(): string {
  return `${PREFIX}${randomUUID()}`;
}

/**
 * Moves what Maven wrote under that name for a module into the place where reports are looked for, and keeps the one
 * before it with its time. Maven's plugin writes bit by bit, so one that is not whole is dropped, and the one before
 * stays in force. Where the run says in which folder the libraries lie, the report says so too.
 */
export function adoptReport(directory: string, name: string): void {
  const folder = join(directory, 'target', 'skillscope');
  const fresh = join(folder, `${name}.json`);
  const report = join(folder, 'bom.json');
  try {
    const tree = bomOfTree(textOf(join(folder, `${name}.tree`)));
    if (tree !== undefined) writeFileSync(fresh, tree);
    if (isWhole(fresh)) {
      noteStore(fresh, textOf(join(folder, `${name}.paths`)));
      if (isWhole(report)) keep(report, folder);
      renameSync(fresh, report);
    }
    for (const suffix of ['json', 'tree', 'paths']) rmSync(join(folder, `${name}.${suffix}`), { force: true });
    for (const entry of readdirSync(folder))
      if (entry.startsWith(PREFIX) && statSync(join(folder, entry)).mtimeMs < Date.now() - ABANDONED)
        rmSync(join(folder, entry), { force: true });
  } catch {
    // Nothing is in place then, and the module counts as one that did not report.
  }
}

function noteStore(path: string, classPath: string): void {
  const document = JSON.parse(readFileSync(path, 'utf8'));
  const store = storeIn(classPath, document.components);
  if (store === undefined) return;
  const metadata = document.metadata ?? {};
  const properties = [...(metadata.properties ?? []), { name: 'skillscope:store', value: store }];
  writeFileSync(path, JSON.stringify({ ...document, metadata: { ...metadata, properties } }));
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const PREFIX = 'bom-';

function keep(report: string, folder: string): void {
  const copy = join(folder, `${freshReportName()}.json`);
  const { atime, mtime } = statSync(report);
  copyFileSync(report, copy);
  utimesSync(copy, atime, mtime);
  renameSync(copy, join(folder, 'bom.last.json'));
}

function isWhole(path: string): boolean {
  try {
    JSON.parse(readFileSync(path, 'utf8'));
    return true;
  } catch {
    return false;
  }
}
