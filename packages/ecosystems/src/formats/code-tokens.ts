/** A piece of source code: a name or number, what stands between quotes, or one other character. */
export interface CodeToken {
  readonly kind: 'word' | 'string' | 'mark';
  readonly text: string;
  /** True for the first of its line; a backslash before a line break joins two lines. */
  readonly opensLine: boolean;
}

/** As much of a language's spelling as it takes to tell code from comments and text. */
export interface Spelling {
  readonly lineComment: '//' | '#';
  /** How comments of several lines behave; default: there are no such comments. */
  readonly blockComments?: 'plain' | 'nested';
  /** What stands around text. `line`: it ends with the line at the latest. `raw`: over lines, no escapes. */
  readonly quotes: Readonly<Record<string, 'line' | 'lines' | 'raw'>>;
  /** Quotes that stand three times around text of several lines. */
  readonly tripled?: string;
  /** A slash can open a pattern, as in JavaScript. */
  readonly patterns?: boolean;
  /** Text as `r#"…"#`, and a quote that opens a lifetime, as in Rust. */
  readonly rust?: boolean;
}

/**
 * Cuts source code into tokens, comments left out. Linear time, never throws. Code that is cut off or wrong gives what can
 * be told: text that is never closed ends with its line or with the code.
 */
export function codeTokens(code: string, spelling: Spelling): readonly CodeToken[] {
  const tokens: CodeToken[] = [];
  let opensLine = true;
  let at = 0;

  function add(kind: CodeToken['kind'], from: number, to: number): void {
    tokens.push({ kind, text: code.slice(from, to), opensLine });
    opensLine = false;
  }

  while (at < code.length) {
    const character = code[at] ?? '';
    if (character === '\n' || character === '\r') {
      opensLine = true;
      at += 1;
    } else if (character === '\\' && isLineBreak(code[at + 1])) {
      at += code.startsWith('\r\n', at + 1) ? 3 : 2;
    } else if (character <= ' ') {
      at += 1;
    } else if (isWord(code.charCodeAt(at))) {
      const end = wordEnd(code, at);
      const raw = spelling.rust ? rawText(code, at, end) : undefined;
      if (raw) add('string', raw.from, raw.to);
      else add('word', at, end);
      at = raw?.end ?? end;
    } else if (code.startsWith(spelling.lineComment, at)) {
      at = indexOr(code, '\n', at);
    } else if (spelling.blockComments && code.startsWith('/*', at)) {
      at = blockEnd(code, at, spelling.blockComments === 'nested');
    } else if (spelling.patterns && character === '/' && opensPattern(tokens.at(-1))) {
      at = patternEnd(code, at);
    } else if (spelling.quotes[character] && !(spelling.rust && character === "'" && isLifetime(code, at))) {
      const { from, to, end } = quoted(code, at, spelling);
      add('string', from, to);
      at = end;
    } else {
      add('mark', at, at + 1);
      at += 1;
    }
  }
  return tokens;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Where the code goes on. */
  readonly end: number;
}

function quoted(code: string, at: number, { quotes, tripled = '' }: Spelling): Stretch {
  const quote = code[at] ?? '';
  const triple = quote.repeat(3);
  if (tripled.includes(quote) && code.startsWith(triple, at)) {
    const to = closing(code, at + 3, triple, true);
    return { from: at + 3, to, end: Math.min(code.length, to + 3) };
  }
  const way = quotes[quote];
  const to = closing(code, at + 1, quote, way !== 'raw', way === 'line');
  return { from: at + 1, to, end: code.startsWith(quote, to) ? to + 1 : to };
}

/** Where `quote` closes, or the line, or the code. */
function closing(code: string, from: number, quote: string, escapes: boolean, isLine = false): number {
  for (let at = from; at < code.length; at += 1) {
    const character = code[at];
    if (escapes && character === '\\') at += 1;
    else if (isLine && isLineBreak(character)) return at;
    else if (character === quote[0] && code.startsWith(quote, at)) return at;
  }
  return code.length;
}

/** `r"…"`, `r#"…"#`, `br"…"` and the like, whose word ends at `end`. */
function rawText(code: string, at: number, end: number): Stretch | undefined {
  if (end - at > 2 || code[end - 1] !== 'r') return undefined;
  let open = end;
  while (code[open] === '#') open += 1;
  if (code[open] !== '"') return undefined;
  const close = `"${'#'.repeat(open - end)}`;
  const to = indexOr(code, close, open + 1);
  return { from: open + 1, to, end: Math.min(code.length, to + close.length) };
}

/** `'a` in `&'a str`, while `'a'` is a character. */
function isLifetime(code: string, at: number): boolean {
  if (code[at + 1] === '\\') return false;
  const first = code.codePointAt(at + 1) ?? 0;
  return code[at + (first > 0xffff ? 3 : 2)] !== "'";
}

/** A slash divides after a value and opens a pattern after everything else. */
function opensPattern(before: CodeToken | undefined): boolean {
  if (!before) return true;
  if (before.kind === 'mark') return !')]}<'.includes(before.text);
  return before.kind === 'word' && BEFORE_PATTERNS.has(before.text);
}

const BEFORE_PATTERNS: ReadonlySet<string> = new Set(['return', 'typeof', 'case', 'in', 'of', 'do', 'else', 'void']);

/** Characters of one pattern: what is not closed by then is read again as code, which must not cost a whole line each time. */
const PATTERN_CHARACTERS = 1_000;

/** A pattern that is not closed on its line was none. */
function patternEnd(code: string, at: number): number {
  let inClass = false;
  const limit = Math.min(code.length, at + PATTERN_CHARACTERS);
  for (let next = at + 1; next < limit && !isLineBreak(code[next]); next += 1) {
    const character = code[next];
    if (character === '\\') next += 1;
    else if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
    else if (character === '/' && !inClass) return next + 1;
  }
  return at + 1;
}

function blockEnd(code: string, at: number, isNested: boolean): number {
  let depth = 1;
  let next = at + 2;
  while (depth > 0) {
    const close = code.indexOf('*/', next);
    if (close < 0) return code.length;
    const open = isNested ? code.slice(next, close).split('/*').length - 1 : 0;
    depth += open - 1;
    next = close + 2;
  }
  return next;
}

function indexOr(code: string, text: string, from: number): number {
  const index = code.indexOf(text, from);
  return index < 0 ? code.length : index;
}

function wordEnd(code: string, at: number): number {
  let end = at + 1;
  while (end < code.length && isWord(code.charCodeAt(end))) end += 1;
  return end;
}

/** Letters, digits, `_`, `$` and everything beyond ASCII. */
function isWord(unit: number): boolean {
  return (
    (unit >= 97 && unit <= 122) ||
    (unit >= 65 && unit <= 90) ||
    (unit >= 48 && unit <= 57) ||
    unit === 95 ||
    unit === 36 ||
    unit >= 128
  );
}

function isLineBreak(character: string | undefined): boolean {
  return character === '\n' || character === '\r';
}
