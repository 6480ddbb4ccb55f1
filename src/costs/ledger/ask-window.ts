import { type CostRecord, type UsageCost, readUsageCost } from "../../cloud/usage-cost.ts";
import { type Breather, breather } from "../../lib/breather.ts";
import { type Day, daysFrom, utcDay } from "../../lib/day.ts";
import { exactSum, addTo, readAmount, totalOfSum } from "../../lib/exact-sum.ts";
import { isNegligible } from "../../lib/money.ts";
import type { KeptCostDay } from "../../store/cost-days.ts";
import type { DaySpan } from "../named-ranges.ts";
import { type ShapeIds, encodeBody } from "./body.ts";
import type { LedgerParts } from "./parts.ts";
import { type Patience, askPatiently, takeTurn } from "./patience.ts";
import { standingOf } from "./standing.ts";

/** Asks the cloud for at most 31 days and keeps each day that was not final yet, one without records too. */
export async function askWindow(parts: LedgerParts, window: DaySpan, patience: Patience): Promise<void> {
  const asked = { from_date: window.from, to_date: window.to };
  const askedAt = parts.now();
  const report = await askPatiently(async () => {
    await takeTurn(parts.budget, patience);
    return parts.cloud.call(readUsageCost, { query: asked });
  }, patience);
  const breathe = breather();
  await checkGrandTotal(parts, window, report, breathe);
  await keep(parts, { window, records: report.costs, askedAt, breathe });
}

async function keep(
  { costDays }: LedgerParts,
  {
    window,
    records,
    askedAt,
    breathe,
  }: { window: DaySpan; records: readonly CostRecord[]; askedAt: Date; breathe: Breather },
): Promise<void> {
  const days = daysFrom(window.from, window.to);
  const before = await costDays.states(days);
  const byDay = Map.groupBy(records, ({ date }) => date);
  const context = { today: utcDay(askedAt), lastLocked: lastLocked(records, window) };
  const ids: ShapeIds = new Map();
  const kept: KeptCostDay[] = [];
  for (const day of days.filter((each) => before.get(each)?.standing !== "final")) {
    const ofDay = byDay.get(day) ?? [];
    const standing = standingOf(day, ofDay, context);
    kept.push({ day, standing, fetchedAtMs: askedAt.getTime(), body: encodeBody(ofDay, ids) });
    await breathe();
  }
  await costDays.save(kept, new Map([...ids].map(([text, id]) => [id, text])));
}

function lastLocked(records: readonly CostRecord[], { from, to }: DaySpan): Day | undefined {
  return records
    .filter(({ locked, date }) => locked && date >= from && date <= to)
    .map(({ date }) => date)
    .reduce<Day | undefined>((last, date) => (last === undefined || date > last ? date : last), undefined);
}

/** The records count; where the cloud's own sum says something else, that is worth a line in the log. */
async function checkGrandTotal(
  { log }: LedgerParts,
  window: DaySpan,
  { costs, grandTotalCredits }: UsageCost,
  breathe: Breather,
): Promise<void> {
  const [sum, scratch] = [exactSum(), exactSum()];
  for (const { totalCredits } of costs) {
    addTo(sum, readAmount(scratch, totalCredits));
    await breathe();
  }
  const added = totalOfSum(sum);
  if (isNegligible(added.minus(grandTotalCredits))) return;
  log?.warn(
    { ...window, reported: grandTotalCredits, added: added.toString() },
    "The cloud's grand total of costs is not what its records add up to",
  );
}
