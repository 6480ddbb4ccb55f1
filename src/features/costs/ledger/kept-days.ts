import type { ManagedConnection } from "../../connections/index.ts";
import type { Redis } from "ioredis";
import { AppError } from "../../../lib/errors.ts";
import type { Day } from "../../../lib/day.ts";
import { keys } from "../../../platform/redis/keys.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";

/** How a day's costs stood when the cloud was asked for them last. */
export interface CostDayState {
  /** `final` never changes again, `open` still may, `empty` had no records and nothing said that this is final. */
  standing: "final" | "open" | "empty";
  /** Unix time in milliseconds. */
  fetchedAtMs: number;
  /** What the names of the cloud's amounts ended in for us: read with another ending, they may be others. */
  ending: string;
  /** When the first answer without records came, in Unix milliseconds, while no later one has confirmed it. */
  unconfirmedSinceMs?: number;
  /** The answer that the day came with, if its grand total was not what its records add up to. */
  disputed?: DisputedTotal;
}

/** A grand total of the cloud's for some days that is not what its records for them add up to; both in credits. */
export interface DisputedTotal {
  from: Day;
  to: Day;
  reported: number;
  added: number;
}

/** A day's costs as they are kept: the ledger alone can read the body. */
export interface KeptCostDay extends CostDayState {
  day: Day;
  body: Buffer;
}

/** One connection's costs, a day at a time, for ever; and the shapes that their records have in common. */
export interface CostDays {
  /** Of the days that were ever kept; one of a thousand days is as cheap as one of ten. */
  states(days: readonly Day[]): Promise<Map<Day, CostDayState>>;
  /** In the order asked for; null for a day that is not kept. */
  bodies(days: readonly Day[]): Promise<(Buffer | null)[]>;
  /** In the order asked for; null for one that is not kept. */
  shapes(ids: readonly string[]): Promise<(string | null)[]>;
  /** All of it or nothing; a shape is kept under an id that nothing else ever has. */
  save(days: readonly KeptCostDay[], shapes: ReadonlyMap<string, string>): Promise<void>;
  /** Days that are not kept any more, and so are asked for again. */
  drop(days: readonly Day[]): Promise<void>;
}

/** Whose costs they are: a connection that is given another organization has other days. */
export type CostPlace = Pick<ManagedConnection, "name" | "organizationId">;

/** The cost days of one connection in Redis: a hash of states, a hash of bodies by day, a hash of shapes by id. */
export function costDays(redis: Redis, workspaceId: string, find: () => Promise<CostPlace>): CostDays {
  let found: Promise<CostPlace> | undefined;

  async function keyOf(part: "states" | "bodies" | "shapes"): Promise<string> {
    const { name, organizationId } = await (found ??= find());
    return keys.costDays(workspaceId, name, organizationId, part);
  }

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

  async function save(days: readonly KeptCostDay[], shapes: ReadonlyMap<string, string>): Promise<void> {
    if (days.length === 0) return;
    const write = redis.multi();
    if (shapes.size > 0) write.hset(await keyOf("shapes"), new Map(shapes));
    write.hset(await keyOf("bodies"), ...days.flatMap(({ day, body }) => [day, body]));
    const states = days.flatMap((kept) => [kept.day, writeState(kept)]);
    write.hset(await keyOf("states"), ...states);
    await reachingRedis(async () => {
      for (const [error] of (await write.exec()) ?? []) if (error) throw error;
    });
  }

  return {
    states,
    save,
    async bodies(days) {
      if (days.length === 0) return [];
      const key = await keyOf("bodies");
      return reachingRedis(() => redis.hmgetBuffer(key, ...days));
    },
    async shapes(ids) {
      if (ids.length === 0) return [];
      const key = await keyOf("shapes");
      return reachingRedis(() => redis.hmget(key, ...ids));
    },
    async drop(days) {
      if (days.length === 0) return;
      const key = await keyOf("states");
      await reachingRedis(() => redis.hdel(key, ...days));
    },
  };
}

const standings: readonly CostDayState["standing"][] = ["final", "open", "empty"];

// The specification's own. Days that were kept before endings were are taken for read with it.
const usualEnding = "Credits";

/** `final 1790000000000 Credits`, and perhaps `since=1790000000000` or `total=2026-11-01/2026-11-02/1.5/1` after it. */
function writeState({
  standing,
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
  return [standing, fetchedAtMs, ending, ...more].join(" ");
}

// By hand, since years of days are read at once.
function readState(stored: string, place: string): CostDayState {
  const [word, time, ending = usualEnding, ...more] = stored.split(" ");
  const standing = standings.find((known) => known === word);
  const fetchedAtMs = Number(time);
  if (!standing || !(fetchedAtMs > 0)) {
    throw new AppError("bug", `What is stored as ${place} cannot be read.`);
  }
  const state = { standing, fetchedAtMs, ending };
  return more.length === 0 ? state : { ...state, ...readMore(more) };
}

function readMore(words: readonly string[]): Pick<CostDayState, "unconfirmedSinceMs" | "disputed"> {
  const since = valueIn(words, "since");
  const total = valueIn(words, "total");
  const [from = "", to = "", reported, added] = total?.split("/") ?? [];
  return {
    ...(since !== undefined && { unconfirmedSinceMs: Number(since) }),
    ...(total !== undefined && { disputed: { from, to, reported: Number(reported), added: Number(added) } }),
  };
}

function valueIn(words: readonly string[], name: string): string | undefined {
  return words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
}
