import { type Script, script } from "../../../platform/redis/script.ts";
import { keepBodyLua } from "./alert-bodies.ts";

/** How much is accepted in a minute. After a quiet time, up to twice as much. */
interface Rate {
  eventsPerMinute: number;
  bytesPerMinute: number;
}

/** The limits on what is accepted and kept. */
export interface AcceptLimits {
  /** Above this number of waiting entries of a hook, only the latest of each incident is kept. */
  entries: number;
  /** The same limit for entries of more than 16 KB. */
  largeEntries: number;
  /** The rate of one hook. */
  hook: Rate;
  /** The rate of all hooks of a workspace together. */
  workspace: Rate;
  /** The most bytes of whole bodies that a workspace keeps. */
  bodyBytes: number;
}

/** The reasons to refuse a delivery, in the order in which the script numbers them from 1. */
export const rateReasons = ["hook_events", "hook_bytes", "workspace_events", "workspace_bytes"] as const;
export type RateReason = (typeof rateReasons)[number];

/**
 * The script that accepts deliveries.
 *
 * KEYS: full inboxes, counts, hooks, rates; index, sizes and prefix of whole bodies; then for each delivery its inbox,
 * its flood, and one key for each event.
 *
 * ARGV: for each delivery its hook's id, the hook's version ("" for any), its bytes and the number of its events; then
 * for each event: seconds to remember it, limit of entries, field, time, entry, a shorter entry if it is long, and the
 * whole body if the entry has only its beginning.
 *
 * Returns for each delivery the numbers of accepted, duplicate and coalesced events; or nothing if the hook has another
 * version; or the number of the refusal's reason and for how many milliseconds it holds.
 *
 * A rate is a leaky bucket of one minute's limit. A delivery may overfill it once while it is not full, so a large
 * one gets through too. The limits are part of the script, because each argument costs time. Redis' clock counts,
 * because the clocks of replicas may differ.
 */
export function acceptScript({ hook, workspace, bodyBytes }: AcceptLimits): Script {
  return script(`
local versions, lengths, answers, total = {}, {}, {}, 0
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
${keepBodyLua(bodyBytes)}
local hookLimits = { ${hook.eventsPerMinute}, ${hook.bytesPerMinute} }
local workspaceLimits = { ${workspace.eventsPerMinute}, ${workspace.bytesPerMinute} }
local rates, used = {}, {}

local function rateOf(field, limits)
  if rates[field] then return rates[field] end
  local known = redis.call("HGET", KEYS[4], field) or "0 0 0"
  local events, bytes, at = string.match(known, "^(%S+) (%S+) (%S+)$")
  local minutes = math.max(0, now - tonumber(at)) / 60000
  rates[field] = {
    math.max(0, tonumber(events) - minutes * limits[1]),
    math.max(0, tonumber(bytes) - minutes * limits[2]),
  }
  return rates[field]
end

local function waitOf(rate, limits)
  local of, wait = 0, 0
  for i = 1, 2 do
    -- Wait until one event fits; otherwise the leak of a moment would let the next one in.
    local above = rate[i] - (limits[i] - 1)
    if above > 0 then
      local ms = math.ceil(above / limits[i] * 60000)
      if ms > wait then of, wait = i, ms end
    end
  end
  return of, wait
end

local function refusalOf(hook)
  local of, wait = waitOf(rateOf(hook, hookLimits), hookLimits)
  if of > 0 then return { of, wait } end
  of, wait = waitOf(rateOf("", workspaceLimits), workspaceLimits)
  if of > 0 then return { of + 2, wait } end
end

local function use(field, events, bytes)
  local rate = rates[field]
  rate[1], rate[2] = rate[1] + events, rate[2] + bytes
  used[field] = string.format("%.3f %.3f %.0f", rate[1], rate[2], now)
end

local function isStale(hook, version)
  if version == "" then return false end
  if not versions[hook] then versions[hook] = redis.sha1hex(redis.call("HGET", KEYS[3], hook) or "") end
  return versions[hook] ~= version
end

local function coalesce(flood, field, time, entry)
  local times = 0
  local known = redis.call("HGET", flood, field)
  if known then
    local knownTimes, knownTime, knownEntry = string.match(known, "^(%d+) (%d+) (.*)$")
    times = tonumber(knownTimes)
    if tonumber(knownTime) > tonumber(time) then time, entry = knownTime, knownEntry end
  end
  redis.call("HSET", flood, field, (times + 1) .. " " .. time .. " " .. entry)
end

local function accept(hook, inbox, flood, firstKey, events, at)
  local accepted, coalesced = 0, 0
  local waiting = lengths[hook] or redis.call("LLEN", inbox)
  for i = 0, events - 1 do
    if redis.call("SET", KEYS[firstKey + i], "1", "NX", "EX", ARGV[at]) then
      accepted = accepted + 1
      if ARGV[at + 6] ~= "" then
        keepBody(KEYS[5], KEYS[6], KEYS[7], hook .. ":" .. redis.sha1hex(ARGV[at + 2]), ARGV[at + 6], now)
      end
      if waiting < tonumber(ARGV[at + 1]) then
        waiting = redis.call("RPUSH", inbox, ARGV[at + 4])
      else
        coalesced = coalesced + 1
        coalesce(flood, ARGV[at + 2], ARGV[at + 3], ARGV[at + 5] ~= "" and ARGV[at + 5] or ARGV[at + 4])
      end
    end
    at = at + 7
  end
  if accepted > 0 and not lengths[hook] then redis.call("SADD", KEYS[1], hook) end
  if accepted > 0 then lengths[hook] = waiting end
  total = total + accepted
  return { accepted, events - accepted, coalesced }
end

local function take(hook, bytes, key, events, at)
  local refusal = refusalOf(hook)
  if refusal then return refusal end
  use(hook, events, bytes)
  use("", events, bytes)
  return accept(hook, KEYS[key], KEYS[key + 1], key + 2, events, at)
end

local key, at = 8, 1
while ARGV[at] do
  local hook, bytes, events = ARGV[at], tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  answers[#answers + 1] = isStale(hook, ARGV[at + 1]) and {} or take(hook, bytes, key, events, at + 4)
  key = key + 2 + events
  at = at + 4 + events * 7
end
for field, rate in pairs(used) do redis.call("HSET", KEYS[4], field, rate) end
if total > 0 then redis.call("HINCRBY", KEYS[2], "accepted", total) end
return answers
`);
}

/** Adds an action to an inbox. KEYS: inbox, full inboxes. ARGV: hook id, entry. */
export const actionScript = script(`
redis.call("RPUSH", KEYS[1], ARGV[2])
redis.call("SADD", KEYS[2], ARGV[1])
return 1
`);

/** Adds actions to inboxes. KEYS: full inboxes, inboxes. ARGV: a hook id for each inbox, then key numbers and entries. */
export const actionsScript = script(`
for i = 2, #KEYS do redis.call("SADD", KEYS[1], ARGV[i - 1]) end
for i = #KEYS, #ARGV, 2 do redis.call("RPUSH", KEYS[tonumber(ARGV[i])], ARGV[i + 1]) end
return 1
`);

/** KEYS: inbox, cursor, flood. ARGV: the most entries. Returns the cursor, the flood's size, and the entries. */
export const waitingScript = script(`
local cursor = redis.call("GET", KEYS[2]) or "0"
return { cursor, redis.call("HLEN", KEYS[3]), redis.call("LRANGE", KEYS[1], 0, ARGV[1] - 1) }
`);
