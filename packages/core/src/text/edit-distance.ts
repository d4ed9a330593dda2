/** Characters of each text that count: longer than any name of a library. */
const CHARACTERS = 256;

/** How many characters have to be added, taken away or replaced to make one text of the other. */
export function editDistance(a: string, b: string): number {
  const [first, second] = [[...a.slice(0, CHARACTERS)], [...b.slice(0, CHARACTERS)]];
  let row = second.map((_, index) => index + 1);
  for (const [above, character] of first.entries()) {
    let corner = above;
    let left = above + 1;
    row = row.map((up, index) => {
      left = Math.min(up + 1, left + 1, corner + (second[index] === character ? 0 : 1));
      corner = up;
      return left;
    });
  }
  return row.at(-1) ?? first.length;
}
