import {
  type CostRecord,
  type UsageCost,
  assertUnderstood,
  readUsageCost,
} from "../../../platform/cloud/costs/usage.ts";
import { AppError } from "../../../lib/errors.ts";
import { type EventLoopYielder, eventLoopYielder } from "../../../lib/event-loop.ts";
import { type Day, daysFrom, humanDays, utcDay } from "../../../lib/day.ts";
import { addTo, exactSum, readAmount, totalOfSum } from "../../../lib/exact-sum.ts";
import { isNegligible } from "../../../lib/money.ts";
import { type DisputedTotal, type KeptCostDay, type LedgerParts, isFinal, statusOf } from "./kept-days.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { type ShapeIds, encodeBody, shapesIn } from "./body.ts";
import { paceOf, pacer, type WaitPolicy, callWithRetries, takeQuota } from "./pace.ts";

/** How to ask for a window. */
interface Asking {
  waitPolicy: WaitPolicy;
  /** True to replace final days too, except those that the cloud has no records for. */
  again?: boolean;
}

/**
 * Asks the cloud for at most 31 days and keeps each day that wasn't final yet, including days without records. Does not
 * keep a day with an unreadable record, and then fails as `upstream`.
 */
export async function askWindow(parts: LedgerParts, window: DaySpan, asking: Asking): Promise<void> {
  const askedAt = parts.now();
  const answer = await callWithRetries(async () => {
    await takeQuota(parts.requestQuota, asking.waitPolicy);
    return parts.cloud.call(readUsageCost, { query: { from_date: window.from, to_date: window.to } });
  }, asking.waitPolicy);
  if (answer.cameAsOne && window.from < window.to) return askEachDay(parts, window, asking);
  if (answer.cameAsOne) assertAsked(answer, window.from);
  const report = { ...answer, unclear: answer.unclear.filter((record) => isIn(window, record)) };
  const yieldIfLong = eventLoopYielder();
  const disputed = await disputedTotal(report, window, yieldIfLong);
  if (disputed) {
    const message = "The cloud's grand total of costs is not what its records add up to";
    parts.log?.warn({ ...disputed }, message);
  }
  await keep(parts, report, { window, askedAt, disputed, again: asking.again ?? false, yieldIfLong });
  assertUnderstood(report, window);
}

/** Asks for one day at a time, because a single object for several days may be their sum or one of them. */
async function askEachDay(parts: LedgerParts, { from, to }: DaySpan, asking: Asking): Promise<void> {
  const days = daysFrom(from, to);
  const next = pacer(asking.waitPolicy, paceOf(parts.requestsPerWindow), days.length);
  for (const day of days.toReversed()) {
    await next();
    await askWindow(parts, { from: day, to: day }, asking);
  }
}

function assertAsked({ costs, unclear }: UsageCost, day: Day): void {
  const other = [...costs, ...unclear].find(({ date }) => date !== day)?.date;
  if (other === undefined) return;
  const [asked, told] = [humanDays(day, day), humanDays(other, other)];
  const what = `I asked the cloud for the costs of ${asked}, and it answered with ${told}.`;
  throw new AppError("upstream", `${what} Tell an admin.`, { succeeded: true, happened: what });
}

async function keep(
  parts: LedgerParts,
  { costs, unclear, unclearTotal }: UsageCost,
  {
    window,
    askedAt,
    disputed,
    again,
    yieldIfLong,
  }: {
    window: DaySpan;
    askedAt: Date;
    disputed: DisputedTotal | undefined;
    again: boolean;
    yieldIfLong: EventLoopYielder;
  },
): Promise<void> {
  const { costDays, ending } = parts;
  const days = daysFrom(window.from, window.to);
  const states = await costDays.states(days);
  const byDay = Map.groupBy(costs, ({ date }) => date);
  const unread = new Set(unclearTotal === undefined ? unclear.map(({ date }) => date) : days);
  const final = days.filter((day) => {
    const state = states.get(day);
    return state !== undefined && isFinal(state) && state.ending === ending;
  });
  const staying = new Set(
    again
      ? await withRecords(
          costDays,
          final.filter((day) => !byDay.has(day) && !unread.has(day)),
        )
      : final,
  );
  // If the records do not explain the total, a day without records may still have cost something.
  const asked = {
    atMs: askedAt.getTime(),
    today: utcDay(askedAt),
    lastLocked: disputed ? undefined : lastLocked(costs, window),
  };
  const ids: ShapeIds = new Map();
  const kept: KeptCostDay[] = [];
  for (const day of days.filter((each) => !staying.has(each) && !unread.has(each))) {
    const ofDay = byDay.get(day) ?? [];
    const state = states.get(day);
    // A state that was read with another ending does not count.
    const before = disputed || state?.ending !== ending ? undefined : state;
    const status = statusOf(day, ofDay, { ...asked, before });
    kept.push({ day, ...status, ending, disputed, body: encodeBody(ofDay, ids) });
    await yieldIfLong();
  }
  await costDays.save(kept, new Map([...ids].map(([text, id]) => [id, text])));
  await costDays.drop(days.filter((day) => unread.has(day) && !staying.has(day)));
}

/** The days that are kept with records. A reread leaves final ones as they are if the cloud has no records for them. */
async function withRecords(costDays: LedgerParts["costDays"], days: readonly Day[]): Promise<Day[]> {
  const bodies = await costDays.bodies(days);
  return days.filter((_, index) => shapesIn(bodies[index] ?? encodeBody([], new Map())) !== "");
}

function lastLocked(records: readonly CostRecord[], window: DaySpan): Day | undefined {
  return records
    .filter((record) => record.locked && isIn(window, record))
    .map(({ date }) => date)
    .reduce<Day | undefined>((last = "", date) => (date > last ? date : last), undefined);
}

function isIn({ from, to }: DaySpan, { date }: Pick<CostRecord, "date">): boolean {
  return date >= from && date <= to;
}

/** The cloud's grand total, if it is the sum neither of the window's records nor of all records. The records count. */
async function disputedTotal(
  { costs, unclear, grandTotalCredits: reported }: UsageCost,
  window: DaySpan,
  yieldIfLong: EventLoopYielder,
): Promise<DisputedTotal | undefined> {
  if (reported === undefined || unclear.length > 0) return undefined;
  const [inWindow, all, scratch] = [exactSum(), exactSum(), exactSum()];
  for (const record of costs) {
    readAmount(scratch, record.totalCredits);
    addTo(all, scratch);
    if (isIn(window, record)) addTo(inWindow, scratch);
    await yieldIfLong();
  }
  const added = totalOfSum(inWindow);
  const agrees = [added, totalOfSum(all)].some((sum) => isNegligible(sum.minus(reported)));
  return agrees ? undefined : { ...window, reported, added: added.toNumber() };
}
