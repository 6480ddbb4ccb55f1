import type { Decimal } from "decimal.js";
import { z } from "zod";
import { credits, day, money, priceData, time } from "../../platform/commands/found.ts";
import { type Change, type CreditPrice, Credits, moneyText, sum } from "../../lib/money.ts";
import { costliestDay } from "./answer/notes.ts";
import type { Forecast } from "./forecast.ts";
import type { LoadedCosts } from "./load.ts";
import { type CostPart, type CostSummary, partsBy, unfinishedDay } from "./summary.ts";

// Costs as data for programs.

const span = z.object({ from: day.describe("The first day"), to: day.describe("The last day") });
/** A percentage is for reading. The exact amounts are the credits. */
const percent = z.number().describe("In percent, rounded to hundredths");

// More would be a file: `/db costs csv`.
const mostParts = 100;
const mostDays = 400;

const PartData = z.object({
  id: z
    .string()
    .describe("The id of the service or team, or the metric's name in the cloud's API. Empty for the rest"),
  name: z.string(),
  isService: z.boolean().optional().describe("False for what isn't a service, such as a warehouse"),
  credits: credits.describe("What it cost in these days"),
  money,
  creditsBefore: credits.describe("What it cost in the days that these are compared with"),
  sharePercent: percent.optional().describe("Its share of all costs, in percent"),
});

const DayData = z.object({
  day: day.describe("The day, in UTC"),
  credits: credits.describe("What the day cost"),
  money,
  creditsBefore: credits.optional().describe("What the day cost that it is compared with"),
  isProvisional: z.boolean().describe("True if the amount may still change"),
});

/** A forecast, as answers about costs and budgets have it. */
export const ForecastData = z.object({
  credits: credits.describe("The expected costs of the whole period"),
  soFarCredits: credits.describe("The costs of the period up to now"),
  creditsPerDay: credits.describe("What the remaining days are expected to cost each"),
  basis: span.describe("The days that this is taken from"),
});

/** The answer of `/db costs`. */
export const CostsData = z.object({
  ...span.shape,
  label: z.string().describe("The days in words"),
  connection: z.string().describe("The connection to the cloud that they are of"),
  service: z
    .object({ id: z.string(), name: z.string() })
    .optional()
    .describe("The service that they are of. Absent for all costs"),
  credits: credits.describe("All costs of these days, in credits"),
  money,
  creditPrice: priceData
    .optional()
    .describe("What a credit costs, if that is set. `money` is in its currency"),
  isOver: z.boolean().describe("False if the last day goes on"),
  isProvisional: z.boolean().describe("True if amounts may still change"),
  provisionalDays: z.int().describe("How many of these days may still change"),
  provisionalSince: day.optional().describe("The first day that may still change"),
  before: z
    .object({
      ...span.shape,
      credits: credits.describe("All costs of those days"),
      isProvisional: z.boolean().describe("True if amounts of those days may still change"),
      comparedCredits: credits.describe("The costs of the asked days that are over, to compare with"),
      changeCredits: credits.optional().describe("How much more the asked days cost"),
      changePercent: percent.optional().describe("The same, in percent. Absent if nothing can be compared"),
    })
    .describe("The days to compare with"),
  by: z.enum(["service", "team", "metric", "day"]).describe("What the rows are about"),
  parts: z
    .array(PartData)
    .optional()
    .describe(`By service, team or metric: the rows, the costliest first, at most ${mostParts}`),
  days: z.array(DayData).optional().describe(`By day: the rows, the newest first, at most ${mostDays}`),
  leftOut: z
    .object({ rows: z.int().describe("How many rows"), credits: credits.describe("What they cost together") })
    .optional()
    .describe("Rows that didn't fit. Ask for fewer days or one service to see them"),
  movers: z
    .array(
      z.object({
        kind: z.enum(["service", "metric"]).describe("What it is"),
        name: z.string(),
        credits: credits.describe("What it cost in the days that are over"),
        creditsBefore: credits.describe("What it cost before"),
      }),
    )
    .describe("What changed most, at most three"),
  monthForecast: ForecastData.extend({ month: day.describe("The first day of the month") })
    .optional()
    .describe("For this month, if the asked days reach into it"),
  costliestDay: z
    .object({ day: day.describe("The day"), credits: credits.describe("What it cost") })
    .optional()
    .describe("The day that cost most, of several"),
  warehouse: z
    .string()
    .optional()
    .describe("The service's warehouse, if that has costs of its own, which aren't counted here"),
  disputed: z
    .array(
      span.extend({
        reportedCredits: credits.describe("The total that the cloud reports"),
        addedCredits: credits.describe("What its records add up to"),
      }),
    )
    .describe("Days for which the cloud's total and its records differ"),
  firstDayWithCosts: day.optional().describe("If there are none in these days: the first day that has some"),
  asOf: time.describe("When this was read. Days that may still change are at most a few minutes older"),
});

/** The wanted costs. */
export function costsData(
  { summary, view, connection, service, forecast, firstDay }: LoadedCosts,
  at: Date,
): z.output<typeof CostsData> {
  const { range, total, provisional, movers, warehouseNote, disputed, price } = summary;
  const costliest = costliestDay(summary);
  return {
    from: range.from,
    to: range.to,
    label: range.label,
    connection,
    service: service && { id: service.id, name: service.name },
    credits: total.toFixed(),
    money: moneyText(total, price),
    creditPrice: price,
    isOver: unfinishedDay(range) === undefined,
    isProvisional: provisional.length > 0,
    provisionalDays: provisional.length,
    provisionalSince: provisional[0],
    before: beforeData(summary),
    by: view,
    ...rowsOf(summary, view),
    movers: movers.map(({ kind, name, compared, previous }) => ({
      kind,
      name,
      credits: compared.toFixed(),
      creditsBefore: previous.toFixed(),
    })),
    monthForecast: forecast && { ...forecastData(forecast), month: forecast.month },
    costliestDay: costliest && { day: costliest.day, credits: costliest.total.toFixed() },
    warehouse: warehouseNote,
    disputed: disputed.map(({ from, to, reported, added }) => ({
      from,
      to,
      reportedCredits: new Credits(reported).toFixed(),
      addedCredits: new Credits(added).toFixed(),
    })),
    firstDayWithCosts: firstDay,
    asOf: at.toISOString(),
  };
}

function beforeData({ range, previousTotal, provisionalBefore, comparedTotal, change }: CostSummary) {
  const { from, to } = range.previous;
  return {
    from,
    to,
    credits: previousTotal.toFixed(),
    isProvisional: provisionalBefore.length > 0,
    comparedCredits: comparedTotal.toFixed(),
    ...changeData(change),
  };
}

function changeData(change: Change | null): { changeCredits?: string; changePercent?: number } {
  return change ? { changeCredits: change.credits.toFixed(), changePercent: rounded(change.percent) } : {};
}

function rounded(percent: Decimal): number {
  return percent.toDecimalPlaces(2).toNumber();
}

function rowsOf(
  summary: CostSummary,
  view: LoadedCosts["view"],
): Pick<z.output<typeof CostsData>, "parts" | "days" | "leftOut"> {
  const { days, price } = summary;
  if (view === "day") {
    const newest = days.toReversed();
    return {
      days: newest.slice(0, mostDays).map((day) => dayData(day, price)),
      leftOut: leftOutOf(newest.slice(mostDays)),
    };
  }
  const parts = partsBy(view, summary);
  return {
    parts: parts.slice(0, mostParts).map((part) => partData(part, price)),
    leftOut: leftOutOf(parts.slice(mostParts)),
  };
}

function dayData(
  { day, total, previous, provisional }: CostSummary["days"][number],
  price: CreditPrice | undefined,
): z.output<typeof DayData> {
  return {
    day,
    credits: total.toFixed(),
    money: moneyText(total, price),
    creditsBefore: previous?.toFixed(),
    isProvisional: provisional,
  };
}

function partData(
  { id, name, isService, total, previous, share }: CostPart,
  price: CreditPrice | undefined,
): z.output<typeof PartData> {
  return {
    id,
    name,
    isService,
    credits: total.toFixed(),
    money: moneyText(total, price),
    creditsBefore: previous.toFixed(),
    sharePercent: share === null ? undefined : rounded(share),
  };
}

function leftOutOf(rows: readonly { total: Decimal }[]): { rows: number; credits: string } | undefined {
  if (rows.length === 0) return undefined;
  return { rows: rows.length, credits: sum(rows.map(({ total }) => total)).toFixed() };
}

// A mean has endless decimals, and a forecast is not known more exactly.
const forecastDecimals = 6;
const expectedAmount = (amount: Decimal) => amount.toDecimalPlaces(forecastDecimals).toFixed();

/** A forecast. */
export function forecastData({ expected, soFar, perDay, basis }: Forecast): z.output<typeof ForecastData> {
  return {
    credits: expectedAmount(expected),
    soFarCredits: soFar.toFixed(),
    creditsPerDay: expectedAmount(perDay),
    basis: { from: basis.from, to: basis.to },
  };
}
