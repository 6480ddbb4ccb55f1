import type { CostsContext } from "../context.ts";
import type { CostLedger } from "../ledger/ledger.ts";
import { postOnce } from "../../../platform/jobs/post-once.ts";
import { isAppError } from "../../../lib/errors.ts";
import { type Day, utcDay } from "../../../lib/day.ts";
import { sum } from "../../../lib/money.ts";
import type { DigestOrder, OpenDigest } from "./schedule.ts";
import { fetchCosts } from "../read-costs.ts";
import { lateChangesReply, type DayNow, afterLook } from "./late-changes.ts";
import { digestInWords, digestKey } from "./format-schedule.ts";
import { type Progress, isFollowed, looked, openDigests, told } from "./state.ts";
import { hourMs } from "../../../lib/duration.ts";

const lookEveryMs = 3 * hourMs;

/** Looks now and then whether days became final, and tells a digest's thread once of those that cost something else than it says. */
export async function followDigests(order: DigestOrder, context: CostsContext): Promise<Progress> {
  const before = await tellThreads(order, context);
  if (before === "ended" || !isTimeToLook(before, context.now())) return before;
  const after = await look(before, context);
  return typeof after === "string" ? after : tellThreads(after, context);
}

function isTimeToLook(order: DigestOrder, now: Date): boolean {
  const { lookAt } = order.state;
  return openDigests(order).some(isFollowed) && (lookAt === undefined || Date.parse(lookAt) <= now.getTime());
}

async function look(order: DigestOrder, context: CostsContext): Promise<Progress> {
  // From before the costs are asked for: what changes while they are read is seen by the next look.
  const now = context.now();
  const followed = openDigests(order).filter(isFollowed);
  const days = [...new Set(followed.flatMap(({ provisional }) => provisional.map(({ day }) => day)))];
  const spans = days.map((day) => ({ from: day, to: day }));
  const orderInWords = digestInWords(order);
  if (!(await fetchCosts(context, order, { spans, orderInWords }))) return "refused";
  const present = await daysNow(context.ledgerOf(order.connection), days);
  const lookAt = new Date(now.getTime() + lookEveryMs);
  const change = (present_: DigestOrder) =>
    looked(present_, lookAt, (digest) => afterLook(digest, present, utcDay(now)));
  return (await context.schedules.change(order, change)) ?? "ended";
}

async function daysNow(ledger: CostLedger, days: readonly Day[]): Promise<Map<Day, DayNow>> {
  const present = new Map<Day, DayNow>();
  for (const day of days) {
    for await (const { locked, records } of ledger.days({ from: day, to: day }))
      present.set(day, { locked, total: sum(records.map(({ totalCredits }) => totalCredits)) });
  }
  return present;
}

async function tellThreads(order: DigestOrder, context: CostsContext): Promise<DigestOrder | "ended"> {
  let present = order;
  for (const digest of openDigests(order).filter(({ changed }) => changed !== undefined)) {
    await tellThread(present, digest, context);
    const next = await context.schedules.change(present, (one) => told(one, digest));
    if (!next) return "ended";
    present = next;
  }
  return present;
}

async function tellThread(order: DigestOrder, digest: OpenDigest, context: CostsContext): Promise<void> {
  const { changed = [], place, from, to } = digest;
  if (!place) return;
  const key = `${digestKey(order, digest)}:changed:${changed[0]?.day}`;
  const reply = lateChangesReply(changed, `costs ${from} to ${to} by ${order.by}`);
  try {
    await postOnce(context, { key, channelId: place.channelId, threadTs: place.ts, reply });
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
    // The digest or its channel is gone, and with it those who would read this.
    context.log.info({ err: error, orderId: order.id }, "a digest's thread takes nothing any more");
  }
}
