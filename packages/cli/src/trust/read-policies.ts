import { relative } from 'node:path';
import { cleanLine } from '@skillscope/core';
import type { TrustFile } from './find-files.ts';
import { goPolicy, pnpmPolicy } from './foreign-policies.ts';
import { intentPolicy } from './intent-policy.ts';
import { damaged, type Lock, NO_LOCK, parseLock } from './lock.ts';
import { ownPolicy, unreadablePolicy } from './own-policy.ts';
import { joinPolicies, type Policy } from './policy.ts';

/** What all files say together. `root` is the project's, for naming files. Never throws. */
export async function readPolicies(
  files: readonly TrustFile[],
  root: string,
): Promise<{ readonly policy: Policy; readonly lock: Lock }> {
  const place = (path: string) => cleanLine(relative(root, path));
  const policies: Policy[] = [];
  const manifests: { readonly value: unknown; readonly place: string }[] = [];
  const goFiles: { readonly text: string; readonly place: string }[] = [];
  let lock = NO_LOCK;
  for (const { kind, path, text, isInProject } of files) {
    if (kind === 'lock') lock = text === undefined ? damaged('it is no readable file') : parseLock(text);
    else if (text === undefined) policies.push(unreadablePolicy(place(path), 'it is no readable file'));
    else if (kind === 'pnpm') policies.push(await pnpmPolicy(text, place(path)));
    else if (kind === 'go') goFiles.push({ text, place: place(path) });
    else {
      const value = parseJson(text);
      if (value === undefined) {
        policies.push(unreadablePolicy(place(path), 'it is no JSON'));
        continue;
      }
      const repeated = await repeatedKey(text, kind);
      if (repeated !== undefined)
        policies.push(unreadablePolicy(place(path), `it says ${JSON.stringify(repeated)} twice`));
      if (kind === 'own') policies.push(ownPolicy(value, place(path)));
      else {
        const own = fieldOf(value, 'skillscope');
        if (own !== undefined) policies.push(ownPolicy(own, `${place(path)} (skillscope)`));
        if (isInProject) manifests.push({ value: fieldOf(value, 'intent'), place: place(path) });
      }
    }
  }
  policies.push(intentPolicy(manifests));
  if (goFiles.length > 0) policies.push(await goPolicy(goFiles));
  const policy = joinPolicies(policies);
  return { policy: { ...policy, notes: [...policy.notes, ...lock.notes] }, lock };
}

/** The first key of a policy that is there twice: which of the two is meant cannot be told, and JSON keeps the last. */
async function repeatedKey(text: string, kind: TrustFile['kind']): Promise<string | undefined> {
  const { visit } = await import('jsonc-parser');
  const seen = new Set<string>();
  let repeated: string | undefined;
  try {
    visit(text, {
      onObjectBegin: (_offset, _length, _line, _character, path) => path().length < POLICY_DEPTH,
      onArrayBegin: () => false,
      // What is passed over ends only for who listens to the end.
      onObjectEnd: () => {},
      onArrayEnd: () => {},
      onObjectProperty: (name, _offset, _length, _line, _character, path) => {
        const full = [...path(), name];
        if (kind !== 'own' && full[0] !== 'skillscope' && full[0] !== 'intent') return;
        const key = JSON.stringify(full);
        if (seen.has(key)) repeated ??= name;
        seen.add(key);
      },
    });
  } catch {
    return undefined;
  }
  return repeated;
}

/** The keys of a policy lie in the file itself, or in one of its keys. */
const POLICY_DEPTH = 2;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}
