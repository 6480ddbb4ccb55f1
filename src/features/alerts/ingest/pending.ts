import { z } from "zod";
import type { Findings } from "../../../platform/jobs/due.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { keys } from "../../../platform/redis/keys.ts";
import { script } from "../../../platform/redis/script.ts";

// KEYS: full inboxes, outboxes, clues, hooks. ARGV: prefix of timers, now. Returns 1 if an outbox or a clue waits, the
// next timer, the hooks with something to ingest.
const pendingScript = script(`
local due, next, now = redis.call("SMEMBERS", KEYS[1]), nil, tonumber(ARGV[2])
for _, hook in ipairs(redis.call("HKEYS", KEYS[4])) do
  local first = redis.call("ZRANGE", ARGV[1] .. hook, 0, 0, "WITHSCORES")
  local at = tonumber(first[2])
  if at and at <= now then due[#due + 1] = hook end
  if at and (not next or at < next) then next = at end
end
local others = redis.call("SCARD", KEYS[2]) + redis.call("ZCARD", KEYS[3])
return { math.min(1, others), next and string.format("%.0f", next) or "", due }
`);

const Answer = z.tuple([z.number(), z.string(), z.array(z.string())]);

/** What a workspace's alerts have to do, and the hooks with entries in their inbox or a due timer. */
export async function pendingAlerts(
  redis: RedisClient,
  workspaceId: string,
  nowMs: number,
): Promise<Findings & { hookIds: string[] }> {
  const own = [keys.fullInboxes, keys.outboxes, keys.firstEvents, keys.hooks].map((key) => key(workspaceId));
  const args = [keys.incidentTimers(workspaceId, ""), nowMs];
  const answer = await reachingRedis(() => pendingScript(redis, own, args));
  const [others, next, due] = Answer.parse(answer);
  const hookIds = [...new Set(due)];
  return {
    hookIds,
    isPending: others > 0 || hookIds.length > 0,
    nextMs: next === "" ? undefined : Number(next),
  };
}

// KEYS: hooks. ARGV: prefix of open incidents. Returns 1 if the reconciliation has something to check.
const observingScript = script(`
local all = redis.call("HGETALL", KEYS[1])
for i = 1, #all, 2 do
  if string.find(all[i + 1], '"observes":', 1, true) and redis.call("EXISTS", ARGV[1] .. all[i]) == 1 then return 1 end
end
return 0
`);

/** True if a workspace has open incidents of a hook that observes a server. */
export async function hasObserved(redis: RedisClient, workspaceId: string): Promise<boolean> {
  const args = [keys.openIncidents(workspaceId, "")];
  return (await reachingRedis(() => observingScript(redis, [keys.hooks(workspaceId)], args))) === 1;
}
