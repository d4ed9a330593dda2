import { join } from 'node:path';
import { LIMITS, type Skipped } from '@skillscope/core';
import type { Files } from '../files.ts';
import { type Bom, parseBom } from './bom.ts';

/** The SBOM of one project, as it lies on disk. */
export interface SbomFile {
  readonly path: string;
  readonly bom: Bom;
  /** True when `skillscope sbom` had it written: then the sources were fetched too. */
  readonly isOurs: boolean;
  /** True when the newest one is damaged and the one before it is answered from. */
  readonly isLastGood: boolean;
  readonly skipped: readonly Skipped[];
}

/** What lies in a directory: an SBOM that can be read, and what cannot. */
export type FoundSbom = SbomFile | (Pick<SbomFile, 'skipped'> & { readonly bom?: never });

/** Finds and reads the SBOM that a build wrote for the project in a directory; each once. */
export function openSboms(files: Files): (directory: string) => FoundSbom {
  const known = new Map<string, FoundSbom>();
  return (directory) => {
    const found = known.get(directory) ?? readSbomFile(directory, files);
    known.set(directory, found);
    return found;
  };
}

function readSbomFile(directory: string, files: Files): FoundSbom {
  const skipped: Skipped[] = [];
  for (const place of PLACES) {
    const path = join(directory, place);
    const text = files.text(path, LIMITS.lockfileBytes);
    if (text === undefined) continue;
    const bom = parseBom(text);
    if (typeof bom !== 'string')
      return { path, bom, isOurs: isOurs(place), isLastGood: false, skipped: [...skipped, ...unread(path, bom)] };
    skipped.push({ path, reason: 'malformed', message: `${bom} Write it anew with \`skillscope sbom\`.` });
  }
  for (const place of LAST_GOOD) {
    const path = join(directory, place);
    if (skipped.length === 0 && files.real(join(directory, place, '..', 'bom.json')) === undefined) continue;
    const text = files.text(path, LIMITS.lockfileBytes);
    const bom = text === undefined ? '' : parseBom(text);
    if (typeof bom !== 'string') return { path, bom, isOurs: true, isLastGood: true, skipped };
  }
  return { skipped };
}

/** Where builds put it: ours, then what the CycloneDX plugins write, then other tools of this kind. */
const PLACES = [
  'build/skillscope/bom.json',
  'target/skillscope/bom.json',
  'target/bom.json',
  'build/reports/cyclonedx-direct/bom.json',
  'build/reports/bom.json',
  'build/reports/cyclonedx/bom.json',
  'build/dependencyskills/bom.cdx.json',
  'target/dependencyskills/bom.cdx.json',
];

/** Our own writer keeps the document before the newest. */
const LAST_GOOD = ['build/skillscope/bom.last.json', 'target/skillscope/bom.last.json'];

function isOurs(place: string): boolean {
  return place.includes('/skillscope/');
}

function unread(path: string, { unread: count }: Bom): readonly Skipped[] {
  if (count === 0) return [];
  const what = count === 1 ? '1 component has' : `${count} components have`;
  return [{ path, reason: 'malformed', message: `${what} a package URL that names no library.` }];
}
