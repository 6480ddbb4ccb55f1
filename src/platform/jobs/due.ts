import { z } from "zod";
import { keys } from "../redis/keys.ts";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";
import { script } from "../redis/script.ts";

/** How often rounds visit the workspaces that may have something to do. */
export const roundMs = 5_000;
/** How many other workspaces a round visits in turn, in case Redis lost what is noted here. */
const othersAtOnce = 10;
/** How often slow rounds visit the active workspaces, which stay active for longer, and how many others in turn. */
export const slowRoundMs = 30_000;
const othersInSlowRound = 50;

/** A workspace stays active for so long after it was activated. */
const activeMs = 60_000;
/** A process activates a workspace again after this time. It is much shorter, so the workspace is active at each change. */
const activateEveryMs = 20_000;

// Redis' own clock, because those of the processes differ.
const nowLua = `
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
`;

/** KEYS: active workspaces. ARGV: workspace. */
const activateScript = script(`${nowLua}
return redis.call("ZADD", KEYS[1], now, ARGV[1])
`);

/** KEYS: active workspaces. ARGV: workspace, how long it stays active. */
const restScript = script(`${nowLua}
local since = redis.call("ZSCORE", KEYS[1], ARGV[1])
if not since or now - tonumber(since) < tonumber(ARGV[2]) then return 0 end
return redis.call("ZREM", KEYS[1], ARGV[1])
`);

/**
 * Makes the function that activates a workspace. Await it before a change that leaves something to do: if the process
 * dies between the two, the workspace is visited for nothing. After the change, it could be lost.
 */
export function activator(redis: RedisClient, workspaceId: string): () => Promise<void> {
  let latest: { atMs: number; set: Promise<unknown> } | undefined;
  return async () => {
    const atMs = performance.now();
    if (!latest || atMs - latest.atMs > activateEveryMs)
      latest = {
        atMs,
        set: reachingRedis(() => activateScript(redis, [keys.activeWorkspaces()], [workspaceId])),
      };
    const { set } = latest;
    try {
      await set;
    } catch (error) {
      if (latest?.set === set) latest = undefined;
      throw error;
    }
  };
}

/** A workspace that may have something to do, and what is known of it. */
export interface Visit {
  workspaceId: string;
  isActive: boolean;
  /** When something of it is due. */
  dueMs: number | undefined;
}

/** What a look at a workspace found, at one moment. */
export interface Findings {
  /** True if something is to do now. */
  isPending: boolean;
  /** When the next thing is due. */
  nextMs: number | undefined;
}

const Scores = z.array(z.coerce.number().nullable());

/** The workspaces with something to do, now or at a known time. `all` lists every workspace that may ever have some. */
export function dueWorkspaces(redis: RedisClient, all: () => Promise<string[]>) {
  const active = () => redis.zrange(keys.activeWorkspaces(), "0", "-1");
  return {
    /** Those with something that may be to do now. */
    active: (): Promise<string[]> => reachingRedis(active),
    /** The active ones, those with something due, and some others in turn. */
    visits: (nowMs: number): Promise<Visit[]> =>
      reachingRedis(async () => {
        const [changed, due, others] = await Promise.all([
          active(),
          redis.zrangebyscore(keys.dueWorkspaces(), "-inf", nowMs),
          all(),
        ]);
        const isActive = new Set(changed);
        const ids = [
          ...new Set([...changed, ...due, ...inTurn(others, Math.floor(nowMs / roundMs), othersAtOnce)]),
        ];
        if (ids.length === 0) return [];
        const scores = Scores.parse(await redis.zmscore(keys.dueWorkspaces(), ...ids));
        return ids.map((workspaceId, index) => ({
          workspaceId,
          isActive: isActive.has(workspaceId),
          dueMs: scores[index] ?? undefined,
        }));
      }),
    /** The active ones, and some others in turn, for rounds that come every `slowRoundMs`. */
    slowVisits: (nowMs: number): Promise<string[]> =>
      reachingRedis(async () => {
        const [changed, others] = await Promise.all([active(), all()]);
        return [
          ...new Set([...changed, ...inTurn(others, Math.floor(nowMs / slowRoundMs), othersInSlowRound)]),
        ];
      }),
    /** Notes when to visit a workspace next. One that something was left to do in after the look stays active. */
    async noteVisit({ workspaceId, isActive, dueMs }: Visit, { isPending, nextMs }: Findings): Promise<void> {
      await reachingRedis(async () => {
        if (nextMs === undefined && dueMs !== undefined) await redis.zrem(keys.dueWorkspaces(), workspaceId);
        if (nextMs !== undefined && nextMs !== dueMs)
          await redis.zadd(keys.dueWorkspaces(), nextMs, workspaceId);
        if (isPending && !isActive) await activateScript(redis, [keys.activeWorkspaces()], [workspaceId]);
        if (isActive && !isPending)
          await restScript(redis, [keys.activeWorkspaces()], [workspaceId, activeMs]);
      });
    },
  };
}

/** Some of all ids, others with each turn until each had one. Few ids have every turn. */
export function inTurn(all: readonly string[], turn: number, atOnce: number): string[] {
  const first = (turn * atOnce) % (Math.ceil(all.length / atOnce) * atOnce || 1);
  return all.toSorted().slice(first, first + atOnce);
}

/** Forgets a workspace. Returns how many keys had it. */
export async function forgetDue(redis: RedisClient, workspaceId: string): Promise<number> {
  const own = [keys.activeWorkspaces(), keys.dueWorkspaces()];
  const left = await Promise.all(own.map((key) => redis.zrem(key, workspaceId)));
  return left.reduce((sum, count) => sum + count, 0);
}
