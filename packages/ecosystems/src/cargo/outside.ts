import { join } from 'node:path';
import { cleanLine } from '@skillscope/core';
import type { Machine, OutsideLibrary, Shelf, Step } from '../ecosystem.ts';
import type { Files } from '../files.ts';
import { cursorAt, foldersIn, isLast, isPast, newestByName } from '../formats/step-order.ts';
import { compareVersions } from '../formats/version-order.ts';
import { readCrate } from './crate.ts';
import { type Provenance, purlOf } from './identity.ts';
import { isVersion } from './names.ts';
import { isCratesIoFolder } from './registry-cache.ts';

/** The crates that cargo has unpacked, one shelf for each registry. */
export async function shelves({ files, environment, home }: Machine): Promise<readonly Shelf[]> {
  const root = join(environment['CARGO_HOME'] ?? join(home, '.cargo'), 'registry', 'src');
  return foldersIn(root, files).flatMap(({ name }): Shelf[] => {
    const path = files.real(join(root, name));
    return path === undefined ? [] : [{ path, find: (after, own) => find(path, provenanceOf(name), after, own) }];
  });
}

function* find(shelf: string, provenance: Provenance, after: string, files: Files): Generator<Step> {
  const cursor = cursorAt(after);
  const crates = newestByName(
    foldersIn(shelf, files).flatMap(({ name: folder }) => {
      const [, name, version] = /^([A-Za-z0-9_-]{1,128}?)-(\d+\.\d.*)$/.exec(folder) ?? [];
      return name !== undefined && isVersion(version) ? [[name, version, folder] as const] : [];
    }),
    compareVersions,
  );
  for (const [name, version, folder] of crates) {
    if (isPast(name, cursor) || isLast(name, cursor)) continue;
    const path = join(shelf, folder);
    yield { key: name, place: { path, inside: '' }, read: (own) => read(path, name, version, provenance, own) };
  }
}

function read(
  path: string,
  name: string,
  version: string,
  provenance: Provenance,
  files: Files,
): OutsideLibrary | undefined {
  const text = files.text(join(path, 'Cargo.toml'));
  const crate = text === undefined ? undefined : readCrate(text, path);
  // A folder that says it is another crate than its name has it is not believed.
  if (crate?.name !== name || crate.version !== version) return undefined;
  const summary = cleanLine(crate.description ?? '');
  return {
    purl: purlOf(name, version, provenance),
    name,
    version,
    ...(summary === '' ? {} : { summary }),
    artifacts: [{ kind: 'directory', path, manifest: 'Cargo.toml', mutable: false }],
  };
}

/** The folder's name holds the host of the registry and no more of its address. */
function provenanceOf(folder: string): Provenance {
  if (isCratesIoFolder(folder)) return { kind: 'crates-io' };
  return { kind: 'named-registry', name: cleanLine(folder.slice(0, Math.max(0, folder.lastIndexOf('-')))) };
}
