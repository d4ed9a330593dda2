import type { Field, Fields } from './yaml-values.ts';

/**
 * Reads the frontmatter that nearly every author writes: `key: text`, quoted or not, a folded or literal text below its
 * key, a list of texts, and a map of texts. `undefined` for anything beyond it (numbers, flow style, comments, escapes …),
 * which a YAML parser is for: that one takes longer to load than all skills of a project to be read.
 * Lines of the fields are 1-based in the text, whose lines end in LF.
 */
export function readPlainFrontmatter(text: string): Fields | undefined {
  if (UNUSUAL.test(text)) return undefined;
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  const fields = new Map<string, Field>();
  for (let at = 0; at < lines.length; ) {
    if (lines[at] === '') {
      at += 1;
      continue;
    }
    const [, key, written = ''] = ENTRY.exec(lines[at] ?? '') ?? [];
    if (key === undefined || fields.has(key)) return undefined;
    const end = endOfBlock(lines, at + 1, written === '');
    const value = readValue(written, lines.slice(at + 1, end));
    if (!value) return undefined;
    fields.set(key, { ...value, commented: false, line: at + 1 });
    at = end;
  }
  return fields.size > 0 ? fields : undefined;
}

type Value = Pick<Field, 'value' | 'text' | 'isText'>;

/** Control characters and byte-order marks, which YAML has rules for. */
const UNUSUAL = /[^\n -~\u00a0-\ufefe\uff00-\uffff]/;
/** YAML takes no longer key than 1,024 characters. */
const ENTRY = /^([A-Za-z_][\w-]{0,99}):(?: ([^ ].*))?$/;
const ITEM = /^- ([^ ].*)$/;
const BLOCK = /^([>|])(-?)$/;

/** Texts that are read as they stand; nothing behind them on their line. */
const QUOTED = /^(?:"([^"\\]*)"|'([^']*)')$/;
const UNQUOTED = /^[A-Za-z\u00c0-\uffff](?:.*[^: ])?$/;
const VERSION = /^\d+\.\d+\.\d+[\w.+-]*$/;
const INDICATED = /: | #/;
const WORDS_OF_YAML: ReadonlySet<string> = new Set(['false', 'null', 'true']);

/** Below a key without a value a list may stand at its own indentation. */
function endOfBlock(lines: readonly string[], start: number, mayBeList: boolean): number {
  let end = start;
  while (end < lines.length && (lines[end]?.startsWith(' ') || (mayBeList && lines[end]?.startsWith('- ')))) end += 1;
  return end;
}

function readValue(written: string, block: readonly string[]): Value | undefined {
  if (written === '') return block.length === 0 ? { value: null, isText: false } : readNested(block);
  const [, style, chomping] = BLOCK.exec(written) ?? [];
  const content = style === undefined ? undefined : dedent(block);
  if (style !== undefined) {
    if (!content) return undefined;
    const text = content.join(style === '>' ? ' ' : '\n') + (chomping === '' ? '\n' : '');
    return { value: text, text, isText: true };
  }
  const text = block.length === 0 ? textOf(written) : undefined;
  return text === undefined ? undefined : { value: text, text, isText: true };
}

/** A list or a map of texts. */
function readNested(block: readonly string[]): Value | undefined {
  const lines = dedent(block);
  if (!lines) return undefined;
  const text = lines.join(' ');
  if (lines[0]?.startsWith('- ')) {
    const items = lines.map((line) => textOf(ITEM.exec(line)?.[1] ?? ''));
    return items.includes(undefined) ? undefined : { value: items, text, isText: false };
  }
  const map: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const [, key, written = ''] = ENTRY.exec(line) ?? [];
    const value = textOf(written);
    if (key === undefined || value === undefined || key in map) return undefined;
    map[key] = value;
  }
  return { value: map, text, isText: false };
}

/** Lines that are all indented alike, without their indentation. */
function dedent(block: readonly string[]): readonly string[] | undefined {
  const indent = block[0]?.search(/[^ ]/) ?? -1;
  if (indent < 0) return undefined;
  const isAlike = block.every((line) => line.search(/[^ ]/) === indent && line === line.trimEnd());
  return isAlike ? block.map((line) => line.slice(indent)) : undefined;
}

function textOf(written: string): string | undefined {
  const quoted = QUOTED.exec(written);
  if (quoted) return quoted[1] ?? quoted[2];
  const isPlain =
    (UNQUOTED.test(written) && !INDICATED.test(written) && !WORDS_OF_YAML.has(written.toLowerCase())) ||
    VERSION.test(written);
  return isPlain ? written : undefined;
}
