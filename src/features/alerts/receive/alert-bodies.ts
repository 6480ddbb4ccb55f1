import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";
import type { AlertEvent } from "../incident/event-record.ts";
import { hashText, sha1Hex } from "../../../lib/hash.ts";

/** The most bytes of UTF-8 of a body that stay in its event. */
export const keptBodyBytes = 8_192;

const longestBodyBytes = 1_000_000;
const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** An event with a cut body, and its compressed whole body if that is longer. */
export interface CutEvent {
  event: AlertEvent;
  packed?: Buffer;
}

/** True if a body is too long to stay in its event. */
export function isLongBody(body: string): boolean {
  // One unit of UTF-16 takes at most three bytes.
  return body.length * 3 > keptBodyBytes && Buffer.byteLength(body) > keptBodyBytes;
}

/** Cuts the body of an event if it is long, and compresses the whole one. */
export async function cutEvent(event: AlertEvent): Promise<CutEvent> {
  if (!isLongBody(event.body)) return { event };
  const bytes = Buffer.from(event.body);
  const wholeBody = { hash: hashText(event.body, 32), bytes: bytes.length };
  return { event: { ...event, body: beginningOf(bytes), wholeBody }, packed: await compress(bytes) };
}

/** The first 8 KB of a body. They never end inside a character. */
function beginningOf(bytes: Buffer): string {
  let end = keptBodyBytes;
  while (((bytes[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end -= 1;
  return bytes.toString("utf8", 0, end);
}

/**
 * Lua functions that store a body within the quota; the oldest bodies go first. `index` is a sorted set of ids by
 * their time in milliseconds. `sizes` is a hash of their bytes and the total.
 */
export function keepBodyLua(quotaBytes: number): string {
  return `
local function forgetBody(index, sizes, prefix, id)
  local size = tonumber(redis.call("HGET", sizes, id) or "0")
  redis.call("HDEL", sizes, id)
  redis.call("ZREM", index, id)
  redis.call("DEL", prefix .. id)
  if size > 0 then redis.call("HINCRBY", sizes, "total", 0 - size) end
end

local function sweepBodies(index, sizes, prefix, now)
  local old = redis.call("ZRANGEBYSCORE", index, "-inf", now - ${ttlInSeconds.alertBody * 1_000}, "LIMIT", 0, 1000)
  for _, id in ipairs(old) do forgetBody(index, sizes, prefix, id) end
end

local function keepBody(index, sizes, prefix, id, body, now)
  sweepBodies(index, sizes, prefix, now)
  forgetBody(index, sizes, prefix, id)
  if #body > ${quotaBytes} then return end
  while tonumber(redis.call("HGET", sizes, "total") or "0") + #body > ${quotaBytes} do
    local first = redis.call("ZRANGE", index, 0, 0)[1]
    if not first then break end
    forgetBody(index, sizes, prefix, first)
  end
  redis.call("SET", prefix .. id, body, "EX", ${ttlInSeconds.alertBody})
  redis.call("ZADD", index, now, id)
  redis.call("HSET", sizes, id, #body)
  redis.call("HINCRBY", sizes, "total", #body)
  redis.call("EXPIRE", index, ${ttlInSeconds.alertBody})
  redis.call("EXPIRE", sizes, ${ttlInSeconds.alertBody})
end
`;
}

/** The keys of bodies: index, sizes and the prefix of the bodies themselves. */
export function bodyKeys(workspaceId: string): [string, string, string] {
  return [
    keys.alertBodyIndex(workspaceId),
    keys.alertBodySizes(workspaceId),
    keys.alertBody(workspaceId, ""),
  ];
}

/** KEYS: index, sizes, prefix. Returns the number of bodies and their bytes. */
const usageScript = script(`${keepBodyLua(0)}
local time = redis.call("TIME")
sweepBodies(KEYS[1], KEYS[2], KEYS[3], tonumber(time[1]) * 1000)
return { redis.call("ZCARD", KEYS[1]), tonumber(redis.call("HGET", KEYS[2], "total") or "0") }
`);

/**
 * The whole bodies of one workspace's long alerts in Redis. The latest body of each alert is kept, compressed, for a
 * day.
 */
export function alertBodies(redis: RedisClient, workspaceId: string) {
  return {
    /** The whole body of an event; undefined if only its beginning is kept. */
    async whole(hookId: string, { key, body, wholeBody }: AlertEvent): Promise<string | undefined> {
      if (!wholeBody) return body;
      // The accept script makes the same id.
      const bodyKey = keys.alertBody(workspaceId, `${hookId}:${sha1Hex(key)}`);
      const packed = await reachingRedis(() => redis.getBuffer(bodyKey));
      const options = { maxOutputLength: longestBodyBytes };
      // A damaged body counts as lost.
      const whole = packed && (await decompress(packed, options).then(String, () => undefined));
      // A later event of the same alert has replaced the body of an earlier one.
      return whole && hashText(whole, 32) === wholeBody.hash ? whole : undefined;
    },
    /** The number of bodies and their bytes. */
    async usage(): Promise<{ bodies: number; bytes: number }> {
      const answer = await reachingRedis(() => usageScript(redis, bodyKeys(workspaceId), []));
      const [bodies = 0, bytes = 0] = Array.isArray(answer) ? answer.map(Number) : [];
      return { bodies, bytes };
    },
  };
}
