import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Damage } from './contract-cases.ts';

const DAMAGES: Readonly<Record<Damage, (text: string) => string | Uint8Array | undefined>> = {
  empty: () => '',
  truncated: (text) => text.slice(0, text.lastIndexOf('\n', text.length / 2) + 4),
  prose: () => 'This file was replaced by a page.\n<!doctype html><p>Not found</p>\n',
  'wrong type': () => '[[[["wrong"]]]]',
  binary: () => new Uint8Array([0, 255, 254, 0, 1, 2, 3]),
  'merge conflict': (text) => `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> theirs\n`,
  directory: () => undefined,
};

export const DAMAGE_KINDS = Object.keys(DAMAGES) as readonly Damage[];

/** Replaces a file by a damaged form of itself. */
export function inflict(path: string, damage: Damage): void {
  const damaged = DAMAGES[damage](readFileSync(path, 'utf8'));
  rmSync(path);
  if (damaged === undefined) mkdirSync(path);
  else writeFileSync(path, damaged);
}
