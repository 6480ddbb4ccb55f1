import { script } from "../script.ts";

/**
 * KEYS: inbox, flood, full inboxes, counts, hooks, and one a received event. ARGV: hook id, version of the hook ("" for
 * any), and six an event: seconds to remember it, limit of entries, field, time, entry, entry cut short where it is long.
 * Answers nothing where the hook is in another version.
 */
export const runAccept = script(`
if ARGV[2] ~= "" and redis.sha1hex(redis.call("HGET", KEYS[5], ARGV[1]) or "") ~= ARGV[2] then return {} end
local accepted, duplicates, coalesced = 0, 0, 0
local waiting = redis.call("LLEN", KEYS[1])
for i = 6, #KEYS do
  local at = 3 + (i - 6) * 6
  if not redis.call("SET", KEYS[i], "1", "NX", "EX", ARGV[at]) then
    duplicates = duplicates + 1
  else
    accepted = accepted + 1
    if waiting < tonumber(ARGV[at + 1]) then
      redis.call("RPUSH", KEYS[1], ARGV[at + 4])
      waiting = waiting + 1
    else
      coalesced = coalesced + 1
      local field, time, entry, times = ARGV[at + 2], ARGV[at + 3], ARGV[at + 5], 0
      if entry == "" then entry = ARGV[at + 4] end
      local known = redis.call("HGET", KEYS[2], field)
      if known then
        local knownTimes, knownTime, knownEntry = string.match(known, "^(%d+) (%d+) (.*)$")
        times = tonumber(knownTimes)
        if tonumber(knownTime) > tonumber(time) then time, entry = knownTime, knownEntry end
      end
      redis.call("HSET", KEYS[2], field, (times + 1) .. " " .. time .. " " .. entry)
    end
  end
end
if accepted > 0 then
  redis.call("SADD", KEYS[3], ARGV[1])
  redis.call("HINCRBY", KEYS[4], "accepted", accepted)
end
return { accepted, duplicates, coalesced }
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
