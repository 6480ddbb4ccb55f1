import type { Redis } from "ioredis";
import { keys } from "../../../platform/redis/keys.ts";

// What waits in the inbox is counted before it goes, and the cursor moves on, so that whoever works it in at this
// very moment finds that it is not theirs any more.
const removeAll = `
if redis.call("HDEL", KEYS[1], ARGV[1]) == 0 then return 0 end
local waiting = 0
for _, entry in ipairs(redis.call("LRANGE", KEYS[2], 0, -1)) do
  if not string.find(entry, '{"kind":"act"', 1, true) then waiting = waiting + 1 end
end
for _, latest in ipairs(redis.call("HVALS", KEYS[3])) do
  waiting = waiting + tonumber(string.match(latest, "^%d+") or 0)
end
if waiting > 0 then redis.call("HINCRBY", KEYS[4], "suppressed:hook deleted", waiting) end
redis.call("INCRBY", KEYS[5], redis.call("LLEN", KEYS[2]) + 1)
redis.call("EXPIRE", KEYS[5], 3600)
redis.call("SREM", KEYS[6], ARGV[1])
redis.call("HDEL", KEYS[10], ARGV[1])
redis.call("DEL", KEYS[2], KEYS[3], KEYS[7], KEYS[8], KEYS[9])
return 1
`;

/** Deletes a hook with all that belongs to it alone, in one step; its incidents stay as long as incidents do. */
export async function removeHook(redis: Redis, workspaceId: string, hookId: string): Promise<boolean> {
  const touched = [
    keys.hooks(workspaceId),
    keys.inbox(workspaceId, hookId),
    keys.flood(workspaceId, hookId),
    keys.alertCounts(workspaceId),
    keys.inboxCursor(workspaceId, hookId),
    keys.fullInboxes(workspaceId),
    keys.openIncidents(workspaceId, hookId),
    keys.incidentTimers(workspaceId, hookId),
    keys.eventLog(workspaceId, hookId),
    keys.hookRates(workspaceId),
  ];
  return (await redis.eval(removeAll, touched.length, ...touched, hookId)) === 1;
}
