import { cleanLine, type Dependency } from '@skillscope/core';
import type { Files } from '../files.ts';
import { purlOf } from './identity.ts';
import type { Local } from './locals.ts';

/** A package used where it lies: its content may change at any time, and its identity is its place in the project. */
export function inPlace(local: Local, files: Files): Omit<Dependency, 'relation' | 'via'> {
  const path = files.real(local.directory) ?? local.directory;
  const summary = cleanLine(local.description ?? '');
  return {
    purl: purlOf(local.name, local.version, { kind: 'path', path: local.path }),
    ecosystem: 'cargo',
    name: local.name,
    version: local.version,
    evidence: 'installed',
    source: local.isMember ? 'workspace' : 'path',
    artifact: { kind: 'directory', path, manifest: 'Cargo.toml', mutable: true },
    ...(summary ? { summary } : {}),
  };
}
