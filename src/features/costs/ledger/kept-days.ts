import type { ManagedConnection } from "../../connections/index.ts";
import { AppError } from "../../../lib/errors.ts";
import type { Day } from "../../../lib/day.ts";
import { keys } from "../../../platform/redis/keys.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { transact } from "../../../platform/redis/transact.ts";

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
