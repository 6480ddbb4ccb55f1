import { keys, ttlInSeconds } from "../../redis/keys.ts";
import { keyInLua, script, workspacePartInLua } from "../../redis/script.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { postHoldMs } from "../post-once.ts";
import { traceLength } from "./shown.ts";

/** No outbox, and no item in one, waits longer than this for Slack. */
export const longestPauseMs = 5 * minuteMs;
/** A time that is further ahead was written by a process with a wrong clock, and counts as over. */
const farAheadMs = longestPauseMs + minuteMs;

/** An outbox stays with its process through pauses of this length. */
export const longestStayMs = 1_500;

/**
 * The steps of several outboxes. Each saves the outcome of an item, takes the next one, or both. KEYS: outboxes. ARGV,
 * for each step: its channel; the number of arguments of an outcome, and these; the number of those of a take, and
 * these. Returns an answer for each. A step that fails, for example because of a broken record, answers with one text.
 *
 * Each outcome: item, now, its score, next score ("" if it leaves the outbox, "gone" if it does in any case), fate of
 * its events, their number, 1 if its root was posted, not before, failures, shown before, shown now, dead letter, trace
 * entries.
 *
 * Each take: now; then, unless it only reads the state: process; then, unless nothing can be due: first claim of a new
 * item, the most new items and first posts within a minute without preparation ("" if it is prepared), prefix of
 * records, pattern of an owner in a record, hash of owners. It answers with the state (first score, new items, first
 * posts within a minute, 1 if it has or had summaries, not before, failures); then nothing, or "elsewhere" if another
 * process has the outbox, or item, score, shown, 1 if the claim was saved, events, record and owner.
 */
export const stepsScript = script(`
local prefix = ${workspacePartInLua}
local outboxes, counts, letters = KEYS[1], ${keyInLua(keys.alertCounts(""))}, ${keyInLua(keys.deadLetters(""))}
local shownPrefix, tracePrefix = ${keyInLua(keys.shown("", ""))}, ${keyInLua(keys.incidentTrace("", ""))}
local eventsPrefix = ${keyInLua(keys.outboxEvents("", ""))}
local channel, outbox, new, roots, state, summaries, events

local function open(name)
  channel, outbox, new = name, ${keyInLua(keys.outbox("", ""))} .. name, ${keyInLua(keys.outboxNew("", ""))} .. name
  roots, state = ${keyInLua(keys.outboxRoots("", ""))} .. name, ${keyInLua(keys.outboxState("", ""))} .. name
  summaries, events = ${keyInLua(keys.outboxSummaries("", ""))} .. name, eventsPrefix .. name
end

local function view(now)
  local first = redis.call("ZRANGE", outbox, 0, 0, "WITHSCORES")
  if first[2] and tonumber(first[2]) > now + ${farAheadMs} then
    redis.call("ZADD", outbox, now, first[1])
    first[2] = tostring(now)
  end
  local held = redis.call("HMGET", state, "notBefore", "failures", "process")
  if held[1] and tonumber(held[1]) > now + ${farAheadMs} then held[1] = false end
  local posted = redis.call("ZCOUNT", roots, now - 60000, "+inf")
  local hasSummaries = redis.call("EXISTS", summaries)
  return { first[2] or "", redis.call("SCARD", new), posted, hasSummaries, held[1] or "", held[2] or "" }, held[3]
end

local function isAlive(worker)
  local untilMs = redis.call("ZSCORE", ${keyInLua(keys.outboxProcesses(""))}, worker)
  local time = redis.call("TIME")
  return untilMs and tonumber(untilMs) > tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

local function take(at)
  local now, worker, firstClaim, mostNew, mostPosted = tonumber(ARGV[at]), unpack(ARGV, at + 1, at + 4)
  local records, ownerPattern, owners = unpack(ARGV, at + 5, at + 7)
  local seen, holder = view(now)
  if holder and holder ~= worker and isAlive(holder) then return { seen, "elsewhere" } end

  local dueMs = math.max(tonumber(seen[1]) or math.huge, tonumber(seen[5]) or 0)
  if dueMs - now > ${longestStayMs} then
    if seen[1] == "" then redis.call("SREM", outboxes, channel) end
    if holder then redis.call("HDEL", state, "process") end
    return { seen }
  end
  if holder ~= worker then redis.call("HSET", state, "process", worker) end
  if dueMs > now or ARGV[at - 1] == "2" then return { seen } end
  if mostNew ~= "" then
    if seen[4] == 1 or seen[2] > tonumber(mostNew) then return { seen } end
    if seen[2] > 0 and seen[3] > tonumber(mostPosted) then return { seen } end
  end

  for _ = 1, 20 do
    local first = redis.call("ZRANGE", outbox, 0, 0, "WITHSCORES")
    local item, score = first[1], first[2]
    if not item or tonumber(score) > now then break end
    local shown = redis.call("GET", shownPrefix .. item)
    local known = shown and cjson.decode(shown) or {}
    if seen[4] == 1 and redis.call("HEXISTS", summaries, item) == 1 then
      -- Its summary shows the change first. A message of its own would never change again.
      redis.call("ZADD", outbox, now + 1000, item)
    elseif known.claim and known.claim.untilMs > now and known.claim.untilMs <= now + ${farAheadMs} then
      -- Its post may still be on its way. The others need not wait for it.
      redis.call("ZADD", outbox, known.claim.untilMs, item)
    else
      redis.call("ZADD", outbox, now + ${postHoldMs}, item)
      if known.leftFrom and known.leftFrom ~= channel then
        local before = eventsPrefix .. known.leftFrom
        local left = tonumber(redis.call("HGET", before, item) or "0")
        redis.call("HDEL", before, item)
        if left > 0 then redis.call("HINCRBY", events, item, left) end
      end
      local isNew = shown and 0 or 1
      if isNew == 1 then
        shown = string.gsub(firstClaim, "{item}", function() return item end)
        redis.call("SET", shownPrefix .. item, shown, "EX", ${ttlInSeconds.shown})
      end
      local record = redis.call("GET", records .. item) or ""
      local owner = string.match(record, ownerPattern)
      owner = owner and redis.call("HGET", owners, owner) or ""
      return { seen, item, score, shown, isNew, redis.call("HGET", events, item) or "0", record, owner }
    end
  end
  return { (view(now)) }
end

local function resolve(at, last)
  local item, now, score, again, fate, shownEvents, isRoot = unpack(ARGV, at, at + 6)
  local notBefore, failures, before, after, letter = unpack(ARGV, at + 7, at + 11)
  local shown, trace = shownPrefix .. item, tracePrefix .. item
  if last > at + 11 then
    local length = redis.call("RPUSH", trace, unpack(ARGV, at + 12, last))
    if length > ${traceLength} then redis.call("LTRIM", trace, -${traceLength}, -1) end
    -- An incident's trace has its lifetime already.
    if redis.call("TTL", trace) < 0 then redis.call("EXPIRE", trace, ${ttlInSeconds.incident}) end
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
    return
  end
  redis.call("SET", shown, after, "EX", ${ttlInSeconds.shown})

  local waiting = tonumber(redis.call("HGET", events, item) or "0")
  local count = math.min(waiting, tonumber(shownEvents))
  if fate ~= "waiting" and waiting > 0 then
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
    if redis.call("EXISTS", outbox) == 0 then redis.call("SREM", outboxes, channel) end
  elseif isUnchanged then
    redis.call("ZADD", outbox, again == "" and now or again, item)
  end
  if isRoot == "1" or again == "" or again == "gone" then redis.call("SREM", new, item) end

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
    redis.call("EXPIRE", letters, ${ttlInSeconds.deadLetters})
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
end

local function step(at)
  open(ARGV[at])
  local taking = at + 2 + tonumber(ARGV[at + 1])
  if ARGV[at + 1] ~= "0" then resolve(at + 2, taking - 1) end
  if ARGV[taking] == "1" then return { (view(tonumber(ARGV[taking + 1]))) } end
  return take(taking + 1)
end

local at, answers = 1, {}
while ARGV[at] do
  local isDone, answer = pcall(step, at)
  -- Redis' own refusal, such as "READONLY …", is for all of them, and the connection has to see it.
  local failure = not isDone and tostring(type(answer) == "table" and answer.err or answer)
  if failure and string.match(failure, "^%u+ ") then return redis.error_reply(failure) end
  answers[#answers + 1] = failure and { failure } or answer
  at = at + 2 + tonumber(ARGV[at + 1])
  at = at + 1 + tonumber(ARGV[at])
end
return answers
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
 * The outboxes of a workspace that have something due and are with no living process. KEYS: outboxes, processes. ARGV:
 * now, prefixes of outboxes and of their states.
 */
export const unattendedScript = script(`
local time = redis.call("TIME")
local clock = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local now, outboxes, states = tonumber(ARGV[1]), ARGV[2], ARGV[3]
local alive, found = {}, {}
local function waits(untilMs) return tonumber(untilMs) > now and tonumber(untilMs) <= now + ${farAheadMs} end
for _, worker in ipairs(redis.call("ZRANGEBYSCORE", KEYS[2], clock, "+inf")) do alive[worker] = true end
for _, channel in ipairs(redis.call("SMEMBERS", KEYS[1])) do
  local first = redis.call("ZRANGE", outboxes .. channel, 0, 0, "WITHSCORES")
  if not first[2] then redis.call("SREM", KEYS[1], channel)
  elseif not waits(first[2]) then
    local held = redis.call("HMGET", states .. channel, "process", "notBefore")
    local isPaused = held[2] and waits(held[2])
    if not isPaused and not (held[1] and alive[held[1]]) then found[#found + 1] = channel end
  end
end
return found
`);

/**
 * Says that a process lives. KEYS: processes. ARGV: process, for how many milliseconds (0 to leave), seconds to keep
 * the key.
 */
export const attendScript = script(`
if ARGV[2] == "0" then return redis.call("ZREM", KEYS[1], ARGV[1]) end
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call("ZREMRANGEBYSCORE", KEYS[1], "-inf", now)
redis.call("ZADD", KEYS[1], now + ARGV[2], ARGV[1])
return redis.call("EXPIRE", KEYS[1], ARGV[3])
`);
