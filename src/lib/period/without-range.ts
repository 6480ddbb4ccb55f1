import { type CostRange, readCostRange } from "./range.ts";

// Far more than any range has.
const maxRangeWords = 14;

/** Takes out the most words at a beginning or an end that read as a range. The rest stays as one text. */
export function withoutRange(parts: string[][], today: Date): { range?: CostRange; left: string } {
  for (let count = maxRangeWords; count > 0; count -= 1) {
    for (const [index, part] of parts.entries()) {
      for (const start of part.length < count ? [] : new Set([0, part.length - count])) {
        const range = readCostRange(part.slice(start, start + count).join(" "), today);
        if (range) return { range, left: leftOf(parts.with(index, part.toSpliced(start, count))) };
      }
    }
  }
  return { left: leftOf(parts) };
}

function leftOf(parts: string[][]): string {
  return parts
    .flat()
    .join(" ")
    .replace(/^[ ,;]+|[ ,;]+$/g, "");
}
