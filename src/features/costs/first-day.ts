import type { CostRecord } from "../../platform/cloud/costs/usage.ts";
import { type Day, addDays } from "../../lib/day.ts";
import type { CostLedger } from "./ledger/ledger.ts";
import type { DaySpan } from "../../lib/period/spans.ts";

// What one request brings.
const daysAWindow = 31;

/**
 * The first day after `after` with costs that are wanted, if there are any in the last 31 days; found in a few looks,
 * since costs that have begun go on. `fetch` brings days to the ledger.
 */
export async function firstCostDay(
  ledger: Pick<CostLedger, "days">,
  fetch: (span: DaySpan) => Promise<void>,
  { after, today, isWanted }: { after: Day; today: Day; isWanted: (record: CostRecord) => boolean },
): Promise<Day | undefined> {
  const windows = windowsBetween(addDays(after, 1), today);
  const firstIn = async (window: DaySpan | undefined) => {
    if (!window) return undefined;
    await fetch(window);
    return firstWanted(ledger, window, isWanted);
  };
  let found = await firstIn(windows.at(-1));
  for (let [low, high] = [0, windows.length - 1]; found !== undefined && low < high;) {
    const middle = Math.floor((low + high) / 2);
    const earlier = await firstIn(windows[middle]);
    if (earlier === undefined) low = middle + 1;
    else [found, high] = [earlier, middle];
  }
  return found;
}

/** The last one ends with `to`, and only the first may be short. */
function windowsBetween(from: Day, to: Day): DaySpan[] {
  const windows: DaySpan[] = [];
  for (let end = to; end >= from; end = addDays(end, -daysAWindow)) {
    const begin = addDays(end, 1 - daysAWindow);
    windows.unshift({ from: begin < from ? from : begin, to: end });
  }
  return windows;
}

async function firstWanted(
  ledger: Pick<CostLedger, "days">,
  span: DaySpan,
  isWanted: (record: CostRecord) => boolean,
): Promise<Day | undefined> {
  for await (const { day, records } of ledger.days(span)) if (records.some(isWanted)) return day;
  return undefined;
}
