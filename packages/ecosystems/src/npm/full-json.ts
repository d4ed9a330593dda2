import { type ParseError, parse } from 'jsonc-parser';

/** JSON with comments and trailing commas; a fault is told by its position. Loaded only where plain JSON does not do. */
export function parseFullJson(
  text: string,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly position: number } {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const first = errors[0];
  return first ? { ok: false, position: first.offset } : { ok: true, value };
}
