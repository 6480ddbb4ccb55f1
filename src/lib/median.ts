/** The middle value; the mean of the two in the middle for an even count; undefined for none. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const [below, above] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  // Halve each first: the sum of two very large numbers would overflow.
  return below === undefined || above === undefined ? undefined : below / 2 + above / 2;
}
