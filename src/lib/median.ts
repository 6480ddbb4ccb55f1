/** The value in the middle; of an even count, the mean of the two in the middle; undefined for none. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const [below, above] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  // Half of each, as the sum of two very large ones would be too large.
  return below === undefined || above === undefined ? undefined : below / 2 + above / 2;
}
