/**
 * Orders two versions of one library, whatever its ecosystem: negative when `a` is older. Numbers count as numbers, a
 * pre-release stands before its release, build metadata does not count. Good enough to tell the newest of what lies on
 * a machine; whether a version meets a requirement is for each ecosystem to say.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const order = compareParts(left[index], right[index]);
    if (order !== 0) return order;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Versions are far shorter; the rest of a longer text decides nothing. */
const CHARACTERS = 128;

/** Runs of digits and of letters. */
function partsOf(version: string): readonly string[] {
  const end = version.indexOf('+');
  const text = version.slice(0, end < 0 ? CHARACTERS : Math.min(end, CHARACTERS)).toLowerCase();
  return (text.startsWith('v') ? text.slice(1) : text).match(/\d+|[a-z]+/g) ?? [];
}

function compareParts(a: string | undefined, b: string | undefined): number {
  const [rankA, rankB] = [rankOf(a), rankOf(b)];
  if (rankA !== rankB) return rankA - rankB;
  if (a === undefined || b === undefined || rankA < NUMBER) return compareTexts(a ?? '', b ?? '');
  const [left, right] = [withoutZeros(a), withoutZeros(b)];
  return left.length - right.length || compareTexts(left, right);
}

const NUMBER = 2;

/** `1.0` is `1.0.0`, `1.0-rc` is older, `1.0.1` newer; words that only name a release or what it is for are neither. */
function rankOf(part: string | undefined): number {
  if (part === undefined) return 0;
  if (/^\d/.test(part)) return withoutZeros(part) === '' ? 0 : NUMBER;
  return part === 'post' || part === 'sp' ? 1 : RELEASES.has(part) ? 0 : -1;
}

const RELEASES: ReadonlySet<string> = new Set(['final', 'ga', 'release', 'jre', 'android', 'incompatible']);

function withoutZeros(digits: string): string {
  return digits.replace(/^0+/, '');
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
