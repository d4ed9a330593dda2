/** Packages taken from the worklist between two turns of the event loop. */
const PACKAGES_PER_TURN = 5_000;

/**
 * Who uses what, directly or through others: spreads the numbers of the users along `uses` until nothing changes.
 * Every user is one bit, so hundreds of members over thousands of packages take one pass in most projects.
 *
 * @param direct packages with the numbers (0 to `users` - 1) of those who use them directly
 */
export async function spreadUsers<Package>(
  direct: ReadonlyMap<Package, readonly number[]>,
  users: number,
  uses: (used: Package) => readonly Package[],
  breathe: () => Promise<void>,
): Promise<ReadonlyMap<Package, readonly number[]>> {
  const words = Math.ceil(users / 32);
  const bits = new Map<Package, Uint32Array>();
  const waiting = new Set<Package>();
  for (const [used, numbers] of direct) {
    const own = new Uint32Array(words);
    for (const number of numbers) own[number >>> 5] = (own[number >>> 5] ?? 0) | (1 << (number & 31));
    bits.set(used, own);
    waiting.add(used);
  }

  let taken = 0;
  for (const current of waiting) {
    waiting.delete(current);
    if (++taken % PACKAGES_PER_TURN === 0) await breathe();
    const from = bits.get(current);
    if (!from) continue;
    for (const used of uses(current)) {
      let to = bits.get(used);
      if (!to) {
        to = new Uint32Array(words);
        bits.set(used, to);
      }
      if (addAll(to, from)) waiting.add(used);
    }
  }
  return new Map([...bits].map(([used, own]) => [used, numbersIn(own, users)]));
}

function addAll(to: Uint32Array, from: Uint32Array): boolean {
  let changed = false;
  for (let word = 0; word < to.length; word++) {
    const before = to[word] ?? 0;
    const after = (before | (from[word] ?? 0)) >>> 0;
    if (after === before) continue;
    to[word] = after;
    changed = true;
  }
  return changed;
}

function numbersIn(bits: Uint32Array, users: number): readonly number[] {
  const numbers: number[] = [];
  for (let number = 0; number < users; number++)
    if ((bits[number >>> 5] ?? 0) & (1 << (number & 31))) numbers.push(number);
  return numbers;
}
