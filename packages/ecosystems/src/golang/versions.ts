const NUMBER = '(0|[1-9]\\d{0,17})';
const PART = '[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*';

/** A canonical version; every identifier is bounded by a dot, so there is one way to match. */
const VERSION = new RegExp(`^v${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-(${PART}))?(?:\\+${PART})?$`);

/** Longest version kept; pseudo-versions have about 40 characters. */
const VERSION_CHARACTERS = 256;

/**
 * True for a complete version as Go selects and stores it, pseudo-versions and `+incompatible` too: safe as part of a
 * folder name. A branch, a commit or `v1` is none: Go replaces those before it builds.
 */
export function isVersion(text: string): boolean {
  return text.length <= VERSION_CHARACTERS && VERSION.test(text);
}

/** The order of semantic versions, build metadata aside: negative when `a` is older. Text that is no version is oldest. */
export function compareVersions(a: string, b: string): number {
  if (a === b) return 0;
  const left = VERSION.exec(a);
  const right = VERSION.exec(b);
  if (!left || !right) return (left ? 1 : 0) - (right ? 1 : 0);
  for (const part of [1, 2, 3]) {
    const order = compareNumbers(left[part] ?? '', right[part] ?? '');
    if (order !== 0) return order;
  }
  return comparePrereleases(left[4], right[4]);
}

function comparePrereleases(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
  const left = a.split('.');
  const right = b.split('.');
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = compareIdentifiers(left[index] ?? '', right[index] ?? '');
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareIdentifiers(a: string, b: string): number {
  const isNumber = [a, b].map((text) => /^\d+$/.test(text));
  if (isNumber[0] && isNumber[1]) return compareNumbers(a, b);
  if (isNumber[0] !== isNumber[1]) return isNumber[0] ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Numbers without leading zeros, as text: they may have more digits than a number can hold. */
function compareNumbers(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}
