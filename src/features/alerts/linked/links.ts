import { z } from "zod";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { keyInLua } from "../../../platform/redis/script.ts";
import { type Incident, isHeld } from "../incident/record.ts";
import { type Linked, linkedWithinMs, mostOthers } from "./record.ts";

/**
 * A function in Lua that lists an open incident of a service by its begin, or forgets it. Then the messages of the
 * others that began at about the same time are to change, unless it is a storm.
 */
export const linkLua = `
local function link(id, service, began, now)
  local list = ${keyInLua(keys.serviceIncidents("", ""))} .. service
  local before = redis.call("ZSCORE", list, id)
  if began then
    redis.call("ZADD", list, began, id)
    redis.call("EXPIRE", list, ${ttlInSeconds.openIncident})
  elseif before then redis.call("ZREM", list, id) end
  local at = tonumber(began or before)
  if not at or (began and before) then return end
  local near = redis.call("ZRANGEBYSCORE", list, at - ${linkedWithinMs}, at + ${linkedWithinMs}, "LIMIT", 0, ${mostOthers + 2})
  if #near > ${mostOthers + 1} then return end
  for _, other in ipairs(near) do
    local record = other ~= id and redis.call("GET", ${keyInLua(keys.incident("", ""))} .. other)
    local channel = record and string.match(record, '"channelId":"([^"]*)"')
    local outbox = channel and ${keyInLua(keys.outbox("", ""))} .. channel
    local shown = channel and redis.call("GET", ${keyInLua(keys.shown("", ""))} .. other)
    -- One that has no message yet gets it with the link. If nothing can post it, this must not try again.
    if channel and ((shown and string.find(shown, '"root":', 1, true)) or redis.call("ZSCORE", outbox, other)) then
      redis.call("ZADD", outbox, "LT", now, other)
      redis.call("SADD", ${keyInLua(keys.outboxes(""))}, channel)
    end
  end
end
`;

/** What `link` needs of an incident: its service, and its begin while it is open and posted. */
export function linkFacts(incident: Incident): readonly [serviceId: string, beganMs: number | false] | false {
  const { service, state, latest, openedAtMs } = incident;
  if (!service) return false;
  const isListed = state !== "resolved" && !latest.isTest && !isHeld(incident);
  return [service.serviceId, isListed && openedAtMs];
}

const Found = z.array(z.string());

/** The ids of the other open incidents of an incident's service that began at about the same time, at most ten. */
export async function linkedIds(
  redis: RedisClient,
  workspaceId: string,
  { id, service, state, openedAtMs }: Incident,
): Promise<string[]> {
  if (!service || state === "resolved") return [];
  const list = keys.serviceIncidents(workspaceId, service.serviceId);
  const [fromMs, untilMs] = [openedAtMs - linkedWithinMs, openedAtMs + linkedWithinMs];
  const found = await reachingRedis(() =>
    redis.zrangebyscore(list, fromMs, untilMs, "LIMIT", 0, mostOthers + 1),
  );
  return found.filter((each) => each !== id).slice(0, mostOthers);
}

/** The other open incidents of an incident's service that began at about the same time; undefined if there are none. */
export async function linkedOf(
  redis: RedisClient,
  workspaceId: string,
  { id, service, state, openedAtMs }: Incident,
): Promise<Linked | undefined> {
  if (!service || state === "resolved") return undefined;
  const list = keys.serviceIncidents(workspaceId, service.serviceId);
  const [fromMs, untilMs] = [openedAtMs - linkedWithinMs, openedAtMs + linkedWithinMs];
  const answer = await reachingRedis(() =>
    redis.zrangebyscore(list, fromMs, untilMs, "WITHSCORES", "LIMIT", 0, mostOthers + 2),
  );
  const found = Found.parse(answer);
  const ids = found.filter((_, index) => index % 2 === 0);
  const others = ids.filter((each) => each !== id).length;
  if (others === 0) return undefined;
  return { name: service.name, others, sinceMs: Math.min(openedAtMs, Number(found[1])) };
}
