/** What a distribution says of itself in its METADATA or PKG-INFO. Texts are as written. */
export interface Metadata {
  readonly name?: string;
  readonly version?: string;
  readonly summary?: string;
  /** Dependency specifiers. */
  readonly requires: readonly string[];
}

/** Reads the header fields that are needed; the long description after the first empty line is not looked at. */
export function readMetadata(text: string): Metadata {
  const single = new Map<string, string>();
  const requires: string[] = [];
  for (const [field, value] of fieldsOf(text)) {
    if (field === 'requires-dist') requires.push(value);
    else if (!single.has(field) && WANTED.has(field)) single.set(field, value);
  }
  const [name, version, summary] = ['name', 'version', 'summary'].map((field) => single.get(field));
  return {
    ...(name ? { name } : {}),
    ...(version ? { version } : {}),
    ...(summary ? { summary } : {}),
    requires,
  };
}

const WANTED: ReadonlySet<string> = new Set(['name', 'version', 'summary']);

/** Header fields in order; a line that begins with a blank continues the field above. */
function* fieldsOf(text: string): Generator<readonly [field: string, value: string]> {
  let field = '';
  let value = '';
  let start = 0;
  while (start < text.length) {
    let end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    const line = text.slice(start, text[end - 1] === '\r' ? end - 1 : end);
    start = end + 1;
    if (line === '') break;
    if (line.startsWith(' ') || line.startsWith('\t')) {
      value += ` ${line.trim()}`;
      continue;
    }
    if (field !== '') yield [field, value];
    const colon = line.indexOf(':');
    field = colon < 0 ? '' : line.slice(0, colon).trim().toLowerCase();
    value = colon < 0 ? '' : line.slice(colon + 1).trim();
  }
  if (field !== '') yield [field, value];
}
