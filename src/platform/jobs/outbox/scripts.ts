import { script } from "../../redis/script.ts";

// The state of an outbox: first score, new items, first posts within a minute, 1 if it has or had summaries, and its
// stored state.
const viewLua = `
local function view(outbox, new, roots, state, summaries, now)
  local first = redis.call("ZRANGE", outbox, 0, 0, "WITHSCORES")
  local held = redis.call("HMGET", state, "notBefore", "failures")
  local posted = redis.call("ZCOUNT", roots, now - 60000, "+inf")
  local hasSummaries = redis.call("EXISTS", summaries)
  return { first[2] or "", redis.call("SCARD", new), posted, hasSummaries, held[1] or "", held[2] or "" }
end
`;

/** KEYS: outbox, new, roots, state, summaries. ARGV: now. */
export const viewScript = script(`${viewLua}
return view(KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], tonumber(ARGV[1]))
`);

/**
 * KEYS: outbox, events, summaries. ARGV: now, score during the work, prefix of what is shown, prefix of events,
 * channel, first claim of a new item, seconds to keep it. Returns item, score, shown, 1 if the claim was saved,
 * events; or nothing.
 */
export const takeScript = script(`
for _ = 1, 20 do
  local first = redis.call("ZRANGE", KEYS[1], 0, 0, "WITHSCORES")
  local item, score = first[1], first[2]
  if not item or tonumber(score) > tonumber(ARGV[1]) then return {} end
  local shown = redis.call("GET", ARGV[3] .. item)
  local record = shown and cjson.decode(shown) or {}
  if redis.call("HEXISTS", KEYS[3], item) == 1 then
    -- Its summary shows the change first. A message of its own would never change again.
    redis.call("ZADD", KEYS[1], ARGV[1] + 1000, item)
  elseif record.claim and record.claim.untilMs > tonumber(ARGV[1]) then
    -- Its post may still be on its way. The others need not wait for it.
    redis.call("ZADD", KEYS[1], record.claim.untilMs, item)
  else
    redis.call("ZADD", KEYS[1], ARGV[2], item)
    if record.leftFrom and record.leftFrom ~= ARGV[5] then
      local before = ARGV[4] .. record.leftFrom
      local events = tonumber(redis.call("HGET", before, item) or "0")
      redis.call("HDEL", before, item)
      if events > 0 then redis.call("HINCRBY", KEYS[2], item, events) end
    end
    local isNew = shown and 0 or 1
    if isNew == 1 then
      shown = string.gsub(ARGV[6], "{item}", function() return item end)
      redis.call("SET", ARGV[3] .. item, shown, "EX", ARGV[7])
    end
    return { item, score, shown, isNew, redis.call("HGET", KEYS[2], item) or "0" }
  end
end
return {}
`);

/** KEYS: outbox, shown. ARGV: item, its score, shown as it was, shown as it is to be, seconds to keep it, next score. */
export const holdScript = script(`
if redis.call("GET", KEYS[2]) ~= ARGV[3] then return 0 end
local score = redis.call("ZSCORE", KEYS[1], ARGV[1])
if not score then return 0 end
redis.call("SET", KEYS[2], ARGV[4], "EX", ARGV[5])
if tonumber(score) == tonumber(ARGV[2]) then redis.call("ZADD", KEYS[1], ARGV[6], ARGV[1]) end
return 1
`);

/**
 * KEYS: outbox, new, roots, state, summaries, events, outboxes, counts, shown, trace, dead letters.
 * ARGV: a JSON list of short texts, because many short arguments take long to send: item, channel, now, its score,
 * seconds to keep what is shown, next score ("" if it leaves the outbox, "gone" if it does in any case), fate of its
 * events, their number, 1 if its root was posted, not before, failures, seconds to keep letters, length of traces,
 * seconds to keep traces. Then: shown before, shown now, dead letter, trace entries.
 */
export const resolveScript = script(`${viewLua}
local outbox, new, roots, state, summaries, events, outboxes, counts, shown, trace, letters = unpack(KEYS)
local short = cjson.decode(ARGV[1])
local item, channel, now, score, ttl, again, fate = unpack(short, 1, 7)
local shownEvents, isRoot, notBefore, failures, letterTtl, traceLength, traceTtl = unpack(short, 8, 14)
local before, after, letter = ARGV[2], ARGV[3], ARGV[4]
if #ARGV > 4 then
  redis.call("RPUSH", trace, unpack(ARGV, 5))
  redis.call("LTRIM", trace, 0 - traceLength, -1)
  redis.call("EXPIRE", trace, traceTtl)
end
local present = redis.call("GET", shown)
if present ~= before then
  -- Another process took over while this one stood still. This one's call may have come after the other's.
  if present then
    local record = cjson.decode(present)
    record.hash = nil
    redis.call("SET", shown, cjson.encode(record), "KEEPTTL")
  end
  redis.call("ZADD", outbox, "LT", now, item)
  redis.call("SADD", outboxes, channel)
  return view(outbox, new, roots, state, summaries, tonumber(now))
end
redis.call("SET", shown, after, "EX", ttl)

local waiting = tonumber(redis.call("HGET", events, item) or "0")
local count = math.min(waiting, tonumber(shownEvents))
if fate ~= "waiting" then
  if waiting > count then redis.call("HSET", events, item, waiting - count) else redis.call("HDEL", events, item) end
  if fate == "posted" and count > 0 then
    redis.call("HINCRBY", counts, "posted", 1)
    if count > 1 then redis.call("HINCRBY", counts, "merged", count - 1) end
  elseif count > 0 then
    redis.call("HINCRBY", counts, fate, count)
  end
end

-- A taken item has a score later than any mark, and a mark sets a lower one ("LT"). So if the score is the same,
-- nothing has changed since the item was taken and read.
local scoreNow = redis.call("ZSCORE", outbox, item)
local isUnchanged = scoreNow and tonumber(scoreNow) == tonumber(score)
if again == "gone" or (isUnchanged and again == "" and waiting <= count) then
  redis.call("ZREM", outbox, item)
elseif isUnchanged then
  redis.call("ZADD", outbox, again == "" and now or again, item)
end
if isRoot == "1" or again == "" or again == "gone" then redis.call("SREM", new, item) end
if redis.call("ZCARD", outbox) == 0 then redis.call("SREM", outboxes, channel) end

if isRoot == "1" then
  redis.call("ZADD", roots, now, item)
  redis.call("ZREMRANGEBYSCORE", roots, "-inf", tonumber(now) - 60000)
  redis.call("EXPIRE", roots, 120)
end
if notBefore ~= "" then redis.call("HSET", state, "notBefore", notBefore) end
if failures == "0" then redis.call("HDEL", state, "failures")
elseif failures ~= "" then redis.call("HSET", state, "failures", failures) end

if letter ~= "" then
  local record, known = cjson.decode(letter), redis.call("HGET", letters, item)
  record.events = count + (known and cjson.decode(known).events or 0)
  redis.call("HSET", letters, item, cjson.encode(record))
  redis.call("EXPIRE", letters, letterTtl)
elseif again == "" then
  -- The item is shown now, so its dead letter is over.
  local known = redis.call("HGET", letters, item)
  if known then
    local dead = cjson.decode(known).events
    redis.call("HDEL", letters, item)
    redis.call("HINCRBY", counts, "dead", 0 - dead)
    redis.call("HINCRBY", counts, "merged", dead)
  end
end
return view(outbox, new, roots, state, summaries, tonumber(now))
`);
