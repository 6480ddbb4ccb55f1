import { z } from "zod";
import { keys } from "../../../platform/redis/keys.ts";
import { readableRecords } from "../../../platform/redis/record.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";

/** The hook to which a webhook of an observability server posts. */
const WebhookTarget = z.object({
  webhookId: z.string(),
  connection: z.string(),
  /** Absent for a stand-alone server. */
  serviceId: z.string().optional(),
  hookId: z.string(),
  /** When this was known. The newest counts. */
  atMs: z.number(),
});
export type WebhookTarget = z.output<typeof WebhookTarget>;

// KEYS: targets. ARGV: for each target its field, record and time.
const rememberNewer = script(`
for at = 1, #ARGV, 3 do
  local before = redis.call("HGET", KEYS[1], ARGV[at])
  if not before or cjson.decode(before).atMs < tonumber(ARGV[at + 2]) then
    redis.call("HSET", KEYS[1], ARGV[at], ARGV[at + 1])
  end
end
return 1
`);

/** The targets of one workspace in Redis. A copied server has the same webhook ids, so fields add its location. */
export function webhookTargets(redis: RedisClient, workspaceId: string) {
  const key = keys.webhookTargets(workspaceId);
  return {
    async list(): Promise<WebhookTarget[]> {
      const stored = await reachingRedis(() => redis.hvals(key));
      return newestOfEach(readableRecords(WebhookTarget, stored));
    },
    /** Stores these targets, unless a newer one of the same webhook is stored. */
    async remember(targets: readonly WebhookTarget[]): Promise<void> {
      if (targets.length === 0) return;
      const args = targets.flatMap((target) => [fieldOf(target), JSON.stringify(target), target.atMs]);
      await reachingRedis(() => rememberNewer(redis, [key], args));
    },
  };
}

/** The field of a target. It keeps the connection's name at the time of writing, so only the record counts. */
function fieldOf({ connection, serviceId, webhookId }: WebhookTarget): string {
  return JSON.stringify([connection, serviceId ?? null, webhookId]);
}

/** Drops outdated targets, which may stand under an older name of the connection or come from an early version. */
function newestOfEach(targets: readonly WebhookTarget[]): WebhookTarget[] {
  const oldestFirst = targets.toSorted((a, b) => a.atMs - b.atMs);
  return [...new Map(oldestFirst.map((target) => [fieldOf(target), target])).values()];
}
