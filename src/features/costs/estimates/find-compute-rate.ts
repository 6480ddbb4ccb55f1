import type { KnownServices } from "../../connections/index.ts";
import { explain } from "../../../platform/blocks/explain.ts";
import type { CloudClient } from "../../../platform/cloud/client.ts";
import { type Service, getService, listServices } from "../../../platform/cloud/services/service.ts";
import { type CostRecord, assertUnderstood, readUsageCost } from "../../../platform/cloud/costs/usage.ts";
import { AppError } from "../../../lib/errors.ts";
import { addDays, humanDays, utcDay } from "../../../lib/day.ts";
import { ComputeRate, computeCreditsOf, computeRate } from "./compute-rate.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { z } from "zod";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";

/** The parts of a workspace that finding its rate needs. */
export interface RateParts {
  /** The API that the connection leads to. */
  cloud: Pick<CloudClient, "call">;
  services: Pick<KnownServices, "list">;
  computeRates: ComputeRates;
  now: () => Date;
}

/** What was found of a workspace's own compute rate. */
export type RateFinding =
  | { status: "known"; rate: ComputeRate; usualReplicas?: number | undefined }
  /** Its usage gives no rate yet. */
  | { status: "none"; usualReplicas?: number | undefined }
  /** The cloud gave no answer; `reason` is mrkdwn for people. */
  | { status: "unreadable"; reason: string };

// The report takes 31 days at most (spec/api.md, "Usage costs"). Today is left out, because it is not over.
const days = 30;
// The most services to fetch one by one: a key may send about 10 requests in 10 s, and people wait.
const mostServicesAsked = 5;

/** The finding of the last hour, without a request to the cloud; undefined if there is none. */
export async function keptComputeRate(
  { computeRates }: Pick<RateParts, "computeRates">,
  connection: string,
): Promise<Exclude<RateFinding, { status: "unreadable" }> | undefined> {
  const kept = await computeRates.find(connection);
  return kept && found(kept);
}

/**
 * Finds the rate that the workspace's own services of a connection paid for a GB-hour: the kept one, or from the cloud.
 * Keeps it for an hour. If the cloud cannot be asked, the finding says so, and nothing is kept.
 */
export async function findComputeRate(parts: RateParts, connection: string): Promise<RateFinding> {
  try {
    return (await keptComputeRate(parts, connection)) ?? (await askedComputeRate(parts, connection));
  } catch (error) {
    // A form must not fail because there is no estimate.
    if (error instanceof AppError && error.kind !== "bug") {
      return { status: "unreadable", reason: explain(error) };
    }
    throw error;
  }
}

async function askedComputeRate(parts: RateParts, connection: string): Promise<RateFinding> {
  const ids = await knownIds(parts, connection);
  // Not kept: it cost no request, and a service that is added now should count at once.
  if (ids.size === 0) return { status: "none" };
  const now = parts.now();
  const window = { from: addDays(utcDay(now), -days), to: addDays(utcDay(now), -1) };
  const [report, listed] = await Promise.all([
    parts.cloud.call(readUsageCost, { query: { from_date: window.from, to_date: window.to } }),
    orNotOffered(parts.cloud.call(listServices, {})),
  ]);
  assertUnderstood(report, window);
  if (report.cameAsOne) throw asOne(window);
  const records = report.costs;
  const services = listed ?? (await eachService(parts, costliest(ids, records)));
  const known = services.filter(({ id }) => ids.has(id));
  const finding = {
    rate: computeRate({ services: known, records, ...window, now }),
    usualReplicas: usualReplicasOf(known),
  };
  await parts.computeRates.save(connection, finding);
  return found(finding);
}

/** The record may be the sum of the days or one of them, so a rate from it could be wrong by a factor of 30. */
function asOne({ from, to }: DaySpan): AppError {
  const what = `The cloud answered with one record for ${humanDays(from, to)}, so I can't tell what each day cost.`;
  return new AppError("upstream", what, { succeeded: true, happened: what });
}

async function knownIds({ services }: RateParts, connection: string): Promise<Set<string>> {
  const known = await services.list();
  return new Set(
    known.filter((service) => service.connection === connection).map(({ serviceId }) => serviceId),
  );
}

/** The services with the highest compute costs; services without any are left out. */
function costliest(ids: ReadonlySet<string>, records: readonly CostRecord[]): string[] {
  return [...ids]
    .map((id) => ({ id, credits: computeCreditsOf(id, records) }))
    .filter(({ credits }) => credits.gt(0))
    .sort((a, b) => b.credits.comparedTo(a.credits))
    .slice(0, mostServicesAsked)
    .map(({ id }) => id);
}

async function eachService({ cloud }: RateParts, ids: readonly string[]): Promise<Service[]> {
  const answers = await Promise.all(
    ids.map((serviceId) => orNotOffered(cloud.call(getService, { serviceId }))),
  );
  return answers.filter((service) => service !== undefined);
}

/** Undefined if the server does not offer an optional operation, or does not offer it to this key. */
async function orNotOffered<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    const absent =
      error instanceof AppError && (error.unserved || error.kind === "missing" || error.kind === "forbidden");
    if (absent) return undefined;
    throw error;
  }
}

/** The number of replicas that most services have. Of numbers that are equally common, the largest. */
function usualReplicasOf(services: readonly Pick<Service, "numReplicas">[]): number | undefined {
  const counted = Map.groupBy(
    services.flatMap(({ numReplicas }) => numReplicas ?? []),
    (count) => count,
  );
  return [...counted].toSorted(([a, as], [b, bs]) => bs.length - as.length || b - a)[0]?.[0];
}

function found({ rate, usualReplicas }: KeptFinding): Exclude<RateFinding, { status: "unreadable" }> {
  return rate === undefined ? { status: "none", usualReplicas } : { status: "known", rate, usualReplicas };
}

const KeptFinding = z.object({
  rate: ComputeRate.optional(),
  /** The number of replicas that most of the services have. */
  usualReplicas: z.int().positive().optional().catch(undefined),
});
type KeptFinding = z.output<typeof KeptFinding>;

/** The findings about one workspace's compute rates. */
export type ComputeRates = ReturnType<typeof computeRates>;

/** The compute rates of one workspace in Redis: one key for each connection, kept for an hour. */
export function computeRates(redis: RedisClient, workspaceId: string) {
  return {
    /** Undefined if there is no finding of the last hour; `rate` is absent if the usage gave none. */
    async find(connection: string) {
      const key = keys.computeRate(workspaceId, connection);
      const stored = await reachingRedis(() => redis.get(key));
      return stored === null ? undefined : readRecord(KeptFinding, stored, key);
    },
    async save(connection: string, finding: KeptFinding): Promise<void> {
      const key = keys.computeRate(workspaceId, connection);
      await reachingRedis(() => redis.set(key, JSON.stringify(finding), "EX", ttlInSeconds.computeRate));
    },
  };
}
