import { dirname, join } from 'node:path';
import { type Artifact, LIMITS } from '@skillscope/core';
import type { Files } from '../files.ts';

/**
 * The name that code imports a distribution by, where it is one and not the distribution's own: `yaml` for PyYAML.
 * `key` is the normal name.
 */
export function importNameOf(key: string, { path, manifest }: Artifact, files: Files): string | undefined {
  const metadata = dirname(join(path, manifest));
  const usual = key.replaceAll('-', '_');
  const beside = files.list(dirname(metadata)) ?? [];
  if (beside.some(({ name }) => moduleName(name)?.toLowerCase() === usual)) return undefined;
  const record = files.text(join(metadata, 'RECORD'), LIMITS.fileListBytes);
  const names = new Set<string>();
  for (const [, name = ''] of record?.matchAll(TOP_LEVEL) ?? []) {
    if (!name.startsWith('_')) names.add(name);
    if (names.size > 1) return undefined;
  }
  return [...names][0];
}

/** Import packages and modules at the top: `name/__init__.py`, `name.py`, and compiled ones. */
const TOP_LEVEL = /^([A-Za-z_]\w{0,127})(?:\/__init__\.pyi?|\.py|\.[\w.-]{1,64}\.(?:so|pyd)),/gm;

function moduleName(name: string): string | undefined {
  return /^([A-Za-z_]\w*)(?:\.py)?$/.exec(name)?.[1];
}
