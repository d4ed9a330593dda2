import { cleanLine, renderEnvelope } from '@skillscope/core';
import type { ReadAnswer } from '../commands/read.ts';

/** The answer as text, for a terminal and for an MCP client alike. `boundary` is for tests. */
export function printRead(answer: ReadAnswer, boundary?: string): string {
  return [renderEnvelope(answer, answer.text, boundary), ...next(answer)].join('\n');
}

function next({ address, files, page, pages, trust }: ReadAnswer): string[] {
  if (trust === 'withheld') return [];
  const readable = files.slice(1).filter(({ kind }) => kind === 'text');
  const refused = files.length - 1 - readable.length;
  return [
    ...(page < pages ? [`Next: page ${page + 1} of ${pages}.`] : []),
    ...(readable.length > 0
      ? [`Files of ${cleanLine(address)} that can be read: ${readable.map(({ path }) => cleanLine(path)).join(', ')}`]
      : []),
    ...(refused > 0 ? [`Not served: ${refused} that ${refused === 1 ? 'is' : 'are'} no text.`] : []),
  ];
}
