import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";
import type { Redis } from "ioredis";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";
import type { AlertEvent } from "../incident/event-record.ts";
import { hashText, sha1Hex } from "../../../lib/hash.ts";

/** How much of a body stays in its event, in bytes of UTF-8. */
export const keptBodyBytes = 8_192;

/** How many bytes of whole bodies a workspace may keep. */
export const usualBodyBudgetBytes = 16 * 1024 * 1024;

const longestBodyBytes = 1_000_000;
const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** The whole bodies of a workspace's long alerts: of each alert the latest, compressed, for a day. */
export interface AlertBodies {
  /** The whole body of an event; undefined if only its beginning is still kept. */
  whole(hookId: string, event: AlertEvent): Promise<string | undefined>;
  /** How many bodies are kept now, and how many bytes they take. */
  usage(): Promise<{ bodies: number; bytes: number }>;
}

/** An event as it is kept, and its whole body, packed, if that is longer. */
export interface CutEvent {
  event: AlertEvent;
  packed?: Buffer;
}

/** True if a body is too long to stay in its event. */
export function isLongBody(body: string): boolean {
  // Three bytes are the most that one unit of UTF-16 takes.
  return body.length * 3 > keptBodyBytes && Buffer.byteLength(body) > keptBodyBytes;
}

/** Cuts an event with a long body, and packs the whole body. */
export async function cutEvent(event: AlertEvent): Promise<CutEvent> {
  if (!isLongBody(event.body)) return { event };
  const bytes = Buffer.from(event.body);
  const wholeBody = { digest: hashText(event.body, 32), bytes: bytes.length };
  return { event: { ...event, body: beginningOf(bytes), wholeBody }, packed: await compress(bytes) };
}

/** Never ends inside a character. */
function beginningOf(bytes: Buffer): string {
  let end = keptBodyBytes;
  while (((bytes[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end -= 1;
  return bytes.toString("utf8", 0, end);
}

/** Under which id an alert's whole body is kept; scripts make the same one. */
function bodyId(hookId: string, key: string): string {
  return `${hookId}:${sha1Hex(key)}`;
}

/**
 * Lua that keeps a body within the budget, for scripts that define `now` in milliseconds; the bodies that were kept first
 * make room. `index` is a sorted set of ids by the time they were kept, `sizes` a hash of their bytes and the total.
 */
export function keepBodyLua(budgetBytes: number): string {
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
  if #body > ${budgetBytes} then return end
  while tonumber(redis.call("HGET", sizes, "total") or "0") + #body > ${budgetBytes} do
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

/** The keys that bodies are kept under: index, sizes and the prefix of the bodies themselves. */
export function bodyKeys(workspaceId: string): [string, string, string] {
  return [
    keys.alertBodyIndex(workspaceId),
    keys.alertBodySizes(workspaceId),
    keys.alertBody(workspaceId, ""),
  ];
}

/** KEYS: index, sizes, prefix. Answers how many there are, and their bytes. */
const usageScript = script(`${keepBodyLua(0)}
local time = redis.call("TIME")
sweepBodies(KEYS[1], KEYS[2], KEYS[3], tonumber(time[1]) * 1000)
return { redis.call("ZCARD", KEYS[1]), tonumber(redis.call("HGET", KEYS[2], "total") or "0") }
`);

/** The bodies of one workspace in Redis. */
export function alertBodies(redis: Redis, workspaceId: string): AlertBodies {
  return {
    async whole(hookId, { key, body, wholeBody }) {
      if (!wholeBody) return body;
      const packed = await reachingRedis(() =>
        redis.getBuffer(keys.alertBody(workspaceId, bodyId(hookId, key))),
      );
      const whole = packed && (await unpacked(packed));
      // A later event of the same alert takes the place of an earlier one.
      return whole && hashText(whole, 32) === wholeBody.digest ? whole : undefined;
    },
    async usage() {
      const answer = await reachingRedis(() => usageScript(redis, bodyKeys(workspaceId), []));
      const [bodies = 0, bytes = 0] = Array.isArray(answer) ? answer.map(Number) : [];
      return { bodies, bytes };
    },
  };
}

/** Undefined for what is no packed body. */
async function unpacked(packed: Buffer): Promise<string | undefined> {
  try {
    return (await decompress(packed, { maxOutputLength: longestBodyBytes })).toString();
  } catch {
    return undefined;
  }
}
