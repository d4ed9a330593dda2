import { LIMITS } from '@skillscope/core';

/** One directive of a go.mod or go.work; a line of a block carries the block's verb. */
export interface Statement {
  readonly verb: string;
  /** Everything behind the verb, quotes resolved. */
  readonly words: readonly string[];
  /** The comments on the lines directly above, then the one on the same line, without `//` and trimmed. */
  readonly above: readonly string[];
  readonly comment: string;
  /** 1-based. */
  readonly line: number;
}

export interface Fault {
  readonly line?: number;
  readonly message: string;
}

export interface Statements {
  readonly statements: readonly Statement[];
  readonly faults: readonly Fault[];
}

/** Reads the syntax that go.mod and go.work share. Lines that are not of it are reported, the others still count. */
export function readStatements(text: string): Statements {
  const statements: Statement[] = [];
  const faults: Fault[] = [];
  let block: { readonly verb: string; readonly line: number } | undefined;
  let above: readonly string[] = NONE;
  let line = 0;
  let isConflict = false;

  function fault(message: string): void {
    if (faults.length < LIMITS.findingsPerCode) faults.push({ line, message });
  }

  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const raw = text.slice(start, end < 0 ? text.length : end);
    start = end < 0 ? text.length : end + 1;
    line += 1;
    if (CONFLICT.test(raw)) {
      if (!isConflict) fault('A merge conflict is not resolved here; what both sides say is read.');
      isConflict = true;
      continue;
    }
    const parts = split(raw);
    if (!parts) {
      fault('A quotation on this line does not end, or holds what it cannot.');
      continue;
    }
    const { words, comment } = parts;
    if (words.length === 0) {
      above = comment === undefined ? NONE : [...above, comment].slice(-LIMITS.findingsPerCode);
      continue;
    }
    const [verb = ''] = words;
    if (block && verb === ')' && words.length === 1) {
      block = undefined;
    } else if (!block && words[1] === '(') {
      if (words.length === 2) block = { verb, line };
      else if (words.length !== 3 || words[2] !== ')') fault('A block begins with its bracket at the end of the line.');
    } else if (words.includes(block ? '(' : ')')) {
      fault('This bracket is out of place.');
    } else if (block) {
      statements.push({ verb: block.verb, words, above, comment: comment ?? '', line });
    } else {
      statements.push({ verb, words: words.slice(1), above, comment: comment ?? '', line });
    }
    above = NONE;
  }
  if (block)
    faults.push({ line: block.line, message: 'The block that begins here does not end; the file may be cut off.' });
  return { statements, faults };
}

const NONE: readonly string[] = [];

const CONFLICT = /^(?:<{7}|={7}|>{7}|\|{7})(?:\s|$)/;

interface Parts {
  readonly words: readonly string[];
  /** Absent where there is none. */
  readonly comment?: string;
}

function split(line: string): Parts | undefined {
  if (line.includes('"') || line.includes('`')) return splitQuoted(line);
  const slashes = line.indexOf('//');
  const code = (slashes < 0 ? line : line.slice(0, slashes)).trim();
  const words = code === '' ? NONE : spaced(code).split(/\s+/);
  return slashes < 0 ? { words } : { words, comment: line.slice(slashes + 2).trim() };
}

/** With brackets and commas as words of their own. */
function spaced(code: string): string {
  return /[()[\],]/.test(code) ? code.replaceAll(/[()[\],]/g, ' $& ').trim() : code;
}

/** A blank, a comment, a quotation, a bracket or comma, or a word, which ends where a comment begins. */
const TOKEN = /\s+|\/\/|"(?:[^"\\]|\\.)*"|`[^`]*`|[()[\],]|(?:(?!\/\/)[^\s()[\],"`])+/y;

function splitQuoted(line: string): Parts | undefined {
  const words: string[] = [];
  const token = new RegExp(TOKEN);
  while (token.lastIndex < line.length) {
    const found = token.exec(line)?.[0];
    if (found === undefined) return undefined;
    if (found === '//') return { words, comment: line.slice(token.lastIndex).trim() };
    const word = found.startsWith('"') ? unquote(found) : found.startsWith('`') ? found.slice(1, -1) : found;
    if (word === undefined || /\p{Cc}/u.test(word.trim())) return undefined;
    if (!/^\s/.test(found)) words.push(word);
  }
  return { words };
}

/** Go's quotations differ from JSON's only in escapes that no module path or directory needs. */
function unquote(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
