import { isPackageName } from './names.ts';

/** Splits `name@range`, where both may begin with `@`; `undefined` when the name is none. */
export function splitPattern(pattern: string): { readonly name: string; readonly range: string } | undefined {
  const at = pattern.indexOf('@', 1);
  const name = at < 0 ? pattern : pattern.slice(0, at);
  return isPackageName(name) ? { name, range: at < 0 ? '' : pattern.slice(at + 1) } : undefined;
}
