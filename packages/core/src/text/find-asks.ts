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

/**
 * Looks for links, for commands in blocks that name a shell, and for commands that stand in the text to be run when it is
 * loaded (`` !`…` `` and blocks marked `!`). One for each host and each program, at most `LIMITS.asksPerCode` of a code,
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
  eachLine(text, (start, end, before, after) => {
    line += 1;
    const content = text.slice(start, end).trim();
    for (const { host, address } of linksIn(content)) add('link', host, line, address);
    if (before === undefined)
      for (const command of inlineCommands(content)) add('runs-when-loaded', programOf(command), line, command);
    const isInside = before !== undefined && before === after;
    if (isInside && !isContinued && isShell(before)) {
      const command = commandOf(content);
      if (command !== '')
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
    const rest = line.slice(at + scheme.length);
    const end = rest.search(/[\s<>"'`)\]}|\\]/);
    const address = end < 0 ? rest : rest.slice(0, end);
    const authority = address.slice(0, Math.max(0, address.search(/[/?#]|$/)));
    yield {
      host: authority
        .slice(authority.lastIndexOf('@') + 1)
        .toLowerCase()
        .replace(/\.$/, ''),
      address: scheme + address,
    };
  }
}
