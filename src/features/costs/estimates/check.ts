import type { Decimal } from "decimal.js";
import { z } from "zod";
import { type Day, addDays, humanDays, utcDay } from "../../../lib/day.ts";
import { hourMs } from "../../../lib/duration.ts";
import { AppError, attempt, isAppError } from "../../../lib/errors.ts";
import {
  type CreditPrice,
  Credits,
  changeBetween,
  formatCost,
  formatCredits,
  separated,
  sum,
} from "../../../lib/money.ts";
import { declareSchedule, settings } from "../../../platform/as-code/declare-schedule.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { say } from "../../../platform/blocks/reply.ts";
import { postOnce } from "../../../platform/jobs/post-once.ts";
import { scheduleFacts } from "../../../platform/jobs/schedules/kept-schedules.ts";
import {
  type ScheduleStep,
  type ScheduleSteps,
  ServiceOfSchedule,
  placeOfSchedule,
  wakeSchedule,
} from "../../../platform/jobs/schedules/schedules.ts";
import type { CostsContext } from "../context.ts";
import type { CostDay } from "../ledger/kept-days.ts";
import { computeCreditsOf, isOf } from "./compute-rate.ts";
import { type DayCredits, PerDay } from "./price.ts";

/** Whether a new service costs what was estimated: told once, in the thread of its announcement. */
const EstimateCheck = z.object({
  ...scheduleFacts,
  kind: z.literal("estimate"),
  service: ServiceOfSchedule,
  /** The announcement's timestamp. */
  threadTs: z.string(),
  /** The estimated compute of a day, in credits. */
  perDay: PerDay,
});
type EstimateCheck = z.output<typeof EstimateCheck>;

const daysNeeded = 7;
/** A cloud that has not closed a week by then never does. */
const givenUpAfterDays = 45;
const checkEveryMs = 6 * hourMs;

/** Checks of estimates. */
export const estimateChecks: ScheduleSteps<CostsContext, EstimateCheck> = {
  ...declareSchedule({
    kind: "estimate",
    record: EstimateCheck,
    subject: () => "The check of an estimate",
    command: () => "/db costs",
    settings: settings({ ...placeOfSchedule, service: ServiceOfSchedule }),
    name: ({ service }) => service.name,
  }),
  advance,
};

/** Compares a new service's costs with its estimate once seven whole days of it are final. The same again changes nothing. */
export async function checkEstimate(
  requestId: string,
  about: Pick<EstimateCheck, "channelId" | "threadTs" | "connection" | "createdBy" | "service"> & {
    perDay: PerDay;
  },
  context: CostsContext,
): Promise<void> {
  const check: EstimateCheck = {
    ...about,
    id: `estimate-${requestId}`,
    kind: "estimate",
    createdAt: context.now().toISOString(),
  };
  await context.schedules.add(check);
  await wakeSchedule(context, check);
}

async function advance(check: EstimateCheck, context: CostsContext): Promise<ScheduleStep> {
  const today = utcDay(context.now());
  const first = addDays(utcDay(new Date(check.createdAt)), 1);
  if (today > addDays(first, givenUpAfterDays)) return end(check, context);
  // The eighth day begins when the seventh is over.
  const due = Date.parse(addDays(first, daysNeeded));
  const waitMs = due - context.now().getTime();
  if (waitMs > 0) return { againInMs: waitMs };
  const read = await attempt(() => readFirstDays(check, first, today, context));
  if (read instanceof AppError || read === undefined) return { againInMs: checkEveryMs };
  await tell(check, read, context);
  return end(check, context);
}

async function end({ id }: EstimateCheck, { schedules }: CostsContext): Promise<"done"> {
  await schedules.remove(id);
  return "done";
}

interface FirstDays {
  from: Day;
  to: Day;
  compute: Decimal;
  total: Decimal;
}

/** The first seven final days; undefined while fewer are final. */
async function readFirstDays(
  { connection, service }: EstimateCheck,
  first: Day,
  today: Day,
  { ledgerOf }: CostsContext,
): Promise<FirstDays | undefined> {
  const ledger = ledgerOf(connection);
  const span = { from: first, to: addDays(today, -1) };
  await ledger.fetch([span]);
  const final: CostDay[] = [];
  for await (const day of ledger.days(span)) if (day.locked && final.length < daysNeeded) final.push(day);
  const [begin, last] = [final[0], final[daysNeeded - 1]];
  if (!begin || !last) return undefined;
  const own = final.flatMap(({ records }) => records.filter((record) => isOf(record, service.serviceId)));
  return {
    from: begin.day,
    to: last.day,
    compute: computeCreditsOf(service.serviceId, own).div(daysNeeded),
    total: sum(own.map(({ totalCredits }) => totalCredits)).div(daysNeeded),
  };
}

async function tell(check: EstimateCheck, days: FirstDays, context: CostsContext): Promise<void> {
  const { id, channelId, threadTs, connection } = check;
  const price = await context.creditPrices.of(connection);
  try {
    const reply = say(outcomeText(check, days, price));
    await postOnce(context, { key: `estimate:${id}`, channelId, threadTs, reply });
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
    context.log.info({ err: error, scheduleId: id }, "couldn't compare an estimate in its thread");
  }
}

// What people read about an estimate afterwards, in mrkdwn.

interface Checked {
  name: string;
  from: Day;
  to: Day;
  /** A day, on average. */
  compute: Decimal;
  total: Decimal;
  estimate: DayCredits;
  price: CreditPrice | undefined;
}

/** How the first final days compare with the estimate. */
function checked({ name, from, to, compute, total, estimate, price }: Checked): string {
  const { low, usual, high } = estimate;
  const actual = `*${escapeName(name)}* used *${formatCost(compute, price)}* of compute a day in its first 7 final days (${humanDays(from, to)}).`;
  const expected = `The estimate was about ${formatCredits(usual, price)} (${formatCredits(low)} idle, ${formatCredits(high)} flat out)`;
  const all = `With storage and the rest it cost ${formatCost(total, price)} a day.`;
  return [actual, `${expected}, ${verdict(compute, estimate)}.`, all].join(" ");
}

function verdict(compute: Decimal, { low, usual, high }: DayCredits): string {
  const change = changeBetween(compute, usual);
  const size = change ? `${separated(change.percent.abs(), 0)}% ${compute.gt(usual) ? "more" : "less"}` : "";
  const isWithin = compute.gte(low) && compute.lte(high);
  if (isWithin) return size === "" ? "so it was right" : `so this is within it, ${size} than the usual day`;
  return `so it was wrong: this is ${size === "" ? "more" : size}`;
}

function outcomeText(
  { service, perDay }: EstimateCheck,
  days: FirstDays,
  price: CreditPrice | undefined,
): string {
  const estimate = {
    low: new Credits(perDay.low),
    usual: new Credits(perDay.usual),
    high: new Credits(perDay.high),
  };
  return checked({ name: service.name, ...days, estimate, price });
}
