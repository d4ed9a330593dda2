import { resolve } from 'node:path';
import { SkillscopeError } from '@skillscope/core';
import type { RegistryPlace } from '@skillscope/runtime';
import { SETTINGS } from '../settings.ts';

/** Where a line says that the registry is. */
export interface TargetFlags {
  readonly dir?: string;
  readonly url?: string;
}

export interface Target {
  readonly place: Exclude<RegistryPlace, { readonly memory: true }>;
  readonly kind: 'directory' | 'server';
  /** The directory, absolute, or the address without its password. */
  readonly shown: string;
  /** Texts that no answer and no error may hold. */
  readonly secrets: readonly string[];
}

/**
 * Which registry a command is about: `--dir`, `--url`, or either in `SKILLSCOPE_REGISTRY`. There is no default, since
 * a registry is the only copy of what it holds: one that is opened by mistake would be empty, and look as if all were
 * lost. Throws `usage`, and repeats no address, which may hold a password.
 */
export function readTarget(
  flags: TargetFlags,
  environment: Readonly<Record<string, string | undefined>>,
  start: () => string,
): Target {
  const { dir, url } = flags;
  if (dir !== undefined && url !== undefined)
    throw new SkillscopeError('usage', '--dir and --url name two registries.', { hint: 'Name one.' });
  if (url !== undefined) return serverAt(url, '--url');
  if (dir !== undefined) return directoryAt(dir, '--dir', start);
  const named = environment[SETTINGS.registry.variable];
  if (!named)
    throw new SkillscopeError('usage', 'No registry is named.', {
      hint: 'Name a directory with --dir <directory> or a server with --url <postgres://…>, or either in SKILLSCOPE_REGISTRY.',
    });
  return named.includes('://')
    ? serverAt(named, 'SKILLSCOPE_REGISTRY')
    : directoryAt(named, 'SKILLSCOPE_REGISTRY', start);
}

function serverAt(url: string, named: string): Target {
  if (!/^postgres(?:ql)?:\/\//i.test(url) || !URL.canParse(url))
    throw new SkillscopeError('usage', `${named} is no address of a PostgreSQL server.`, {
      hint: 'One looks like postgres://user@host:5432/database; in a password, characters such as # / @ are written as %23 %2F %40.',
    });
  const { protocol, username, password, host, pathname, searchParams } = new URL(url);
  const at = username === '' ? host : `${username}@${host}`;
  return {
    place: { url },
    kind: 'server',
    shown: `${protocol}//${at}${pathname}`,
    secrets: [password, decoded(password), searchParams.get('password') ?? ''].filter((one) => one !== ''),
  };
}

function directoryAt(dir: string, named: string, start: () => string): Target {
  if (dir === '') throw new SkillscopeError('usage', `${named} names no directory.`);
  if (dir.includes('://'))
    throw new SkillscopeError('usage', `${named} is an address.`, { hint: 'Name a server with --url.' });
  const directory = resolve(start(), dir);
  return { place: { dir: directory }, kind: 'directory', shown: directory, secrets: [] };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
