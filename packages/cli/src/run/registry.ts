import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { SkillscopeError } from '@skillscope/core';
import { type ApplyOptions, restoreInto } from '@skillscope/runtime';
import { EXIT } from '../exit-codes.ts';
import type { Run } from '../main.ts';
import { printOpened, printRegistryList, printRegistrySearch } from '../print/registry.ts';
import {
  printApprovalDone,
  printApprovalText,
  printAttached,
  printBound,
  printDumped,
  printExported,
  printImported,
  printLabel,
  printPlan,
  printPut,
  printRemoved,
  printRestored,
  printRevocation,
} from '../print/registry-change.ts';
import { printShown } from '../print/registry-show.ts';
import {
  type ApprovalChoice,
  applyRegistryApproval,
  planRegistryApproval,
  revokeRegistryApproval,
} from '../registry/approve.ts';
import { attach, bind, detach, label, type RemoveFlags, remove, unbind } from '../registry/change.ts';
import { dumpFrom, dumpTo, dumpToFile } from '../registry/dump.ts';
import { type ExportRequest, exportSkills } from '../registry/export.ts';
import { type ImportFlags, importDependencies, importPath } from '../registry/import.ts';
import { type ListFlags, registryList } from '../registry/list.ts';
import { type ManifestFlags, readManifests } from '../registry/manifests.ts';
import { openAnswer } from '../registry/open.ts';
import { applyManifests, planManifests } from '../registry/plugin.ts';
import { type PutFlags, put } from '../registry/put.ts';
import { restoreAnswer } from '../registry/restore.ts';
import { type RegistrySearchFlags, searchRegistry } from '../registry/search.ts';
import { type ShowFlags, show } from '../registry/show.ts';
import { type Access, type OpenedRegistry, type RegistryFlags, withRegistry } from '../registry/with-registry.ts';
import type { Terminal } from '../terminal.ts';
import { withLookup } from './with-lookup.ts';

type Flags<T = object> = RegistryFlags & T;

export function runOpen(run: Run, flags: Flags): Promise<number> {
  return answer(run, flags, 'makes', openAnswer, printOpened);
}

export function runRegistryList(run: Run, flags: Flags<ListFlags>): Promise<number> {
  return answer(run, flags, 'reads', ({ registry }) => registryList(registry, flags), printRegistryList);
}

export function runRegistrySearch(run: Run, flags: Flags<RegistrySearchFlags>, need: string): Promise<number> {
  return answer(run, flags, 'reads', ({ registry }) => searchRegistry(registry, need, flags), printRegistrySearch);
}

export function runShow(run: Run, flags: Flags<ShowFlags>, name: string): Promise<number> {
  return answer(run, flags, 'reads', ({ registry }) => show(registry, name, flags), printShown);
}

export function runPut(run: Run, flags: Flags<PutFlags>, path: string): Promise<number> {
  return answer(run, flags, 'writes', ({ registry }) => put(registry, pathIn(run, path), flags), printPut);
}

export function runAttach(run: Run, flags: Flags, agent: string, skill: string): Promise<number> {
  return answer(run, flags, 'writes', ({ registry }) => attach(registry, agent, skill), printAttached);
}

export function runDetach(run: Run, flags: Flags, agent: string, skill: string): Promise<number> {
  return answer(run, flags, 'writes', ({ registry }) => detach(registry, agent, skill), printAttached);
}

export function runBind(
  run: Run,
  flags: Flags<{ readonly tool?: readonly string[] }>,
  agent: string,
  server: string,
): Promise<number> {
  return answer(run, flags, 'writes', ({ registry }) => bind(registry, agent, server, flags.tool), printBound);
}

export function runUnbind(run: Run, flags: Flags, agent: string, server: string): Promise<number> {
  return answer(run, flags, 'writes', ({ registry }) => unbind(registry, agent, server), printBound);
}

export function runLabel(
  run: Run,
  flags: Flags<{ readonly version?: number; readonly remove?: boolean }>,
  skill: string,
  name: string,
): Promise<number> {
  return answer(run, flags, 'writes', ({ registry }) => label(registry, skill, name, flags), printLabel);
}

export function runRemove(run: Run, flags: Flags<RemoveFlags>, name: string): Promise<number> {
  return answer(run, flags, 'writes', ({ registry }) => remove(registry, name, flags), printRemoved);
}

export interface ApprovalFlags extends ApprovalChoice {
  readonly note?: string;
  readonly yes?: boolean;
}

/** Shows the text and what was noticed in it, and approves it with `--yes` or when somebody at a terminal says so. */
export function runRegistryApprove(run: Run, flags: Flags<ApprovalFlags>, name: string): Promise<number> {
  return withRegistry(run, flags, 'writes', async ({ registry }) => {
    const { surroundings, terminal, options } = run;
    const planned = await planRegistryApproval(registry, name, flags);
    const isAsked = planned.withheld && !flags.yes && !options.json && surroundings.ask !== undefined;
    let isRefused = false;
    if (isAsked && surroundings.ask) {
      surroundings.out(`${printApprovalText(planned, terminal)}\n\n`);
      isRefused = !/^y(es)?$/i.test((await surroundings.ask('Approve this text? [y/N] ')).trim());
    }
    const isMeant = planned.withheld && (flags.yes || (isAsked && !isRefused));
    const done = isMeant ? await applyRegistryApproval(registry, planned, flags.note) : planned;
    run.answer(done, () => {
      const shown = isAsked ? '' : `${printApprovalText(done, terminal)}\n\n`;
      return `${shown}${printApprovalDone(done, isRefused)}`;
    });
    return done.applied || !done.withheld ? EXIT.answered : EXIT.undecided;
  });
}

export function runRegistryRevoke(run: Run, flags: Flags<ApprovalChoice>, name: string): Promise<number> {
  return answer(run, flags, 'writes', ({ registry }) => revokeRegistryApproval(registry, name, flags), printRevocation);
}

export function runPlan(run: Run, flags: Flags<ManifestFlags>, path: string): Promise<number> {
  return withRegistry(run, flags, 'writes', async ({ registry }) => {
    const { readings, notes } = await readManifests(pathIn(run, path), flags);
    const plugins = await planManifests(registry, readings, optionsOf(flags));
    run.answer({ plugins, notes, applied: false }, printPlan);
    return plugins.some(({ refusal }) => refusal) ? EXIT.refused : EXIT.answered;
  });
}

export function runApply(run: Run, flags: Flags<ManifestFlags>, path: string): Promise<number> {
  return withRegistry(run, flags, 'writes', async ({ registry }) => {
    const { readings, notes } = await readManifests(pathIn(run, path), flags);
    const plugins = await applyManifests(registry, readings, optionsOf(flags));
    run.answer({ plugins, notes, applied: true }, printPlan);
    return plugins.some(({ refusal }) => refusal) ? EXIT.refused : EXIT.answered;
  });
}

function optionsOf({ force }: ManifestFlags): ApplyOptions {
  return force === undefined ? {} : { force };
}

/** `sources` is a path or, with `--installed`, libraries. */
export function runImport(run: Run, flags: Flags<ImportFlags>, sources: readonly string[]): Promise<number> {
  const [path, ...more] = sources;
  const { installed, replace } = flags;
  if (!installed && (path === undefined || more.length > 0 || replace))
    throw new SkillscopeError(
      'usage',
      replace
        ? '--replace goes with --installed.'
        : path === undefined
          ? 'Nothing is named.'
          : 'One path can be imported at a time.',
      {
        hint: 'Name a directory or an archive, or give --installed.',
      },
    );
  return withRegistry(run, flags, 'writes', async ({ registry }) => {
    const done =
      installed || path === undefined
        ? await withLookup(run, (lookup) => importDependencies(registry, lookup, sources, flags))
        : await importPath(registry, pathIn(run, path), flags);
    run.answer(done, printImported);
    if (done.counts.refused > 0) return EXIT.refused;
    const isMissing = done.imported.length === 0 && done.notes.some(({ code }) => code === 'not-installed');
    return isMissing ? EXIT.nothing : EXIT.answered;
  });
}

export interface ExportFlags extends Omit<ExportRequest, 'skills' | 'all'> {
  readonly all?: boolean;
}

export function runExport(run: Run, flags: Flags<ExportFlags>, skills: readonly string[]): Promise<number> {
  return withRegistry(run, flags, 'reads', async ({ registry }) => {
    const request = { ...flags, skills, all: flags.all ?? false, to: pathIn(run, flags.to) };
    const done = await exportSkills(registry, request);
    run.answer(done, printExported);
    return done.exported.some(({ refusal }) => refusal) ? EXIT.refused : EXIT.answered;
  });
}

/** Without a file the dump itself is what standard output gets. */
export function runDump(run: Run, flags: Flags, file: string | undefined): Promise<number> {
  const { surroundings } = run;
  if (file !== undefined && file !== '-')
    return answer(run, flags, 'reads', ({ registry }) => dumpToFile(registry, pathIn(run, file)), printDumped);
  if (run.options.json)
    throw new SkillscopeError('usage', 'A dump on standard output is no answer in JSON.', { hint: 'Name a file.' });
  return withRegistry(run, flags, 'reads', async ({ registry }) => {
    await dumpTo(registry, async (text) => {
      surroundings.out(text);
      if (isFull(surroundings.stdout)) await once(surroundings.stdout, 'drain');
    });
    return EXIT.answered;
  });
}

export function runRestore(run: Run, flags: Flags, file: string | undefined): Promise<number> {
  const stdin = run.surroundings.stdin ?? process.stdin;
  if (file === undefined && 'isTTY' in stdin && stdin.isTTY)
    throw new SkillscopeError('usage', 'No dump is named.', { hint: 'Name a file, or write one to standard input.' });
  const source = file === undefined || file === '-' ? stdin : pathIn(run, file);
  // Before anything is made to restore it into.
  if (typeof source === 'string' && !existsSync(source))
    throw new SkillscopeError('unreadable', `"${source}" is not there.`);
  const { lines, rows } = dumpFrom(source);
  return withRegistry(
    run,
    flags,
    'makes',
    async ({ registry }) => {
      run.answer(await restoreAnswer(registry, rows()), printRestored);
      return EXIT.answered;
    },
    (options) => restoreInto(options, lines),
  );
}

/** Opens the registry, and prints what a command gives. */
function answer<T>(
  run: Run,
  flags: RegistryFlags,
  access: Access,
  command: (opened: OpenedRegistry) => Promise<T>,
  print: (value: T, terminal: Terminal) => string,
): Promise<number> {
  return withRegistry(run, flags, access, async (opened) => {
    run.answer(await command(opened), print);
    return EXIT.answered;
  });
}

function pathIn({ surroundings }: Run, path: string): string {
  return resolve(surroundings.directory, path);
}

function isFull(stream: object): stream is NodeJS.WritableStream {
  return 'writableNeedDrain' in stream && stream.writableNeedDrain === true;
}
