import { createRequire } from 'node:module';

export interface PurlParts {
  readonly type: string;
  /** Full name as the registry spells it, e.g. `@tanstack/db` or `github.com/octohelm/gengo`. */
  readonly name: string;
  readonly version?: string;
  readonly qualifiers?: Readonly<Record<string, string>>;
}

/**
 * Builds a package URL. The name is split at its last `/` into namespace and name. Never throws on foreign parts:
 * characters a purl cannot carry are percent-encoded, what is no text at all (half of a surrogate pair) becomes U+FFFD,
 * and where the type's own rules refuse a name it is written as any other type's would be. A type that is none gives
 * `pkg:generic/…`, a name that is empty `pkg:<type>/unknown`: no registry has such a package.
 */
export function toPurl({ type, name: whole, version, qualifiers }: PurlParts): string {
  const isPlain = PLAIN_NAME.test(`${type}/${whole}`) && (version === undefined || PLAIN_VERSION.test(version));
  if (isPlain && qualifiers === undefined) {
    const path = whole.startsWith('@') ? `%40${whole.slice(1)}` : whole;
    return version === undefined ? `pkg:${type}/${path}` : `pkg:${type}/${path}@${version}`;
  }
  const text = wellFormed(whole);
  const slash = text.lastIndexOf('/');
  const namespace = slash > 0 ? text.slice(0, slash) : undefined;
  const name = slash > 0 ? text.slice(slash + 1) : text;
  const given =
    qualifiers && Object.fromEntries(Object.entries(qualifiers).map(([key, value]) => [key, wellFormed(value)]));
  const at = version === undefined ? undefined : wellFormed(version);
  const PackageURL = packageUrl();
  try {
    return new PackageURL(type, namespace, name, at, given, undefined).toString();
  } catch {
    return plainPurl({ type, name: text, ...(at === undefined ? {} : { version: at }), qualifiers: given ?? {} });
  }
}

/** What npm and Cargo call nearly everything: no rule of purls changes it, but for the `@` of a scope. */
const PLAIN_NAME = /^(?:npm\/(?:@[a-z0-9][a-z0-9._-]*\/)?|cargo\/)[a-z0-9][a-z0-9._-]*$/;
const PLAIN_VERSION = /^[0-9A-Za-z][0-9A-Za-z.-]*$/;

/** Loaded when it is needed, since most scans never do and it costs them a fiftieth. */
function packageUrl(): Library['PackageURL'] {
  library ??= createRequire(import.meta.url)('packageurl-js') as Library;
  return library.PackageURL;
}

type Library = typeof import('packageurl-js');
let library: Library | undefined;

/** By the rules that hold for every type. Qualifiers stay: one that is missing would make it a registry's. */
function plainPurl({ type, name, version, qualifiers = {} }: PurlParts): string {
  const kind = /^[a-z][a-z\d.+-]*$/i.test(type) ? type.toLowerCase() : 'generic';
  const path = name.split('/').filter((segment) => segment !== '');
  const at = version ? `@${encodeURIComponent(version)}` : '';
  const pairs = Object.entries(qualifiers)
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${encodeURIComponent(key.toLowerCase())}=${encodeURIComponent(value)}`);
  const query = pairs.length > 0 ? `?${pairs.join('&')}` : '';
  return `pkg:${kind}/${path.map(encodeURIComponent).join('/') || 'unknown'}${at}${query}`;
}

/** What can be encoded: half of a pair of surrogates cannot. */
function wellFormed(text: string): string {
  return LONE_SURROGATE.test(text) ? text.replace(LONE_SURROGATES, '\uFFFD') : text;
}

const LONE_SURROGATE = /\p{Surrogate}/u;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Reads a package URL; `undefined` when the text is not one. */
export function parsePurl(text: string): PurlParts | undefined {
  if (!text.startsWith('pkg:')) return undefined;
  const PackageURL = packageUrl();
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
