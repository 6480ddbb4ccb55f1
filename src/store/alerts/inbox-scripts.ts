import { script } from "../script.ts";

/**
 * KEYS: full inboxes, counts, hooks, and for each delivery its inbox, its flood, and one a received event. ARGV: for each
 * delivery its hook's id, the hook's version ("" for any) and the number of its events, and six an event: seconds to
 * remember it, limit of entries, field, time, entry, entry cut short where it is long. Answers for each delivery how many
 * were accepted, duplicates, and coalesced; nothing where the hook is in another version.
 */
export const runAccept = script(`
local versions, lengths, answers, total = {}, {}, {}, 0

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
      if waiting < tonumber(ARGV[at + 1]) then
        waiting = redis.call("RPUSH", inbox, ARGV[at + 4])
      else
        coalesced = coalesced + 1
        coalesce(flood, ARGV[at + 2], ARGV[at + 3], ARGV[at + 5] ~= "" and ARGV[at + 5] or ARGV[at + 4])
      end
    end
    at = at + 6
  end
  if accepted > 0 and not lengths[hook] then redis.call("SADD", KEYS[1], hook) end
  if accepted > 0 then lengths[hook] = waiting end
  total = total + accepted
  return { accepted, events - accepted, coalesced }
end

local key, at = 4, 1
while ARGV[at] do
  local hook, events = ARGV[at], tonumber(ARGV[at + 2])
  answers[#answers + 1] = isStale(hook, ARGV[at + 1]) and {}
    or accept(hook, KEYS[key], KEYS[key + 1], key + 2, events, at + 3)
  key = key + 2 + events
  at = at + 3 + events * 6
end
if total > 0 then redis.call("HINCRBY", KEYS[2], "accepted", total) end
return answers
`);

/** KEYS: inbox, full inboxes. ARGV: hook id, entry. */
export const actScript = `
redis.call("RPUSH", KEYS[1], ARGV[2])
redis.call("SADD", KEYS[2], ARGV[1])
return 1
`;

/** KEYS: inbox, cursor, flood. ARGV: how many at most. Answers the cursor, how many are in the flood, and the entries. */
export const runWaiting = script(`
local cursor = redis.call("GET", KEYS[2]) or "0"
return { cursor, redis.call("HLEN", KEYS[3]), redis.call("LRANGE", KEYS[1], 0, ARGV[1] - 1) }
`);
