const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 3 });

/** A number in as few characters as a picture has room for: "0", "12.5", "1.23k", "4.5M". */
export function compactNumber(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 0.001 || size >= 1e15) return Number(value.toPrecision(2)).toExponential();
  return compact.format(value).replace("K", "k");
}
