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
  /** The field that is being read; empty for one that is not needed. */
  let field = '';
  let value = '';

  function close(): void {
    if (field === 'requires-dist') requires.push(value);
    else if (field !== '' && !single.has(field)) single.set(field, value);
    field = '';
  }

  let number = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const stop = newline < 0 ? text.length : newline;
    const end = stop > start && text[stop - 1] === '\r' ? stop - 1 : stop;
    if (end === start) break;
    number += 1;
    const first = text[start] ?? '';
    if ((first === ' ' || first === '\t') && number > 1) {
      if (field !== '') value += ` ${text.slice(start, end).trim()}`;
    } else {
      close();
      // Most fields are of no interest, and only have to be fields.
      const isWanted = INITIALS.includes(first);
      if (isWanted || faultyLine === undefined) {
        const colon = isWanted ? text.slice(start, end).indexOf(':') : text.indexOf(':', start) - start;
        if (colon <= 0 || colon >= end - start) faultyLine ??= number;
        else if (isWanted) {
          const name = text
            .slice(start, start + colon)
            .trim()
            .toLowerCase();
          if (WANTED.has(name)) {
            field = name;
            value = text.slice(start + colon + 1, end).trim();
          }
        }
      }
    }
    start = stop + 1;
  }
  close();
  const [name, version, summary] = ['name', 'version', 'summary'].map((wanted) => single.get(wanted));
  return {
    ...(name ? { name } : {}),
    ...(version ? { version } : {}),
    ...(summary ? { summary } : {}),
    requires,
    ...(faultyLine === undefined ? {} : { faultyLine }),
  };
}

const WANTED: ReadonlySet<string> = new Set(['name', 'version', 'summary', 'requires-dist']);

const INITIALS = 'nvsrNVSR';
