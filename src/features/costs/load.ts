import { defaultNameOf, type ChoiceOfConnection } from "../connections/index.ts";
import type { CostsContext } from "./context.ts";
import { hasNoCosts } from "./answer/answer.ts";
import { isOf } from "./estimates/compute-rate.ts";
import { firstCostDay } from "./first-day.ts";
import { type MonthForecast, forecastSpan, readMonthForecast } from "./forecast/month-forecast.ts";
import { type CostSummary, summarizeCosts } from "./summary.ts";
import type { CostView, CostWords } from "./read-words.ts";
import { type Day, startOf, utcDay } from "../../lib/day.ts";
import type { Telling } from "../../platform/commands/command.ts";
import { readCosts } from "./reading.ts";
import { type CostService, findCostService } from "./service.ts";

/** What answers about costs are made from. */
export interface LoadingContext extends Pick<
  CostsContext,
  "ledgerOf" | "consoleOf" | "pictures" | "now" | "newId"
> {
  services: Pick<CostsContext["services"], "find" | "list" | "labels">;
  connections: ChoiceOfConnection;
}

/** What was asked for, found and added up. */
export interface LoadedCosts {
  summary: CostSummary;
  view: CostView;
  connection: string;
  service?: CostService;
  /** Where the present month is heading, for periods that reach into it. */
  forecast?: MonthForecast;
  /** The first day with costs at all, for periods that lie before it. */
  firstDay?: Day;
}

/** Reads and adds up what was asked for, and tells how far it is; what draws is made ready meanwhile. Fails as AppError. */
export async function loadCosts(
  { range, by, service: wanted }: CostWords,
  context: LoadingContext,
  telling: Telling,
): Promise<LoadedCosts> {
  context.pictures.prepare();
  const service =
    wanted === undefined ? undefined : await findCostService(wanted, context, { within: { range, telling } });
  const connection = service?.connection ?? (await defaultNameOf(context.connections));
  const ledger = context.ledgerOf(connection);
  // One moment for all of it: a long history may be read over midnight, and no day after is asked for.
  const now = context.now();
  const today = utcDay(now);
  const ahead = range.to >= startOf("month", today) ? [forecastSpan(today)] : [];
  await readCosts(ledger, [range, range.previous, ...ahead], telling);
  const summary = await summarizeCosts({
    range,
    current: ledger.days(range),
    previous: ledger.days(range.previous),
    serviceId: service?.id,
    labelsOf: (seen) => context.services.labels(seen),
  });
  return {
    summary,
    // One service by service would be one row.
    view: service && by === "service" ? "metric" : by,
    connection,
    service,
    forecast: ahead.length > 0 ? await readMonthForecast(ledger, today, service?.id) : undefined,
    firstDay:
      hasNoCosts(summary) && summary.previousTotal.isZero()
        ? await firstCostDay(ledger, (span) => readCosts(ledger, [span], telling), {
            after: range.to,
            today,
            isWanted: (record) =>
              record.totalCredits !== 0 && (service === undefined || isOf(record, service.id)),
          })
        : undefined,
  };
}
