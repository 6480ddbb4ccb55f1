/** The median. For an even number of values, the higher of the two in the middle. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** One value as a multiple of another, with two decimals. */
export function ratio(value: number, baseline: number): string {
  return (value / baseline).toFixed(2);
}

/** Prints rows of equal length under a title, in columns. All but the first are aligned right. */
export function printTable(title: string, rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  "),
  );
  console.log(["", title, ...lines].join("\n"));
}
