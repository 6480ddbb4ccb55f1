import { defaultNameOf, type ChoiceOfConnection } from "../connections/index.ts";
import type { CostsContext } from "./context.ts";
import { hasNoCosts } from "./answer/answer.ts";
import { isOf } from "./estimates/compute-rate.ts";
import { type MonthForecast, forecastSpan, readMonthForecast } from "./forecast.ts";
import { type CostSummary, summarizeCosts } from "./summary.ts";
import type { CostView, CostWords } from "./read-words.ts";
import { type Day, startOf, utcDay, addDays } from "../../lib/day.ts";
import type { Responder } from "../../platform/commands/command.ts";
import { readCosts } from "./read-costs.ts";
import { type CostService, findCostService } from "./service.ts";
import type { CostRecord } from "../../platform/cloud/costs/usage.ts";
import type { CostLedger } from "./ledger/ledger.ts";
import type { DaySpan } from "../../lib/period/spans.ts";

/** The part of the context that answers about costs need. */
export interface LoadingContext extends Pick<
  CostsContext,
  "ledgerOf" | "consoleOf" | "pictures" | "now" | "newId"
> {
  services: Pick<CostsContext["services"], "find" | "list" | "labels">;
  connections: ChoiceOfConnection;
}

/** The wanted costs, added up. */
export interface LoadedCosts {
  summary: CostSummary;
  view: CostView;
  connection: string;
  service?: CostService;
  /** The forecast of the present month, for periods that reach into it. */
  forecast?: MonthForecast;
  /** The first day with costs, for a period without costs. */
  firstDay?: Day;
}

/** Reads and adds up the wanted costs, reports progress, and prepares the picture renderer meanwhile. Fails as AppError. */
export async function loadCosts(
  { range, by, service: wanted }: CostWords,
  context: LoadingContext,
  responder: Responder,
): Promise<LoadedCosts> {
  context.pictures.prepare();
  const service =
    wanted === undefined
      ? undefined
      : await findCostService(wanted, context, { within: { range, responder } });
  const connection = service?.connection ?? (await defaultNameOf(context.connections));
  const ledger = context.ledgerOf(connection);
  // One moment for everything, because reading a long history may go past midnight.
  const now = context.now();
  const today = utcDay(now);
  const ahead = range.to >= startOf("month", today) ? [forecastSpan(today)] : [];
  await readCosts(ledger, [range, range.previous, ...ahead], responder);
  const summary = await summarizeCosts({
    range,
    current: ledger.days(range),
    previous: ledger.days(range.previous),
    serviceId: service?.id,
    labelsOf: (seen) => context.services.labels(seen),
  });
  return {
    summary,
    // One service listed by service would be a single row.
    view: service && by === "service" ? "metric" : by,
    connection,
    service,
    forecast: ahead.length > 0 ? await readMonthForecast(ledger, today, service?.id) : undefined,
    firstDay:
      hasNoCosts(summary) && summary.previousTotal.isZero()
        ? await firstCostDay(ledger, (span) => readCosts(ledger, [span], responder), {
            after: range.to,
            today,
            isWanted: (record) =>
              record.totalCredits !== 0 && (service === undefined || isOf(record, service.id)),
          })
        : undefined,
  };
}

// The days that one request can return.
const daysAWindow = 31;

/**
 * The first day after `after` with wanted costs, if the last 31 days have any. A binary search over windows finds it,
 * because costs that have begun go on. `fetch` brings days to the ledger.
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

/** Cuts the days into windows; the last one ends with `to`, and only the first may be short. */
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
