export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The smallest value that so large a share of the values does not exceed; the mean of the two in the middle at half. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  if (share === 0.5 && sorted.length % 2 === 0) return (at(sorted.length / 2 - 1) + at(sorted.length / 2)) / 2;
  return at(Math.max(0, Math.ceil(share * sorted.length) - 1));
}
