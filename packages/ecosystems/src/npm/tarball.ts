import { type Origin, publicAddress } from './origin.ts';

/**
 * True when the address of a tarball has the form that registries give theirs, `…/name/-/…` or `…/@scope/name/-/…`, and
 * the name in it is another one: whatever the lockfile calls it, that package is what arrives. A relative address starts
 * from a registry. False for addresses of any other form.
 */
export function namesAnother(address: string, name: string): boolean {
  if (namesPlainly(address, name)) return false;
  const path = address === '' ? undefined : pathOf(address);
  const end = path?.lastIndexOf('/-/') ?? -1;
  if (path === undefined || end < 0) return false;
  const [scope = '', last] = ['', ...path.slice(0, end).split('/').filter(Boolean)].slice(-2);
  if (last === undefined) return false;
  return (scope.startsWith('@') ? `${scope}/${last}` : last) !== name;
}

/** Nearly every address does, and to take one apart costs more than reading its entry. */
function namesPlainly(address: string, name: string): boolean {
  const hash = address.indexOf('#');
  const plain = hash < 0 ? address : address.slice(0, hash);
  if (!plain.endsWith(`/${name}`, plain.lastIndexOf('/-/'))) return false;
  return PLAIN.test(plain) && !plain.includes('/.') && (name.startsWith('@') || !plain.includes('@'));
}

/** Signs that stand for themselves in an address. */
const PLAIN = /^[\w.:/@+-]+$/;

/** Where that other package comes from. */
export function sentInstead(address: string): Origin {
  const shown = /^https?:/.test(address) ? publicAddress(address) : undefined;
  return { source: 'url', ...(shown === undefined ? {} : { address: shown }) };
}

/** The decoded path of an address, without steps upwards; `undefined` where it is none. */
function pathOf(address: string): string | undefined {
  if (!URL.canParse(address, BASE)) return undefined;
  const { pathname } = new URL(address, BASE);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

const BASE = 'https://host.invalid/';
