/** Tells the 1-based line of a place in the text. The text is read once, when the first place is asked for. */
export function lineNumbers(text: string): (index: number) => number {
  let feeds: number[] | undefined;
  return (index) => {
    feeds ??= findFeeds(text);
    let low = 0;
    let high = feeds.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((feeds[middle] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

function findFeeds(text: string): number[] {
  const feeds: number[] = [];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) feeds.push(at);
  return feeds;
}
