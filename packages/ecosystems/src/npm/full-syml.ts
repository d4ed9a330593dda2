import { parseSyml } from '@yarnpkg/parsers';

/** Any text of Yarn's format; `undefined` when it is damaged. Loaded only for texts that `readOutline` gives back. */
export function parseFullSyml(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return parseSyml(text);
  } catch {
    return undefined;
  }
}
