import type { Decimal } from "decimal.js";
import { type Day, daysFrom } from "../../lib/day.ts";
import { eventLoopYielder } from "../../lib/event-loop.ts";
import { totalOfSum } from "../../lib/exact-sum.ts";
import { type Change, type CreditPrice, Credits, changeBetween, sum } from "../../lib/money.ts";
import type { CostRange } from "../../lib/period/range.ts";
import type { DaySpan } from "../../lib/period/spans.ts";
import { type TeamOf, teamKey, teamName } from "../owners/index.ts";
import { type SummedDay, before, emptyAggregate, serviceFilter, sumDays } from "./aggregate.ts";
import { type BucketSpan, bucketsOf } from "./buckets.ts";
import type { CostDay, DisputedTotal } from "./ledger/kept-days.ts";
import {
  type CostPart,
  type LabelsOf,
  type Mover,
  costsByEntity,
  costsByMetric,
  largestMovers,
  sortedParts,
} from "./parts.ts";
import * as texts from "./texts.ts";

export type { CostPart } from "./parts.ts";

/** Days that are shown as one, with their costs. */
interface CostBucket extends BucketSpan {
  total: Decimal;
  /** True if one of its days may still change. */
  provisional: boolean;
}

/** The costs of a period in credits, exact to the last digit. Lists start with the costliest. */
export interface CostSummary {
  range: CostRange;
  /** What a credit costs, if the connection has a price. */
  price?: CreditPrice | undefined;
  total: Decimal;
  /** The total of the days that are over, to compare with `previousTotal`. */
  comparedTotal: Decimal;
  previousTotal: Decimal;
  /** Null if the period before cost nothing, or if no day of this one is over, so nothing can be compared. */
  change: Change | null;
  /** Services and other entities of either period. */
  services: CostPart[];
  metrics: CostPart[];
  /** By team, and what belongs to none. Only if the teams were given. */
  teams?: CostPart[] | undefined;
  /** Every day of the range, with the costs of its counterpart in the period before, if there is one. */
  days: { day: Day; total: Decimal; previous?: Decimal; provisional: boolean }[];
  /** The days grouped for charts. */
  buckets: CostBucket[];
  /** The parts that changed most. */
  movers: Mover[];
  /** The days of the range that may still change, and those of the period before. */
  provisional: Day[];
  provisionalBefore: Day[];
  /** The cloud's grand totals, of either period, that its records do not add up to; each once. */
  disputed: DisputedTotal[];
  /** For one service: its warehouse. The warehouse's own costs, which its services share, are not counted. */
  warehouseNote?: string;
}

/** The input of a summary. Days outside of their period do not count. */
interface SummaryFacts {
  range: CostRange;
  current: AsyncIterable<CostDay>;
  /** The days to compare with. */
  previous?: AsyncIterable<CostDay>;
  /** Counts the records of this service alone. */
  serviceId?: string;
  /** The labels of services; the cloud's names by default. */
  labelsOf?: LabelsOf;
  /** The teams, if the costs are wanted by team. */
  teamOf?: TeamOf | undefined;
  price?: CreditPrice | undefined;
}

/** Adds up the days of a period and compares them with the period before. Yields to the event loop meanwhile. */
export async function summarizeCosts({
  range,
  current,
  previous,
  serviceId,
  labelsOf,
  teamOf,
  price,
}: SummaryFacts): Promise<CostSummary> {
  const spans = bucketsOf(range);
  const unfinished = unfinishedDay(range);
  const work = {
    aggregate: emptyAggregate(),
    filter: serviceFilter(serviceId),
    yieldIfLong: eventLoopYielder(),
  };
  // The latest names count, so the earlier period comes first.
  const daysBefore = previous
    ? await sumDays(previous, { ...work, bucketOf: within(range.previous) })
    : new Map<Day, SummedDay>();
  const daysNow = await sumDays(current, { ...work, bucketOf: bucketIn(spans), unfinished });

  const days = daysOf(range, daysNow, daysBefore);
  const buckets = spans.map((span) => bucket(span, days));
  const total = sum(buckets.map((each) => each.total));
  const compared = total.minus(unfinished === undefined ? 0 : dayTotal(daysNow.get(unfinished)));
  const previousTotal = totalOf(daysBefore);
  const whole = { amounts: buckets.map((each) => each.total), total, compared, previous: previousTotal };
  const isCompared = range.compared !== undefined && !previousTotal.isZero();
  const services = await costsByEntity(work.aggregate, spans.length, work.yieldIfLong, labelsOf);
  const metrics = costsByMetric(work.aggregate, whole);
  return {
    range,
    price,
    total,
    comparedTotal: compared,
    previousTotal,
    change: isCompared ? changeBetween(compared, previousTotal) : null,
    services,
    metrics,
    teams: teamOf && costsByTeam(services, teamOf),
    days,
    buckets,
    movers: isCompared ? largestMovers(services, metrics) : [],
    disputed: disputedIn([...daysBefore.values(), ...daysNow.values()]),
    provisional: days.filter(({ provisional }) => provisional).map(({ day }) => day),
    provisionalBefore: previous
      ? daysFrom(range.previous.from, range.previous.to).filter((day) => !daysBefore.get(day)?.locked)
      : [],
    warehouseNote: work.filter.warehouseName(),
  };
}

/** The id of the costs of no team: of services without one, and of what isn't a service, such as a warehouse. */
export const noTeamId = "";

/**
 * The costs of each team, the costliest first, and of no team. They add up to all costs exactly, because each entity is
 * in one of them.
 */
function costsByTeam(entities: readonly CostPart[], teamOf: TeamOf): CostPart[] {
  const placed = entities.map((entity) => ({ entity, team: teamOf(entity.id) }));
  const groups = [...Map.groupBy(placed, ({ team }) => (team ? teamKey(team) : noTeamId))];
  return sortedParts(
    groups.map(([id, members]) => {
      const [first] = members;
      const parts = members.map(({ entity }) => entity);
      const added = (amountOf: (part: CostPart) => Decimal | undefined) =>
        sum(parts.map((part) => amountOf(part) ?? 0));
      return {
        id,
        name: first?.team ? teamName(first.team) : texts.noTeam,
        amounts: (parts[0]?.amounts ?? []).map((_, bucket) => added(({ amounts }) => amounts[bucket])),
        total: added(({ total }) => total),
        compared: added(({ compared }) => compared),
        previous: added(({ previous }) => previous),
      };
    }),
  );
}

/** The parts of a period's costs by service, team or metric. */
export function partsBy(
  view: "service" | "team" | "metric",
  summary: Pick<CostSummary, "services" | "teams" | "metrics">,
) {
  if (view === "team") return summary.teams ?? [];
  return view === "service" ? summary.services : summary.metrics;
}

/** The last day of a range if it is not over. */
export function unfinishedDay({ compared, to }: CostRange): Day | undefined {
  return compared?.to === to ? undefined : to;
}

function disputedIn(days: readonly SummedDay[]): DisputedTotal[] {
  const all = days.flatMap(({ disputed }) => disputed ?? []);
  return [...new Map(all.map((total) => [JSON.stringify(total), total])).values()];
}

function within({ from, to }: DaySpan): (day: Day) => number | undefined {
  return (day) => (day >= from && day <= to ? before : undefined);
}

function bucketIn(spans: readonly DaySpan[]): (day: Day) => number | undefined {
  const indexes = new Map(
    spans.flatMap(({ from, to }, index) => daysFrom(from, to).map((day) => [day, index] as const)),
  );
  return (day) => indexes.get(day);
}

function daysOf(
  { from, to, previous }: CostRange,
  now: ReadonlyMap<Day, SummedDay>,
  earlier: ReadonlyMap<Day, SummedDay>,
): CostSummary["days"] {
  const counterparts = daysFrom(previous.from, previous.to);
  return daysFrom(from, to).map((day, index) => {
    const counterpart = counterparts[index];
    return {
      day,
      total: dayTotal(now.get(day)),
      previous: counterpart === undefined ? undefined : dayTotal(earlier.get(counterpart)),
      provisional: !now.get(day)?.locked,
    };
  });
}

function bucket(span: BucketSpan, days: CostSummary["days"]): CostBucket {
  const inside = days.filter(({ day }) => day >= span.from && day <= span.to);
  return {
    ...span,
    total: sum(inside.map(({ total }) => total)),
    provisional: inside.some(({ provisional }) => provisional),
  };
}

function totalOf(days: ReadonlyMap<Day, SummedDay>): Decimal {
  return sum([...days.values()].map((day) => totalOfSum(day.sum)));
}

function dayTotal(day: SummedDay | undefined): Decimal {
  return day ? totalOfSum(day.sum) : new Credits(0);
}
