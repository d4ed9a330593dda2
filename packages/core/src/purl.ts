import { PackageURL } from 'packageurl-js';

export interface PurlParts {
  readonly type: string;
  /** Full name as the registry spells it, e.g. `@tanstack/db` or `github.com/octohelm/gengo`. */
  readonly name: string;
  readonly version?: string;
  readonly qualifiers?: Readonly<Record<string, string>>;
}

/**
 * Builds a package URL. The name is split at its last `/` into namespace and name.
 * Never throws on foreign names: characters a purl cannot carry are percent-encoded.
 */
export function toPurl(parts: PurlParts): string {
  const slash = parts.name.lastIndexOf('/');
  const namespace = slash > 0 ? parts.name.slice(0, slash) : undefined;
  const name = slash > 0 ? parts.name.slice(slash + 1) : parts.name;
  return new PackageURL(parts.type, namespace, name, parts.version, parts.qualifiers, undefined).toString();
}

/** Reads a package URL; `undefined` when the text is not one. */
export function parsePurl(text: string): PurlParts | undefined {
  if (!text.startsWith('pkg:')) return undefined;
  try {
    const url = PackageURL.fromString(text);
    if (!url.type || !url.name) return undefined;
    return {
      type: url.type,
      name: url.namespace ? `${url.namespace}/${url.name}` : url.name,
      ...(url.version ? { version: url.version } : {}),
      ...(url.qualifiers ? { qualifiers: url.qualifiers } : {}),
    };
  } catch {
    return undefined;
  }
}
