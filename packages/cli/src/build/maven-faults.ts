import { cleanLine } from '@skillscope/core';

/** What Maven said is wrong, in its own words on one line each, with the module where it names one. */
export interface Faults {
  /** Takes the next piece of what Maven prints. */
  readonly hear: (text: string) => void;
  /** Of modules whose dependencies cannot be resolved. */
  readonly unresolved: () => readonly string[];
  /** The first of all; `undefined` when Maven named none. */
  readonly first: () => string | undefined;
}

/** Listens to a run of Maven. Keeps a bounded part of what it hears; each answer is cleaned and shortened. */
export function listenForFaults(): Faults {
  const lines: string[] = [];
  let rest = '';
  const keep = (line: string) => {
    const said = FAULT.exec(cleanLine(line))?.[1];
    if (said !== undefined && lines.length < KEPT_LINES) lines.push(said);
  };
  const all = () => {
    if (rest !== '') keep(rest);
    rest = '';
    return faultsIn(lines);
  };
  return {
    hear: (text) => {
      const pieces = (rest + text).split('\n');
      rest = (pieces.pop() ?? '').slice(0, LINE_CHARACTERS);
      for (const piece of pieces) keep(piece.slice(0, LINE_CHARACTERS));
    },
    unresolved: () => [...new Set(all().filter((text) => /resolve/i.test(text)))],
    first: () => all()[0] ?? lines.map(shortened).find((text) => text !== '' && !text.endsWith(':')),
  };
}

const KEPT_LINES = 400;
const LINE_CHARACTERS = 10_000;
/** Characters of one fault: the module, some artifacts and the reason. */
const FAULT_CHARACTERS = 300;
/** Maven 3.9 gives each artifact that is missing lines of its own. */
const FAULT_LINES = 12;

/** Of what it has gathered, Maven prints each line with a mark of its own, and some with two. */
const FAULT = /^(?:\[(?:ERROR|FATAL)\] ?){1,2}(.*)$/;
const MODULE = /^Failed to execute goal (?:\S+ (?:\(\S+\) )?)?on project ([^\s:]+): (.*)$/;
const END = ' -> [Help';

function faultsIn(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line, at) => {
    const [, module, said] = MODULE.exec(line) ?? [];
    if (module === undefined || said === undefined) return [];
    const parts = [said];
    for (const more of lines.slice(at + 1, at + FAULT_LINES)) {
      if (parts.at(-1)?.includes('-> [Help') || more === '' || MODULE.test(more)) break;
      parts.push(more);
    }
    return [shortened(`${module}: ${parts.join(' ')}`)];
  });
}

function shortened(text: string): string {
  const end = text.indexOf(END);
  return cleanLine(end < 0 ? text : text.slice(0, end), FAULT_CHARACTERS);
}
