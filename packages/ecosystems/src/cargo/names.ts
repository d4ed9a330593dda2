/** What cargo accepts as the name of a published crate. Anything else never becomes part of a path or an identity. */
export function isCrateName(text: unknown): text is string {
  return typeof text === 'string' && /^[A-Za-z0-9_-]+$/.test(text);
}

/** A complete semantic version: safe as part of a folder name, since it holds no separator. */
export function isVersion(text: unknown): text is string {
  return typeof text === 'string' && /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/.test(text);
}
