/** What a distribution says of itself in its METADATA or PKG-INFO. Texts are as written. */
export interface Metadata {
  readonly name?: string;
  readonly version?: string;
  readonly summary?: string;
  /** Dependency specifiers. */
  readonly requires: readonly string[];
  /** 1-based line of the first that is no header field. */
  readonly faultyLine?: number;
}

/** Reads the header fields that are needed; the long description after the first empty line is not looked at. */
export function readMetadata(text: string): Metadata {
  const single = new Map<string, string>();
  const requires: string[] = [];
  let faultyLine: number | undefined;
  for (const { field, value, line } of fieldsOf(text)) {
    if (field === 'requires-dist') requires.push(value);
    else if (field === undefined) faultyLine ??= line;
    else if (!single.has(field) && WANTED.has(field)) single.set(field, value);
  }
  const [name, version, summary] = ['name', 'version', 'summary'].map((field) => single.get(field));
  return {
    ...(name ? { name } : {}),
    ...(version ? { version } : {}),
    ...(summary ? { summary } : {}),
    requires,
    ...(faultyLine === undefined ? {} : { faultyLine }),
  };
}

const WANTED: ReadonlySet<string> = new Set(['name', 'version', 'summary']);

interface Field {
  /** In lower case; absent for a line that is no field. */
  readonly field: string | undefined;
  readonly value: string;
  readonly line: number;
}

/** Header fields in order; a line that begins with a blank continues the field above. */
function* fieldsOf(text: string): Generator<Field> {
  let open: { field: string | undefined; value: string; line: number } | undefined;
  let start = 0;
  for (let number = 1; start < text.length; number += 1) {
    let end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    const line = text.slice(start, text[end - 1] === '\r' ? end - 1 : end);
    start = end + 1;
    if (line === '') break;
    if (open && /^[ \t]/.test(line)) {
      open.value += ` ${line.trim()}`;
      continue;
    }
    if (open) yield open;
    const colon = line.indexOf(':');
    const field = colon <= 0 ? undefined : line.slice(0, colon).trim().toLowerCase();
    open = { field, value: line.slice(colon + 1).trim(), line: number };
  }
  if (open) yield open;
}
