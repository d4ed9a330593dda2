/** The code in a notebook, as one text; empty when it is none. Lines of other languages and commands are left in. */
export function notebookCode(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return '';
  }
  const cells = fieldOf(value, 'cells');
  if (!Array.isArray(cells)) return '';
  return cells
    .filter((cell) => fieldOf(cell, 'cell_type') === 'code')
    .map((cell) => sourceOf(fieldOf(cell, 'source')))
    .join('\n');
}

/** One text, or its lines. */
function sourceOf(source: unknown): string {
  if (typeof source === 'string') return source;
  return Array.isArray(source) ? source.filter((line) => typeof line === 'string').join('') : '';
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
