import { LIMITS } from '@skillscope/core';
import { FAILSAFE_SCHEMA, loadAll, YAMLException } from 'js-yaml';

/** Aliases a file of a package manager may use; none that they write has any. */
const ALIASES = 100;

export type FullYaml =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly line?: number };

/** The last document of any YAML text, every scalar as text. Loaded only for texts that `readOutline` gives back. */
export function parseFullYaml(text: string): FullYaml {
  try {
    const options = { schema: FAILSAFE_SCHEMA, maxDepth: LIMITS.valueDepth, maxAliases: ALIASES };
    return { ok: true, value: loadAll(text, options).at(-1) };
  } catch (error) {
    if (!(error instanceof YAMLException)) return { ok: false, message: 'it is damaged' };
    return { ok: false, message: error.reason, ...(error.mark ? { line: error.mark.line + 1 } : {}) };
  }
}
