import { LIMITS } from '../limits.ts';
import { cleanLine } from './clean-line.ts';
import { eachLine, type Fence } from './fences.ts';

/** Something that a text would have its reader do beyond reading it. None of it withholds the text. */
export interface Ask {
  /**
   * `link`: an address on the web. `command`: a line for a shell. `runs-when-loaded`: a command that some agents run by
   * themselves when they load the text.
   */
  readonly code: 'link' | 'command' | 'runs-when-loaded';
  /** The host, or the program. Clean. */
  readonly what: string;
  /** 1-based line where it stands first. */
  readonly line: number;
  /** How often it stands in the text. */
  readonly count: number;
  /** The first of them, clean. */
  readonly excerpt: string;
}

const SHELLS: ReadonlySet<string> = new Set(
  'sh bash zsh fish shell console terminal shellsession shell-session sh-session powershell pwsh ps1 bat cmd'.split(
    ' ',
  ),
);
const EXCERPT_CHARACTERS = 120;
const NAME_CHARACTERS = 80;
const ADDRESS_CHARACTERS = 1_000;

/**
 * Looks for links, for commands in blocks that name a shell, and for commands that stand in the text to be run when it is
 * loaded (`` !`…` `` and blocks marked `!`). Links to this machine and to example hosts are none, and neither is what a
 * here-document feeds to a command. One for each host and each program, at most `LIMITS.asksPerCode` of a code,
 * in the order of the text. Linear time.
 */
export function findAsks(text: string): readonly Ask[] {
  const found = new Map<string, { code: Ask['code']; what: string; line: number; count: number; excerpt: string }>();
  const counts = new Map<Ask['code'], number>();

  function add(code: Ask['code'], what: string, line: number, excerpt: string): void {
    const name = cleanLine(what, NAME_CHARACTERS);
    const known = found.get(`${code} ${name}`);
    if (known) known.count += 1;
    if (known || name === '') return;
    const count = counts.get(code) ?? 0;
    if (count >= LIMITS.asksPerCode) return;
    counts.set(code, count + 1);
    found.set(`${code} ${name}`, { code, what: name, line, count: 1, excerpt: cleanLine(excerpt, EXCERPT_CHARACTERS) });
  }

  let line = 0;
  let isContinued = false;
  /** The words that end what is fed to a command on the lines below it, in order. */
  let ends: readonly string[] = [];
  eachLine(text, (start, end, before, after) => {
    line += 1;
    const content = text.slice(start, end).trim();
    for (const { host, address } of linksIn(content)) if (!leadsNowhere(host)) add('link', host, line, address);
    if (before === undefined)
      for (const command of inlineCommands(content)) add('runs-when-loaded', programOf(command), line, command);
    const isInside = before !== undefined && before === after;
    if (!isInside) ends = [];
    if (isInside && ends.length > 0) {
      if (content === ends[0]) ends = ends.slice(1);
      isContinued = false;
      return;
    }
    if (isInside && SHELLS.has(before.language)) ends = heredocEnds(commandOf(content));
    if (isInside && !isContinued && isShell(before)) {
      const command = commandOf(content);
      if (before.language === '!' ? command !== '' : isProgram(programOf(command)))
        add(before.language === '!' ? 'runs-when-loaded' : 'command', programOf(command), line, command);
    }
    isContinued = isInside && content.endsWith('\\');
  });
  return [...found.values()];
}

function isShell({ language }: Fence): boolean {
  return language === '!' || SHELLS.has(language);
}

/** The command of one line: without its prompt; empty for a comment. */
function commandOf(line: string): string {
  const command = line.replace(/^(?:\$|>|PS>|%) +/, '');
  return command.startsWith('#') || command.startsWith('//') ? '' : command;
}

/** The program, without what is set for it. */
function programOf(command: string): string {
  const words = command.split(/\s+/, 12);
  return words.find((word) => word !== 'sudo' && !/^\w+=/.test(word)) ?? '';
}

/** A program starts with a letter, or is a path; output and brackets do not, and an address is none. */
function isProgram(word: string): boolean {
  return /^(?:[A-Za-z_]|[.~$/\\]*[/\\$]?[A-Za-z_{@])/.test(word) && !/^[\w.-]+:\d+/.test(word) && !word.endsWith(':');
}

/** The words of `<<EOF`, `<<-'EOF'` and their like; `<<<` feeds a text of its own. */
function heredocEnds(line: string): readonly string[] {
  const ends: string[] = [];
  // A shift in arithmetic feeds nothing.
  if (line.includes('((')) return ends;
  for (let at = line.indexOf('<<'); at >= 0; at = line.indexOf('<<', at + 2)) {
    if (line[at + 2] === '<') {
      at += 1;
      continue;
    }
    const word = /^<<-? ?\\?(["']?)([A-Za-z_]\w{0,63})\1/.exec(line.slice(at, at + 80))?.[2];
    if (word !== undefined) ends.push(word);
  }
  return ends;
}

/** Hosts of this machine and of examples. */
function leadsNowhere(host: string): boolean {
  const name = host === '[::1' ? 'localhost' : host.replace(/:\d*$/, '');
  return (
    /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0)$/.test(name) ||
    /(?:^|\.)(?:example(?:\.(?:com|net|org))?|localhost|test|invalid)$/.test(name)
  );
}

function inlineCommands(line: string): readonly string[] {
  const commands: string[] = [];
  for (let at = line.indexOf('!`'); at >= 0; at = line.indexOf('!`', at + 2)) {
    const end = line.indexOf('`', at + 2);
    if (end < 0) break;
    // Elsewhere it is the end of a code span.
    if (at === 0 || /\s/.test(line[at - 1] ?? '')) commands.push(line.slice(at + 2, end).trim());
  }
  return commands;
}

function* linksIn(line: string): Iterable<{ readonly host: string; readonly address: string }> {
  const lower = line.toLowerCase();
  for (let at = lower.indexOf('http'); at >= 0; at = lower.indexOf('http', at + 4)) {
    const scheme = /^https?:\/\//.exec(lower.slice(at, at + 8))?.[0];
    if (scheme === undefined) continue;
    // Looked at to the end of the line, a line of nothing but links would cost its length for each of them.
    const rest = line.slice(at + scheme.length, at + scheme.length + ADDRESS_CHARACTERS);
    const end = rest.search(/[\s<>"'`)\]}|\\]/);
    const address = withoutPunctuation(end < 0 ? rest : rest.slice(0, end));
    const authority = address.slice(0, Math.max(0, address.search(/[/?#]|$/)));
    yield {
      host: authority.slice(authority.lastIndexOf('@') + 1).toLowerCase(),
      address: scheme + address,
    };
  }
}

/** What ends a sentence is no part of the address in it. */
function withoutPunctuation(address: string): string {
  let end = address.length;
  while (end > 0 && '.,;:!?*_…'.includes(address[end - 1] ?? '')) end -= 1;
  return address.slice(0, end);
}
