import type { Redis } from "ioredis";
import { z } from "zod";
import { keys } from "../../../platform/redis/keys.ts";
import { tryRecord } from "../../../platform/redis/record.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";

/** That a webhook of an observability server posts to a hook of ours. */
const WebhookTarget = z.object({
  webhookId: z.string(),
  connection: z.string(),
  /** Absent for a stand-alone server's. */
  serviceId: z.string().optional(),
  hookId: z.string(),
  /** When that was so: what is newer counts. */
  atMs: z.number(),
});
export type WebhookTarget = z.output<typeof WebhookTarget>;

/** Which hooks the webhooks of a workspace's servers reach, as far as anybody said or incidents told. */
export interface WebhookTargets {
  list(): Promise<WebhookTarget[]>;
  /** Remembers these where nothing newer is known of their webhooks. */
  remember(targets: readonly WebhookTarget[]): Promise<void>;
}

// KEYS: targets. ARGV: field, record and time, again and again.
const rememberNewer = `
for at = 1, #ARGV, 3 do
  local before = redis.call("HGET", KEYS[1], ARGV[at])
  if not before or cjson.decode(before).atMs < tonumber(ARGV[at + 2]) then
    redis.call("HSET", KEYS[1], ARGV[at], ARGV[at + 1])
  end
end
return 1
`;

/** The targets of one workspace in Redis: a hash by webhook, and by its place, since a copy of a server has the same ids. */
export function webhookTargets(redis: Redis, workspaceId: string): WebhookTargets {
  const key = keys.webhookTargets(workspaceId);
  return {
    async list() {
      const stored = await reachingRedis(() => redis.hvals(key));
      const readable = stored.map((record) => tryRecord(WebhookTarget, record));
      return newestOfEach(readable.filter((target) => target !== undefined));
    },
    async remember(targets) {
      if (targets.length === 0) return;
      const args = targets.flatMap((target) => [fieldOf(target), JSON.stringify(target), target.atMs]);
      await reachingRedis(() => redis.eval(rememberNewer, 1, key, ...args));
    },
  };
}

/** A field keeps the name that a connection had when it was written: the record is what counts. */
function fieldOf({ connection, serviceId, webhookId }: WebhookTarget): string {
  return JSON.stringify([connection, serviceId ?? null, webhookId]);
}

/** Under an older name of its connection, or of the first versions, there may be one that is out of date. */
function newestOfEach(targets: readonly WebhookTarget[]): WebhookTarget[] {
  const oldestFirst = targets.toSorted((a, b) => a.atMs - b.atMs);
  return [...new Map(oldestFirst.map((target) => [fieldOf(target), target])).values()];
}
