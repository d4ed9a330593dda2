/** A text as a shell takes it for one word. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
