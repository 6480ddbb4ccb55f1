import { type Day, addDays, utcDay } from "../../../lib/day.ts";
import { hourMs, minuteMs } from "../../../lib/duration.ts";
import { AppError } from "../../../lib/errors.ts";
import type { CostRecord, UsageCost, readUsageCost } from "../../../platform/cloud/costs/usage.ts";
import type { OperationInput } from "../../../platform/cloud/operation.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { keys } from "../../../platform/redis/keys.ts";
import type { RequestQuota } from "../../../platform/redis/rate-limits.ts";
import { transact } from "../../../platform/redis/script.ts";
import type { ManagedConnection } from "../../connections/index.ts";

/** The state of a day's costs after the last request to the cloud. */
export interface CostDayState {
  /** `final` never changes, `open` may change, `empty` had no records and is not known to be final. */
  status: "final" | "open" | "empty";
  /** Unix time in milliseconds. */
  fetchedAtMs: number;
  /** The ending of the metric names that this day was read with. Another ending may give other amounts. */
  ending: string;
  /** Unix milliseconds of the first answer without records, until a later one confirms it. */
  unconfirmedSinceMs?: number;
  /** The grand total of the day's answer, if the records do not add up to it. */
  disputed?: DisputedTotal;
}

/** A grand total of the cloud for some days that its records do not add up to; both amounts in credits. */
export interface DisputedTotal {
  from: Day;
  to: Day;
  reported: number;
  added: number;
}

/** A day's costs as kept; `encodeBody` writes the body. */
export interface KeptCostDay extends CostDayState {
  day: Day;
  body: Buffer;
}

/** One connection's costs by day. */
export type CostDays = ReturnType<typeof costDays>;

/** The owner of costs. A connection with another organization has other days. */
export type CostsOwner = Pick<ManagedConnection, "name" | "organizationId">;

/**
 * One connection's costs by day in Redis, kept without a time limit: a hash of states, a hash of bodies by day, and a
 * hash of the shapes that their records share, by id.
 */
export function costDays(redis: RedisClient, workspaceId: string, find: () => Promise<CostsOwner>) {
  let found: Promise<CostsOwner> | undefined;

  async function keyOf(part: "states" | "bodies" | "shapes"): Promise<string> {
    const { name, organizationId } = await (found ??= find());
    return keys.costDays(workspaceId, name, organizationId, part);
  }

  /** The states of the days that are kept, in one round trip. */
  async function states(days: readonly Day[]): Promise<Map<Day, CostDayState>> {
    if (days.length === 0) return new Map();
    const key = await keyOf("states");
    const stored = await reachingRedis(() => redis.hmget(key, ...days));
    return new Map(
      days.flatMap((day, index) => {
        const state = stored[index];
        return state ? [[day, readState(state, key)] as const] : [];
      }),
    );
  }

  /** Saves all of it or nothing. Ids of shapes are unique, so saving one twice is harmless. */
  async function save(days: readonly KeptCostDay[], shapes: ReadonlyMap<string, string>): Promise<void> {
    if (days.length === 0) return;
    const shapesKey = await keyOf("shapes");
    const bodiesKey = await keyOf("bodies");
    const statesKey = await keyOf("states");
    const states = days.flatMap((kept) => [kept.day, writeState(kept)]);
    await transact(redis, (write) => {
      if (shapes.size > 0) write.hset(shapesKey, new Map(shapes));
      write.hset(bodiesKey, ...days.flatMap(({ day, body }) => [day, body]));
      write.hset(statesKey, ...states);
    });
  }

  return {
    states,
    save,
    /** In the given order; null for a day that is not kept. */
    async bodies(days: readonly Day[]): Promise<(Buffer | null)[]> {
      if (days.length === 0) return [];
      const key = await keyOf("bodies");
      return reachingRedis(() => redis.hmgetBuffer(key, ...days));
    },
    /** In the given order; null for an id that is not kept. */
    async shapes(ids: readonly string[]): Promise<(string | null)[]> {
      if (ids.length === 0) return [];
      const key = await keyOf("shapes");
      return reachingRedis(() => redis.hmget(key, ...ids));
    },
    /** Forgets days, so the next fetch asks for them again. */
    async drop(days: readonly Day[]): Promise<void> {
      if (days.length === 0) return;
      const key = await keyOf("states");
      await reachingRedis(() => redis.hdel(key, ...days));
    },
  };
}

const statuses: readonly CostDayState["status"][] = ["final", "open", "empty"];

// The specification's ending, and that of a state without one.
const usualEnding = "Credits";

/** `final 1790000000000 Credits`, then optionally `since=1790000000000` and `total=2026-11-01/2026-11-02/1.5/1`. */
function writeState({
  status,
  fetchedAtMs,
  ending,
  unconfirmedSinceMs: since,
  disputed,
}: CostDayState): string {
  const total = disputed && [disputed.from, disputed.to, disputed.reported, disputed.added].join("/");
  const more = [
    ...(since === undefined ? [] : [`since=${since}`]),
    ...(total === undefined ? [] : [`total=${total}`]),
  ];
  return [status, fetchedAtMs, ending, ...more].join(" ");
}

// Parsed by hand for speed, because years of days are read at once.
function readState(stored: string, key: string): CostDayState {
  const [word, time, ending = usualEnding, ...more] = stored.split(" ");
  const status = statuses.find((known) => known === word);
  const fetchedAtMs = Number(time);
  if (!status || !(fetchedAtMs > 0)) {
    throw new AppError("bug", `Can't read the record at ${key}.`);
  }
  const state = { status, fetchedAtMs, ending };
  return more.length === 0 ? state : { ...state, ...readMore(more) };
}

function readMore(words: readonly string[]): Pick<CostDayState, "unconfirmedSinceMs" | "disputed"> {
  const since = valueIn(words, "since");
  const total = valueIn(words, "total");
  const [from = "", to = "", reported, added] = total?.split("/") ?? [];
  return {
    unconfirmedSinceMs: since === undefined ? undefined : Number(since),
    disputed:
      total === undefined ? undefined : { from, to, reported: Number(reported), added: Number(added) },
  };
}

function valueIn(words: readonly string[], name: string): string | undefined {
  return words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
}

// Clouds lock a day within a few days. A day that stays unlocked for this long hardly changes.
const oldAfterDays = 45;
const freshForMs = {
  open: 5 * minuteMs,
  oldOpen: 6 * hourMs,
  // Mostly days before the organization existed. not forever, because nothing says that they are final.
  oldEmpty: 7 * 24 * hourMs,
};

/** The facts that a new answer is judged by. */
interface Answered {
  atMs: number;
  today: Day;
  /** The last day of the answer that has a locked record. */
  lastLocked: Day | undefined;
  /** The day's state before the answer. */
  before: CostDayState | undefined;
}

/**
 * A day's status after an answer. A day is final if it is over and all its records are locked, or if it has no records
 * and a later day has a locked one. A day counts as empty only after two answers, some time apart, without records.
 */
export function statusOf(
  day: Day,
  records: readonly CostRecord[],
  { atMs, today, lastLocked, before }: Answered,
): Pick<CostDayState, "status" | "fetchedAtMs" | "unconfirmedSinceMs"> {
  const fetchedAtMs = atMs;
  if (day >= today) return { status: "open", fetchedAtMs };
  if (records.length > 0) {
    return { status: records.every(({ locked }) => locked) ? "final" : "open", fetchedAtMs };
  }
  const isClosed = before?.status === "final" || (lastLocked !== undefined && day < lastLocked);
  if (isConfirmed(before, atMs)) return { status: isClosed ? "final" : "empty", fetchedAtMs };
  const unconfirmedSinceMs = Math.min(before?.unconfirmedSinceMs ?? atMs, atMs);
  return { status: isClosed ? "final" : "open", fetchedAtMs, unconfirmedSinceMs };
}

/** True if an earlier answer, at least 5 minutes old, had no records for the day either. */
function isConfirmed(before: CostDayState | undefined, atMs: number): boolean {
  if (before?.unconfirmedSinceMs !== undefined) return atMs - before.unconfirmedSinceMs >= freshForMs.open;
  // A day that was final with records stays final.
  return before?.status === "empty" || before?.status === "final";
}

/** True if the kept day needs no new request, for a client that reads amounts with this ending. */
export function isFresh(day: Day, state: CostDayState | undefined, now: Date, ending: string): boolean {
  if (!state || state.ending !== ending) return false;
  if (isFinal(state)) return true;
  const ageMs = now.getTime() - state.fetchedAtMs;
  // Another process's clock was ahead.
  if (ageMs < 0) return false;
  if (!isOld(day, now) || state.unconfirmedSinceMs !== undefined) return ageMs < freshForMs.open;
  return ageMs < (state.status === "empty" ? freshForMs.oldEmpty : freshForMs.oldOpen);
}

/** True if the day counts as unchangeable: it is final, or old and empty. */
export function isLocked(day: Day, state: CostDayState, now: Date): boolean {
  return isFinal(state) || (state.status === "empty" && isOld(day, now));
}

/** True for a day that is kept for good. An empty day needs a second answer that confirms it. */
export function isFinal({ status, unconfirmedSinceMs }: CostDayState): boolean {
  return status === "final" && unconfirmedSinceMs === undefined;
}

function isOld(day: Day, now: Date): boolean {
  return day < addDays(utcDay(now), -oldAfterDays);
}

/** The part of a cloud's API that a ledger needs. */
export interface CostSource {
  call(operation: typeof readUsageCost, input: OperationInput<typeof readUsageCost>): Promise<UsageCost>;
}

/** The parts of a ledger. */
export interface LedgerParts {
  cloud: CostSource;
  /** The ending of the metric names on the wire that the client reads. */
  ending: string;
  /** The store of this connection's days. */
  costDays: CostDays;
  /** The connection's request quota for costs. */
  requestQuota: RequestQuota;
  /** The size of that quota, in requests per 10 s; 8 by default. */
  requestsPerWindow?: number;
  now: () => Date;
  /** The requests under way for this connection; ledgers with the same one share them. */
  singleFlight?: SingleFlight;
  log?: { warn(fields: object, message: string): void };
  sleep?: (ms: number) => Promise<unknown>;
}

/** Shares work under way in this process, by name. Callers at the same time get the same result or failure. */
type SingleFlight = (name: string, begin: () => Promise<void>) => Promise<void>;

/** Makes single flights, one for each scope. */
export function singleFlights(): (scope: string) => SingleFlight {
  const underWay = new Map<string, Promise<void>>();
  return (scope) => (name, begin) => {
    const key = `${scope} ${name}`;
    const same = underWay.get(key);
    if (same) return same;
    const flight = begin().finally(() => underWay.delete(key));
    underWay.set(key, flight);
    return flight;
  };
}

/** All costs of one UTC day. */
export interface CostDay {
  day: Day;
  /** True if the day is over and every record of it is final. */
  locked: boolean;
  /** In the cloud's order; empty for a day without costs. */
  records: readonly CostRecord[];
  /** The cloud's grand total for this day and others, if its records add up to something else. */
  disputed?: DisputedTotal;
}
