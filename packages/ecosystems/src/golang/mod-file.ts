import { isAbsolute } from 'node:path';
import { cleanLine, LIMITS } from '@skillscope/core';
import { isModulePath } from './names.ts';
import { type Fault, readStatements, type Statement } from './statements.ts';
import { compareVersions, isVersion } from './versions.ts';

/** A module at a version, as one go.mod asks for it. */
export interface Requirement {
  readonly path: string;
  /** As written and cleaned: a branch or a commit too, until Go has resolved it. */
  readonly version: string;
  /** True for one that no package of the module itself imports. */
  readonly indirect: boolean;
  /** Names in `+skill:` comments on it: the skills its author's installer takes. */
  readonly skills: readonly string[];
  readonly line: number;
}

export interface Replacement {
  readonly path: string;
  /** Absent when every version is replaced. */
  readonly version?: string;
  readonly target:
    | { readonly kind: 'module'; readonly path: string; readonly version: string }
    /** As written: relative to the directory of the file, or absolute. */
    | { readonly kind: 'directory'; readonly directory: string };
}

/** What is read of a go.mod, or of a go.work, which alone has `uses`. */
export interface ModFile {
  readonly module?: string;
  /** True from Go 1.17 on: all modules that give packages to the build are listed, those used indirectly too. */
  readonly listsAll: boolean;
  /** One for each path, at the highest version asked for. */
  readonly requirements: readonly Requirement[];
  readonly replacements: readonly Replacement[];
  /** `path@version`. */
  readonly excluded: ReadonlySet<string>;
  /** Package paths of tools. */
  readonly tools: readonly string[];
  /** Directories of the workspace, as written. */
  readonly uses: readonly string[];
  readonly faults: readonly Fault[];
}

/** Reads a go.mod or a go.work. Never throws; what is wrong is in `faults`, and the rest still counts. */
export function readModFile(text: string, kind: 'go.mod' | 'go.work'): ModFile {
  const { statements, faults: syntax } = readStatements(text);
  const faults: Fault[] = [...syntax];
  const requirements = new Map<string, Requirement>();
  const replacements: Replacement[] = [];
  const excluded = new Set<string>();
  const tools: string[] = [];
  const uses: string[] = [];
  let module: string | undefined;
  let listsAll = false;

  /** Takes one directive in; returns what is wrong with it. */
  function take(statement: Statement): string | undefined {
    const { verb, words } = statement;
    const [first = '', second = ''] = words;
    if (!DIRECTIVES[kind].has(verb)) return `A ${kind} has no directive ${quoted(verb)}.`;
    switch (verb) {
      case 'module':
        if (words.length !== 1 || !isModulePath(first)) return `${quoted(first)} is no module path.`;
        module ??= first;
        return undefined;
      case 'go':
        if (words.length !== 1 || !/^\d/.test(first)) return `${quoted(first)} is no version of Go.`;
        listsAll = isPruning(first);
        return undefined;
      case 'require': {
        const requirement = readRequirement(statement);
        if (typeof requirement === 'string') return requirement;
        const known = requirements.get(first);
        requirements.set(first, known ? higher(known, requirement) : requirement);
        return undefined;
      }
      case 'replace': {
        const replacement = readReplacement(words);
        if (typeof replacement === 'string') return replacement;
        replacements.push(replacement);
        return undefined;
      }
      case 'exclude':
        if (words.length !== 2 || !isModulePath(first)) return 'This is no module with a version.';
        excluded.add(`${first}@${second}`);
        return undefined;
      case 'tool':
        if (words.length !== 1 || !isModulePath(first)) return `${quoted(first)} is no package path.`;
        tools.push(first);
        return undefined;
      case 'use':
        if (words.length !== 1) return 'This names no single directory.';
        uses.push(first);
        return undefined;
      default:
        return undefined;
    }
  }

  for (const statement of statements) {
    const message = take(statement);
    if (message !== undefined && faults.length < LIMITS.findingsPerCode) faults.push({ line: statement.line, message });
  }
  if (kind === 'go.mod' && module === undefined)
    faults.push({ message: 'The file has no module directive; `go mod init` writes one.' });
  if (kind === 'go.work' && uses.length === 0)
    faults.push({ message: 'The file uses no directory; `go work use` adds one.' });
  return {
    ...(module === undefined ? {} : { module }),
    listsAll,
    requirements: [...requirements.values()],
    replacements,
    excluded,
    tools,
    uses,
    faults,
  };
}

/** All that Go knows; those that change nothing about which versions are used here are read over. */
const DIRECTIVES: Readonly<Record<'go.mod' | 'go.work', ReadonlySet<string>>> = {
  'go.mod': new Set([
    'module',
    'go',
    'toolchain',
    'godebug',
    'require',
    'exclude',
    'replace',
    'retract',
    'tool',
    'ignore',
  ]),
  'go.work': new Set(['go', 'toolchain', 'godebug', 'use', 'replace']),
};

function readRequirement({ words, above, comment, line }: Statement): Requirement | string {
  const [path = '', version = ''] = words;
  if (words.length !== 2) return 'A requirement is a module path and a version.';
  if (!isModulePath(path)) return `${quoted(path)} is no module path.`;
  const indirect = comment === 'indirect' || comment.startsWith('indirect;');
  return {
    path,
    version: isVersion(version) ? version : cleanLine(version),
    indirect,
    skills: skillsIn(above, comment),
    line,
  };
}

function skillsIn(above: readonly string[], comment: string): readonly string[] {
  if (above.length === 0 && !comment.includes(SKILL)) return NONE;
  return [...above, ...comment.split(';')]
    .map((text) => text.trim())
    .filter((text) => text.startsWith(SKILL))
    .map((text) => cleanLine(text.slice(SKILL.length)))
    .filter(Boolean);
}

const SKILL = '+skill:';

const NONE: readonly string[] = [];

function higher(a: Requirement, b: Requirement): Requirement {
  const newer = compareVersions(a.version, b.version) < 0 ? b : a;
  return {
    ...newer,
    indirect: a.indirect && b.indirect,
    skills: [...a.skills, ...b.skills].slice(0, LIMITS.findingsPerCode),
  };
}

function readReplacement(words: readonly string[]): Replacement | string {
  const arrow = words.indexOf('=>');
  const [path = '', version, ...more] = words.slice(0, Math.max(0, arrow));
  const [target = '', targetVersion, ...rest] = words.slice(arrow + 1);
  if (arrow < 0 || more.length > 0 || rest.length > 0 || target === '')
    return 'A replacement is a module path, an arrow, and a directory or a module with its version.';
  if (!isModulePath(path)) return `${quoted(path)} is no module path.`;
  const from = { path, ...(version === undefined ? {} : { version }) };
  if (targetVersion === undefined && isDirectory(target))
    return { ...from, target: { kind: 'directory', directory: target } };
  if (targetVersion === undefined || !isModulePath(target) || !isVersion(targetVersion))
    return `${quoted(words.slice(arrow + 1).join(' '))} is neither a directory nor a module with its version.`;
  return { ...from, target: { kind: 'module', path: target, version: targetVersion } };
}

/** Go tells a directory from a module path by how it begins. An address is neither, however it begins. */
function isDirectory(text: string): boolean {
  return (/^\.\.?(?:[/\\]|$)/.test(text) || isAbsolute(text)) && !text.includes('://');
}

function isPruning(version: string): boolean {
  const [major = '0', minor = '0'] = version.split('.');
  return Number.parseInt(major, 10) > 1 || Number.parseInt(minor, 10) >= 17;
}

function quoted(text: string): string {
  return `"${cleanLine(text, QUOTED_CHARACTERS)}"`;
}

/** Enough to find the place in a file. */
const QUOTED_CHARACTERS = 80;
