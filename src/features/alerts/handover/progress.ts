import { z } from "zod";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";
import { stages, type Told } from "./stage.ts";

const Progress = z.object({
  told: z.enum([...stages, "triggering"]).optional(),
  /** The failures in a row, and when the first of them was. */
  failures: z.coerce.number().default(0),
  failingSinceMs: z.coerce.number().optional(),
  /** True once the thread says that the other side has it. */
  isNoted: z.coerce.boolean().default(false),
  /** When the other side last said something, by its own clock. */
  heardAtMs: z.coerce.number().default(0),
});

/** How far the hand-over of an incident is. */
export type HandoverProgress = z.output<typeof Progress>;

const clearScript = script(`
local score = redis.call("ZSCORE", KEYS[1], ARGV[1])
if not score then return 1 end
if tonumber(score) > tonumber(ARGV[2]) then return 0 end
redis.call("ZREM", KEYS[1], ARGV[1])
return 1
`);

/** The hand-overs of one workspace's incidents in Redis: those with something to tell, and how far each is. */
export function handovers(redis: RedisClient, workspaceId: string) {
  const key = (incidentId: string) => keys.handover(workspaceId, incidentId);
  const dueKey = keys.dueHandovers(workspaceId);

  const write = (incidentId: string, fields: Record<string, string | number>) =>
    reachingRedis(async () => {
      await redis.multi().hset(key(incidentId), fields).expire(key(incidentId), ttlInSeconds.handover).exec();
    });

  return {
    /** The ids of incidents with something to tell. */
    due: () => reachingRedis(() => redis.zrange(dueKey, "0", "-1")),
    async progress(incidentId: string): Promise<HandoverProgress> {
      return Progress.parse(await reachingRedis(() => redis.hgetall(key(incidentId))));
    },
    /** Before the first message leaves. After a crash, it may or may not have left. */
    begin: (incidentId: string) => write(incidentId, { told: "triggering" satisfies Told }),
    /** After the other side took it, or said so itself. Failures before are forgotten. */
    async reached(incidentId: string, told: Told): Promise<void> {
      await write(incidentId, { told });
      await reachingRedis(() => redis.hdel(key(incidentId), "failures", "failingSinceMs"));
    },
    noted: (incidentId: string) => write(incidentId, { isNoted: "1" }),
    /** The other side said something at that time by its clock. False if it said something later before. */
    async heard(incidentId: string, atMs: number): Promise<boolean> {
      const { heardAtMs } = Progress.parse(await reachingRedis(() => redis.hgetall(key(incidentId))));
      if (atMs < heardAtMs) return false;
      await write(incidentId, { heardAtMs: atMs });
      return true;
    },
    /** Counts a failure. Returns the failures in a row, with the time of the first. */
    async failed(incidentId: string, atMs: number): Promise<{ failures: number; failingSinceMs: number }> {
      const { failures, failingSinceMs = atMs } = Progress.parse(
        await reachingRedis(() => redis.hgetall(key(incidentId))),
      );
      await write(incidentId, { failures: failures + 1, failingSinceMs });
      return { failures: failures + 1, failingSinceMs };
    },
    /** Nothing is to tell about an incident in this revision. False if it has changed since. */
    async clear(incidentId: string, revision: number): Promise<boolean> {
      return (await reachingRedis(() => clearScript(redis, [dueKey], [incidentId, revision]))) === 1;
    },
  };
}

/** The commands that mark an incident as one with something to tell, for the write that changes it. */
export function handoverMark(workspaceId: string, { id, revision }: { id: string; revision: number }) {
  return ["ZADD", keys.dueHandovers(workspaceId), "GT", revision, id] as const;
}
