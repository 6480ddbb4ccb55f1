import { script } from "../../../platform/redis/script.ts";

// KEYS of all these scripts: outbox, new, events, summaries of the outbox, members, summary, storm, outboxes.

/**
 * Takes incidents out of the outbox into a storm summary. KEYS go on with the record and the shown message of each
 * incident. ARGV: summary id, seconds, channel, when the summary is due, its record ("" if unchanged), the item that
 * ends the storm, when that is due; then for each incident its id, revision and member record. Returns how many it
 * took.
 */
export const absorbScript = script(`
local absorbed = 0
for i = 9, #KEYS, 2 do
  local at = 8 + (i - 9) / 2 * 3
  local id = ARGV[at]
  local revision = string.match(redis.call("GET", KEYS[i]) or "", '"revision":(%d+)')
  local shown = redis.call("GET", KEYS[i + 1])
  -- A claimed incident may be in the channel already. Then its own message must go on changing.
  local isClaimed = shown and cjson.decode(shown).claim and redis.call("HEXISTS", KEYS[4], id) == 0
  if revision == ARGV[at + 1] and not isClaimed then
    absorbed = absorbed + 1
    redis.call("HSET", KEYS[5], id, ARGV[at + 2])
    redis.call("HSET", KEYS[4], id, ARGV[1])
    redis.call("ZREM", KEYS[1], id)
    redis.call("SREM", KEYS[2], id)
    local events = redis.call("HGET", KEYS[3], id)
    if events then
      redis.call("HDEL", KEYS[3], id)
      redis.call("HINCRBY", KEYS[3], ARGV[1], events)
    end
  end
end
if absorbed == 0 then return 0 end
if ARGV[5] ~= "" then
  redis.call("SET", KEYS[6], ARGV[5])
  redis.call("SET", KEYS[7], ARGV[5], "EX", ARGV[2])
  redis.call("ZADD", KEYS[1], ARGV[7], ARGV[6])
end
redis.call("ZADD", KEYS[1], "LT", ARGV[4], ARGV[1])
redis.call("SADD", KEYS[8], ARGV[3])
for i = 4, 6 do redis.call("EXPIRE", KEYS[i], ARGV[2]) end
return absorbed
`);

/** Gives incidents of a summary messages of their own. ARGV: time, channel, ids. */
export const releaseScript = script(`
for i = 3, #ARGV do
  redis.call("HDEL", KEYS[4], ARGV[i])
  redis.call("HDEL", KEYS[5], ARGV[i])
  redis.call("ZADD", KEYS[1], "LT", ARGV[1] + i / 1000, ARGV[i])
  redis.call("SADD", KEYS[2], ARGV[i])
end
redis.call("SADD", KEYS[8], ARGV[2])
return 1
`);

/** Removes incidents from a summary, and an empty summary. ARGV: summary id, ids. Returns how many are left. */
export const withdrawScript = script(`
for i = 2, #ARGV do
  redis.call("HDEL", KEYS[4], ARGV[i])
  redis.call("HDEL", KEYS[5], ARGV[i])
end
local left = redis.call("HLEN", KEYS[5])
if left > 0 then return left end
redis.call("DEL", KEYS[6])
local storm = redis.call("GET", KEYS[7])
if storm and cjson.decode(storm).id == ARGV[1] then redis.call("DEL", KEYS[7]) end
return 0
`);

/** Finds outbox items that a summary shows. ARGV: how many items to check. Returns pairs of item id and summary id. */
export const changedScript = script(`
local ids = redis.call("ZRANGE", KEYS[1], 0, ARGV[1] - 1)
if #ids == 0 then return {} end
local summaries = redis.call("HMGET", KEYS[4], unpack(ids))
local found = {}
for i, id in ipairs(ids) do
  if summaries[i] then found[#found + 1] = { id, summaries[i] } end
end
return found
`);

/** Moves due items to the head of the outbox. ARGV: time, score of the head, ids. Returns 1 if any is due. */
export const firstScript = script(`
local found = 0
for i = 3, #ARGV do
  local score = redis.call("ZSCORE", KEYS[1], ARGV[i])
  if score and tonumber(score) <= tonumber(ARGV[1]) then
    redis.call("ZADD", KEYS[1], ARGV[2], ARGV[i])
    found = 1
  end
end
return found
`);
