import type { Decimal } from "decimal.js";
import { Credits, sum } from "../../../lib/money.ts";
import { isOf } from "../estimates/compute-rate.ts";
import type { CostDay } from "../ledger/parts.ts";

/** A service, and whether it may sleep as its cloud says it; undefined if that isn't known. */
export interface UsedService {
  id: string;
  name: string;
  idleScaling: boolean | undefined;
  /** True if no alert and no dashboard reads it, as far as the features know. */
  isUnread?: boolean;
}

/** What two weeks of final costs prove about a service. */
export type Saving = { service: UsedService; credits: Decimal } & (
  | { kind: "never-idle" }
  /** `growth` is how much more the second week's storage cost, in percent. */
  | { kind: "only-storage"; growth: Decimal }
  | { kind: "unread" }
);

/** The final days that a saving is judged by. */
export const daysJudged = 14;

/** Compute that changes less than this between days never slept. */
const steadyPercent = 5;
/** Compute below this share of a service's costs is near nothing. */
const nearNothingPercent = 2;
const growingPercent = 5;
/** Less in two weeks is not worth a line. */
const leastCredits = 1;

/** The savings that the last two weeks of final days prove, the largest first. Undefined if fewer days are final. */
export function findSavings(
  days: readonly CostDay[],
  services: readonly UsedService[],
): Saving[] | undefined {
  const final = days.filter(({ locked }) => locked).slice(-daysJudged);
  if (final.length < daysJudged) return undefined;
  return services
    .flatMap((service): Saving[] => {
      const byDay = final.map(({ records }) => records.filter((record) => isOf(record, service.id)));
      const saving = neverIdle(service, byDay) ?? onlyStorage(service, byDay) ?? unread(service, byDay);
      return saving ? [saving] : [];
    })
    .toSorted((a, b) => b.credits.comparedTo(a.credits));
}

type OwnDays = readonly (readonly { metrics: Record<string, number>; totalCredits: number }[])[];

/** Its compute cost the same on each of the days, although work is never the same: it is not allowed to sleep. */
function neverIdle(service: UsedService, byDay: OwnDays): Saving | undefined {
  // Without the cloud's word the same costs may be a fixed price.
  if (service.idleScaling !== false) return undefined;
  const compute = byDay.map((records) => metricOf(records, "computeCredits"));
  const [least, most] = [Credits.min(...compute), Credits.max(...compute)];
  const isSteady = least.gt(0) && most.minus(least).times(100).lte(least.times(steadyPercent));
  const credits = sum(compute);
  return isSteady && credits.gte(leastCredits) ? { kind: "never-idle", service, credits } : undefined;
}

/** Next to nothing is computed, and its storage grows. */
function onlyStorage(service: UsedService, byDay: OwnDays): Saving | undefined {
  const total = sum(byDay.flat().map(({ totalCredits }) => totalCredits));
  const compute = sum(byDay.map((records) => metricOf(records, "computeCredits")));
  const storage = byDay.map((records) => metricOf(records, "storageCredits"));
  const half = daysJudged / 2;
  const [before, after] = [sum(storage.slice(0, half)), sum(storage.slice(half))];
  if (total.lt(leastCredits) || compute.times(100).gt(total.times(nearNothingPercent))) return undefined;
  if (before.lte(0)) return undefined;
  const growth = after.minus(before).times(100).div(before);
  return growth.gte(growingPercent)
    ? { kind: "only-storage", service, credits: sum(storage), growth }
    : undefined;
}

/** It costs, and nothing that is known reads it. */
function unread(service: UsedService, byDay: OwnDays): Saving | undefined {
  const credits = sum(byDay.flat().map(({ totalCredits }) => totalCredits));
  return service.isUnread && credits.gte(leastCredits) ? { kind: "unread", service, credits } : undefined;
}

function metricOf(records: OwnDays[number], metric: string): Decimal {
  return sum(records.map(({ metrics }) => metrics[metric] ?? 0));
}
