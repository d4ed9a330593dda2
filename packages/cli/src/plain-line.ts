import type { ListOptions } from './commands/list.ts';
import type { SharedOptions } from './main.ts';

/** A line that needs no parser. */
export interface PlainLine {
  readonly command: 'list' | 'status';
  readonly options: SharedOptions & ListOptions;
}

const SHARED: Readonly<Record<string, Partial<SharedOptions>>> = {
  '--json': { json: true },
  '--no-color': { color: false },
  '--no-cache': { cache: false },
};

const FLAGS: Readonly<Record<PlainLine['command'], Readonly<Record<string, Partial<PlainLine['options']>>>>> = {
  list: { ...SHARED, '--direct': { direct: true }, '--all': { all: true } },
  status: SHARED,
};

/**
 * Reads a line of `list` or `status` and flags spelled in full, the lines that are asked most. The library that reads
 * all others takes as long to load as such an answer. `undefined` for any other line, faulty ones too.
 */
export function readPlainLine([command, ...flags]: readonly string[]): PlainLine | undefined {
  if (command !== 'list' && command !== 'status') return undefined;
  let options: PlainLine['options'] = { color: true, cache: true };
  for (const flag of flags) {
    const set = Object.hasOwn(FLAGS[command], flag) ? FLAGS[command][flag] : undefined;
    if (set === undefined) return undefined;
    options = { ...options, ...set };
  }
  return { command, options };
}
