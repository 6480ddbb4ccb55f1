import { within } from "../../lib/clock.ts";
import { teamLookup } from "../owners/index.ts";
import { defaultNameOf, type ChoiceOfConnection } from "../connections/index.ts";
import type { CostsContext } from "./context.ts";
import { hasNoCosts } from "./answer/answer.ts";
import { isOf } from "./estimates/compute-rate.ts";
import { type MonthForecast, forecastSpan, readMonthForecast } from "./forecast.ts";
import { type CostSummary, summarizeCosts } from "./summary.ts";
import type { CostView, Question } from "./arguments.ts";
import { type Day, addDays, daysFrom, startOf, utcDay } from "../../lib/day.ts";
import type { Responder } from "../../platform/commands/found.ts";
import { readCosts } from "./read-costs.ts";
import type { CostRecord } from "../../platform/cloud/costs/usage.ts";
import type { CostLedger } from "./ledger/ledger.ts";
import { windowsOf } from "./ledger/pace.ts";
import type { DaySpan } from "../../lib/period/spans.ts";
import { type CostRange, parseCostRange } from "../../lib/period/range.ts";
import type { CostPart, LabelsOf } from "./parts.ts";
import { isAppError } from "../../lib/errors.ts";
import { nearNames, notFound } from "../../platform/commands/near.ts";
import { foldName } from "../../lib/text.ts";
import * as texts from "./texts.ts";

/** The part of the context that a search for a service needs. */
interface SearchContext extends Pick<CostsContext, "ledgerOf" | "now" | "unadded"> {
  services: Pick<CostsContext["services"], "find" | "list" | "labels">;
  connections: ChoiceOfConnection;
}

/** The part of the context that answers about costs need. */
export type LoadingContext = SearchContext &
  Pick<CostsContext, "consoleOf" | "pictures" | "partColors" | "newId"> & {
    creditPrices: Pick<CostsContext["creditPrices"], "of">;
    owners: Pick<CostsContext["owners"], "list">;
  };

/** The wanted costs, added up. */
export interface LoadedCosts {
  summary: CostSummary;
  /** The other days, if two ranges are compared. */
  against?: CostRange;
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
  { range, against, by, service: wanted }: Question,
  context: LoadingContext,
  responder: Responder,
): Promise<LoadedCosts> {
  context.pictures.prepare();
  const { service, connection } = await findScope(wanted, context, { range, responder });
  const ledger = context.ledgerOf(connection);
  // One moment for everything, because reading a long history may go past midnight.
  const now = context.now();
  const today = utcDay(now);
  // A day alone says nothing about a month.
  const isAhead = range.unit !== "day" && range.to >= startOf("month", today);
  const ahead = isAhead ? [forecastSpan(today)] : [];
  await readCosts(ledger, [range, range.previous, ...ahead], responder);
  const summary = await summarizeCosts({
    range,
    current: ledger.days(range),
    previous: ledger.days(range.previous),
    serviceId: service?.id,
    teamOf: by === "team" ? await teamLookup(context) : undefined,
    labelsOf: (seen) => context.services.labels(seen),
    price: await context.creditPrices.of(connection),
  });
  return {
    summary,
    against,
    // One service listed by service or by team would be a single row.
    view: service && (by === "service" || by === "team") ? "metric" : by,
    connection,
    service,
    forecast: isAhead ? await readMonthForecast(ledger, today, service?.id) : undefined,
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

/**
 * The first day after `after` with wanted costs, if the last 31 days have any. A binary search over windows finds it,
 * because costs that have begun go on. `fetch` brings days to the ledger.
 */
export async function firstCostDay(
  ledger: Pick<CostLedger, "days">,
  fetch: (span: DaySpan) => Promise<void>,
  { after, today, isWanted }: { after: Day; today: Day; isWanted: (record: CostRecord) => boolean },
): Promise<Day | undefined> {
  const windows = windowsOf(daysFrom(addDays(after, 1), today)).toReversed();
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

async function firstWanted(
  ledger: Pick<CostLedger, "days">,
  span: DaySpan,
  isWanted: (record: CostRecord) => boolean,
): Promise<Day | undefined> {
  for await (const { day, records } of ledger.days(span)) if (records.some(isWanted)) return day;
  return undefined;
}

/** The wanted service and its connection; without a service the default connection. */
export async function findScope(
  wanted: string | undefined,
  context: SearchContext,
  within: NonNullable<Search["within"]>,
): Promise<{ service?: CostService; connection: string }> {
  if (wanted === undefined) return { connection: await defaultNameOf(context.connections) };
  const service = await findCostService(wanted, context, { within });
  return { service, connection: service.connection };
}

/** A service to show the costs of: a known service, or one that the costs name. */
export interface CostService {
  id: string;
  name: string;
  connection: string;
}

interface Search {
  /** True if the person may have meant a period. */
  mayBePeriod?: boolean;
  /** Days to search when the last 31 days do not name the service, and the responder for progress. */
  within?: { range: CostRange; responder: Responder };
}

/** Finds a service by its name or id. Fails as `missing`, with the near names. */
export async function findCostService(
  wanted: string,
  context: SearchContext,
  search: Search = {},
): Promise<CostService> {
  try {
    const { serviceId: id, name, connection } = await context.services.find(wanted);
    return { id, name, connection };
  } catch (error) {
    if (!isAppError(error, "missing")) throw error;
    return findInCosts(wanted, context, search);
  }
}

// A person waits.
const longestListMs = 2_500;

async function findInCosts(
  wanted: string,
  context: SearchContext,
  { mayBePeriod = true, within: wide }: Search,
): Promise<CostService> {
  // 31 days take one request at most. The wanted range may be years long, so it comes second.
  const now = context.now();
  const lately = { range: parseCostRange(`31 days to ${utcDay(now)}`, now), responder: undefined };
  const seen: Pick<CostPart, "name" | "isService">[] = [];
  const connection = await defaultNameOf(context.connections);
  const ledger = context.ledgerOf(connection);
  for (const { range, responder } of wide ? [lately, wide] : [lately]) {
    await readCosts(ledger, [range], responder);
    const labelsOf: LabelsOf = (some) => context.services.labels(some);
    const { services: costly } = await summarizeCosts({ range, current: ledger.days(range), labelsOf });
    const isCalled = (name: string) => foldName(name) === foldName(wanted);
    const found =
      costly.find(({ id, name }) => isCalled(id) || isCalled(name)) ??
      onlyOne(costly.filter(({ cloudName }) => cloudName !== undefined && isCalled(cloudName)));
    if (found) return { id: found.id, name: found.name, connection };
    seen.push(...costly);
  }
  // A service that isn't in the list may be too young for costs.
  const clouds = await within(longestListMs, context.unadded(true), undefined);
  const young = clouds?.services.find(({ name }) => foldName(name) === foldName(wanted));
  if (young) return { id: young.serviceId, name: young.name, connection: young.connection };
  const known = await context.services.list();
  const services = [...known, ...seen.filter(({ isService }) => isService)].map(({ name }) => name);
  const all = [...new Set([...services, ...seen.map(({ name }) => name)])];
  throw notFound({
    typed: wanted,
    // Who types a part of a service's name does not mean its warehouse.
    names: nearNames(wanted, services).length > 0 ? services : all,
    message: texts.unknownService(wanted, mayBePeriod),
    advice: [
      ...(all.length === 0 ? [texts.noServicesYet] : []),
      ...(mayBePeriod ? [texts.seeHelp] : []),
    ].join(" "),
  });
}

/** An ambiguous name finds nothing. */
function onlyOne<T>(found: readonly T[]): T | undefined {
  return found.length === 1 ? found[0] : undefined;
}
