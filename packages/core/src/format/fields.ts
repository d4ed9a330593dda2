/**
 * The value of a field whose name vendors spell in different ways: `when_to_use`, `when-to-use` or `whenToUse`.
 * The spelling asked for comes first, then snake, kebab and camel case.
 */
export function spelled<T>(name: string, get: (key: string) => T | undefined): T | undefined {
  for (const key of spellingsOf(name)) {
    const value = get(key);
    if (value !== undefined) return value;
  }
  return undefined;
}

export function spellingsOf(name: string): readonly string[] {
  const words = name.split(/[-_]/);
  const camel = words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
  return [...new Set([name, words.join('_'), words.join('-'), camel])];
}

/** True for a map read from YAML, which has no prototype, and for a plain object. */
export function isPlainMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
