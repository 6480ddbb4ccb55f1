import type { Redis } from "ioredis";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";
import type { Incident } from "./record.ts";
import { recentKey } from "./recent-incidents.ts";

// KEYS: the lists of recent incidents. ARGV: prefixes of what is shown, of digests, of their members and of channels'
// digests; seconds to keep what is shown, and all else; then two an incident: id and channel.
const prolongScript = script(`
local shown, digest, members, channels, shownSeconds, seconds = unpack(ARGV, 1, 6)
for _, key in ipairs(KEYS) do redis.call("EXPIRE", key, seconds) end
for i = 7, #ARGV, 2 do
  local id, ofChannel = ARGV[i], channels .. ARGV[i + 1]
  redis.call("EXPIRE", shown .. id, shownSeconds)
  local inDigest = redis.call("HGET", ofChannel, id)
  if inDigest then
    redis.call("EXPIRE", ofChannel, seconds)
    redis.call("EXPIRE", digest .. inDigest, seconds)
    redis.call("EXPIRE", members .. inDigest, seconds)
    redis.call("EXPIRE", shown .. inDigest, shownSeconds)
  end
end
return 1
`);

/** Keeps where open incidents are shown, and the lists that they are in, as long as the incidents themselves. */
export async function prolongIncidents(
  redis: Redis,
  workspaceId: string,
  open: readonly Pick<Incident, "id" | "channelId" | "latest">[],
): Promise<void> {
  if (open.length === 0) return;
  const lists = open.flatMap(({ latest }) => recentKey(workspaceId, latest.origin ?? {}) ?? []);
  const prefixes = [keys.shown, keys.digest, keys.digestMembers, keys.laneDigests].map((key) =>
    key(workspaceId, ""),
  );
  const items = open.flatMap(({ id, channelId }) => [id, channelId]);
  const args = [...prefixes, ttlInSeconds.shown, ttlInSeconds.incident, ...items];
  await reachingRedis(() => prolongScript(redis, [...new Set(lists)], args));
}
