import { Decimal } from "decimal.js";
import { z } from "zod";
import { type Day, countDays, daysFrom, humanDays, utcDay } from "../../../lib/day.ts";
import { AppError } from "../../../lib/errors.ts";
import { Numeric, maybe } from "../answer-fields.ts";
import { neutralWireNames } from "../connection.ts";
import { operation } from "../operation.ts";

/** The ten parts of a cost in the specification, with their labels for people. */
export const costMetrics = {
  storageCredits: "Storage",
  backupCredits: "Backups",
  computeCredits: "Compute",
  dataTransferCredits: "Data transfer",
  initialLoadCredits: "Initial load",
  publicDataTransferCredits: "Public data transfer",
  interRegionTier1DataTransferCredits: "Transfer between regions, tier 1",
  interRegionTier2DataTransferCredits: "Transfer between regions, tier 2",
  interRegionTier3DataTransferCredits: "Transfer between regions, tier 3",
  interRegionTier4DataTransferCredits: "Transfer between regions, tier 4",
} as const;

const known = neutralWireNames.credits;

const WireRecord = z.looseObject({
  /** YYYY-MM-DD, a day in UTC. */
  date: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}/)
    .transform((text) => text.slice(0, 10)),
  entityId: maybe(z.string()),
  entityName: maybe(z.string()),
  /** `datawarehouse`, `service`, and others that servers invent. */
  entityType: maybe(z.string()),
  serviceId: maybe(z.string()),
  dataWarehouseId: maybe(z.string()),
  metrics: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((metrics) => metrics ?? {}),
  totalCredits: z.unknown().optional(),
  /** False while the day's amounts may still change. */
  locked: maybe(z.boolean()),
});

/** The costs of one entity (a warehouse or a service) on one day, in credits. Fails on a record without an amount. */
export const CostRecord = WireRecord.transform((record, context) => {
  const totalCredits = totalOf(record);
  if (totalCredits === undefined) {
    context.addIssue({ code: "custom", message: "The record has no amount that is understood" });
    return z.NEVER;
  }
  return {
    ...record,
    /** Every amount in credits that the server gave, including those that `costMetrics` does not name. */
    metrics: creditsIn(record.metrics),
    totalCredits,
    locked: record.locked ?? false,
  };
});

export type CostRecord = z.output<typeof CostRecord>;

/** A record without a known amount: its day, and the apparent ending of its amounts. It never counts as 0. */
interface UnclearRecord {
  date: Day;
  ending: string | undefined;
}

const ReadRecord = z.union([
  CostRecord.transform((cost) => ({ cost })),
  WireRecord.transform((record) => ({
    unclear: { date: record.date, ending: recordEnding(record, record.metrics, known) },
  })),
]);

/**
 * A usage-cost report. The specification shows one record and servers send a list; both read as a list. Records without
 * a known amount are in `unclear`; if there are any, `costs` is incomplete.
 */
export const UsageCost = z
  .looseObject({
    /** Undefined if the server gave none. */
    grandTotalCredits: maybe(Numeric),
    costs: z.preprocess(toList, z.object({ cameAsOne: z.boolean(), records: z.array(ReadRecord) })),
  })
  .nullish()
  .transform((report) => report ?? { costs: { cameAsOne: false, records: [] } })
  .transform(({ costs: { cameAsOne, records }, ...report }) => {
    const costs = records.flatMap((record) => ("cost" in record ? [record.cost] : []));
    const unclear = records.flatMap((record): UnclearRecord[] =>
      "unclear" in record ? [record.unclear] : [],
    );
    const other = report.grandTotalCredits === undefined ? otherGrandTotal(report, known) : undefined;
    return {
      ...report,
      grandTotalCredits: report.grandTotalCredits ?? other?.amount,
      costs,
      unclear,
      /** The ending of the grand total's name, if that total is for costs that no known record explains. */
      unclearTotal: costs.length === 0 && other && other.amount !== 0 ? other.ending : undefined,
      /** True for a single object, as in the specification. For several days it may stand for all of them. */
      cameAsOne,
    };
  });

export type UsageCost = z.output<typeof UsageCost>;

// spec/api.md, "Usage costs": to_date is at most 30 days after from_date, so 31 days with both.
const maxDaysBetween = 30;

/** The days of a usage-cost report, both included: dates or date-times, sent as YYYY-MM-DD in UTC. */
export const UsageCostQuery = z
  .strictObject({ from_date: day("first"), to_date: day("last") }, { error: unknownParameter })
  .superRefine(({ from_date, to_date }, context) => {
    const problem = rangeProblem(countDays(from_date, to_date) - 1);
    if (problem) context.addIssue({ code: "custom", path: ["to_date"], message: problem });
  });

export type UsageCostQuery = z.input<typeof UsageCostQuery>;

function day(which: "first" | "last") {
  const message = `The ${which} day must be a real date, such as 2026-10-01`;
  return z.string(message).transform((text, context) => {
    if (z.iso.date().safeParse(text).success) return text;
    if (z.iso.datetime({ offset: true }).safeParse(text).success) return utcDay(new Date(text));
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

function unknownParameter(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== "unrecognized_keys") return undefined;
  return `A usage-cost report takes from_date and to_date, and no ${issue.keys.join(", ")}`;
}

function rangeProblem(days: number): string | undefined {
  if (days < 0) return "The last day must not be before the first day";
  if (days > maxDaysBetween) {
    return `The last day must be at most ${maxDaysBetween} days after the first day: ${maxDaysBetween + 1} days in all`;
  }
  return undefined;
}

/** Reads the costs of the organization's warehouses and services, day by day. */
export const readUsageCost = operation({
  surface: "management",
  method: "GET",
  path: "/v1/organizations/{organizationId}/usageCost",
  documented: true,
  query: UsageCostQuery,
  result: UsageCost,
});

/**
 * Fails as `upstream` if any of a report is not understood, because the sum would be too low. The message names the
 * setting to change.
 */
export function assertUnderstood(
  report: Pick<UsageCost, "unclear" | "unclearTotal">,
  asked: { from: Day; to: Day },
): void {
  const { unclear, unclearTotal } = report;
  if (unclear.length === 0 && unclearTotal === undefined) return;
  const dates = [...new Set(unclear.map(({ date }) => date))].toSorted();
  const ending = endingIn(report);
  throw costsNotUnderstood({ days: dates.length > 0 ? dates : daysFrom(asked.from, asked.to), ending });
}

function endingIn({
  unclear,
  unclearTotal,
}: Pick<UsageCost, "unclear" | "unclearTotal">): string | undefined {
  return unclear.find((record) => record.ending !== undefined)?.ending ?? unclearTotal;
}

/** The word that WIRE_CREDITS needs for a report that is not understood; undefined if it shows none. */
export function creditsWordOf(report: Pick<UsageCost, "unclear" | "unclearTotal">): string | undefined {
  const ending = endingIn(report);
  return ending !== undefined && isWireWord(ending) ? ending : undefined;
}

function toList(costs: unknown): unknown {
  if (costs == null) return { cameAsOne: false, records: [] };
  if (Array.isArray(costs) || typeof costs !== "object") return { cameAsOne: false, records: costs };
  const isEmpty = Object.keys(costs).length === 0;
  return { cameAsOne: !isEmpty, records: isEmpty ? [] : [costs] };
}

function creditsIn(metrics: Record<string, unknown>): Record<string, number> {
  const credits = Object.entries(metrics).flatMap(([name, value]) => {
    const amount = Numeric.safeParse(value);
    return name.endsWith(known) && amount.success ? [[name, amount.data] as const] : [];
  });
  return Object.fromEntries(credits);
}

/**
 * The total, or else the sum of the metrics; undefined if that sum would leave out an amount, or without any amount.
 */
function totalOf(record: z.output<typeof WireRecord>): number | undefined {
  const { metrics } = record;
  const total = Numeric.safeParse(record.totalCredits);
  if (total.success) return total.data;
  const credits = Object.values(creditsIn(metrics));
  const named = Object.keys(metrics).filter((name) => name.endsWith(known) && metrics[name] != null);
  const isWhole = named.length === credits.length && recordEnding(record, metrics, known) === undefined;
  return credits.length > 0 && isWhole ? sum(credits) : undefined;
}

// Decimal, because 0.1 + 0.2 must cost 0.3.
function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total.plus(amount), new Decimal(0)).toNumber();
}

// The names in spec/api.md, "Usage cost record", without their ending.
const metric = /^(?:storage|backup|compute|(?:d|publicD|interRegionTier\d+D)ataTransfer|initialLoad)(.+)$/;
const total = /^total([A-Z_-].*)$/;
const grandTotal = /^grandTotal(.+)$/;
/** The words that WIRE_CREDITS takes, no longer than a name: the word comes from the cloud and people see it. */
const plainWord = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;

/** An amount with an unknown name. */
interface OtherAmount {
  /** The ending of the name, as far as it is clear. */
  ending: string;
  amount: number;
}

/** The unknown ending of the names of a record's amounts; undefined if no amount has one. */
function recordEnding(record: object, metrics: object, known: string): string | undefined {
  return (otherIn(record, total, known) ?? otherIn(metrics, metric, known))?.ending;
}

/** A report's grand total with an unknown name. */
function otherGrandTotal(report: object, known: string): OtherAmount | undefined {
  return otherIn(report, grandTotal, known);
}

function otherIn(fields: object, names: RegExp, known: string): OtherAmount | undefined {
  for (const [name, value] of Object.entries(fields)) {
    const [, ending = known] = names.exec(name) ?? [];
    const amount = ending === known ? undefined : Numeric.safeParse(value).data;
    if (amount !== undefined) return { ending, amount };
  }
  return undefined;
}

/** The part of an answer about costs that is not understood. */
interface UnclearCosts {
  days: readonly Day[];
  /** The ending of its amounts, as far as it is clear. */
  ending: string | undefined;
}

/** The failure for costs without known amounts. It names the setting, and its value if the ending is a plain word. */
export function costsNotUnderstood({ days, ending }: UnclearCosts): AppError {
  const advice =
    ending !== undefined && isWireWord(ending)
      ? `The cloud's amounts end in \`${ending}\`. Ask the operator of Quartermaster to set \`WIRE_CREDITS=${ending}\`.`
      : "Ask the operator of Quartermaster to set `WIRE_CREDITS` to the ending of the cloud's amounts.";
  const what = `I don't understand the costs of ${formatDays(days)}: the cloud's records have no amount that I know.`;
  return new AppError("upstream", `${what} ${advice}`, { succeeded: true, happened: what });
}

/** False for an ending that no setting could have, and for one that holds the present setting. */
function isWireWord(ending: string): boolean {
  return plainWord.test(ending) && !ending.endsWith(neutralWireNames.credits);
}

function formatDays(days: readonly Day[]): string {
  const [from = "", to = ""] = [days[0], days.at(-1)];
  const isOneRun = countDays(from, to) === days.length;
  return isOneRun
    ? humanDays(from, to)
    : `${days.length} days between ${humanDays(from, from)} and ${humanDays(to, to)}`;
}
