import { z } from "zod";
import { hashText } from "../../lib/hash.ts";
import { costMetrics } from "../../platform/cloud/costs/usage.ts";
import { chartColors } from "../../platform/pictures/svg.ts";
import { keys } from "../../platform/redis/keys.ts";
import { type RedisClient, reachingRedis } from "../../platform/redis/connect.ts";
import { script } from "../../platform/redis/script.ts";

const colorCount = chartColors.parts.length;
/** Far more than a workspace has. Above that, colours are not kept, so the record stays small. */
const mostKept = 1_000;

/**
 * Gives each id its kept colour, or the one that the fewest ids have. So colours do not depend on rank, and as many
 * services as there are colours never share one.
 */
const colorsOf = script(`
local count, most = tonumber(ARGV[1]), tonumber(ARGV[2])
local uses = {}
for color = 0, count - 1 do uses[color] = 0 end
local kept = redis.call('hvals', KEYS[1])
for _, color in ipairs(kept) do
  local index = tonumber(color) % count
  uses[index] = uses[index] + 1
end
local size, found = #kept, {}
for index = 3, #ARGV do
  local color = tonumber(redis.call('hget', KEYS[1], ARGV[index]))
  if not color and size >= most then
    color = tonumber(string.sub(redis.sha1hex(ARGV[index]), 1, 6), 16) % count
  elseif not color then
    color = 0
    for other = 1, count - 1 do if uses[other] < uses[color] then color = other end end
    redis.call('hset', KEYS[1], ARGV[index], color)
    uses[color] = uses[color] + 1
    size = size + 1
  end
  found[#found + 1] = color
end
return found
`);

/** The colours of one workspace's services and warehouses in pictures, in Redis: a hash from id to number. */
export function partColors(redis: RedisClient, workspaceId: string) {
  return {
    /** The number of each part's colour. A new part gets one, the costliest first. */
    async of(ids: readonly string[]): Promise<Map<string, number>> {
      if (ids.length === 0) return new Map();
      const args = [colorCount, mostKept, ...ids];
      const found = await reachingRedis(() => colorsOf(redis, [keys.partColors(workspaceId)], args));
      const colors = z.array(z.number()).parse(found);
      return new Map(ids.map((id, index) => [id, colors[index] ?? 0]));
    },
  };
}

const metrics = Object.keys(costMetrics);

/** The number of a metric's colour, which is the same in every workspace. */
export function metricColor(id: string): number {
  const index = metrics.indexOf(id);
  return index === -1 ? Number.parseInt(hashText(id, 6), 16) % colorCount : index;
}
