import { parseSyml } from '@yarnpkg/parsers';
import { parseFullYaml } from './full-yaml.ts';

/** Any text of Yarn's format; `undefined` when it is damaged. Loaded only for texts that `readOutline` gives back. */
export function parseFullSyml(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    if (CLASSIC.test(text)) return parseSyml(text);
    // Yarn's parser expands every alias, of which a few lines make gigabytes.
    const yaml = parseFullYaml(text);
    return yaml.ok && isRecord(yaml.value) ? yaml.value : undefined;
  } catch {
    return undefined;
  }
}

/** How Yarn 1 begins its lockfile, a format of its own; later ones write YAML. */
const CLASSIC = /^(#.*\r?\n)*?#\s+yarn\s+lockfile\s+v1\r?\n/i;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
