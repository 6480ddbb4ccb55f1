import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { keyInLua, script, workspacePartInLua } from "../../../platform/redis/script.ts";
import { type LoggedEvent, eventLogLength } from "../incident/event-log.ts";
import { linkFacts, linkLua } from "../linked/links.ts";
import { cluesOf } from "../rules/made-alerts.ts";
import type { Waiting } from "../receive/inbox.ts";
import { type TraceEntry, traceLength } from "../../../platform/jobs/outbox/shown.ts";
import { type Incident, hashOfKey, recentKey, storedIncident } from "../incident/record.ts";
import { dayInSeconds } from "../../../lib/duration.ts";

/** A changed incident, and what to store with it. */
export interface IngestedIncident {
  incident: Incident;
  /** True if it is new in its channel. It also becomes its key's present incident, unless it has moved there. */
  isNew: boolean;
  isMoved?: boolean;
  /** Set if its message has to change: its score in the outbox (0 for at once), and the number of events to show. */
  mark?: { score: number; events: number };
  /** The time of its next timer. */
  timerMs: number | undefined;
  trace: readonly TraceEntry[];
}

/** The result of ingesting a part of an inbox. */
export interface IngestCommit {
  hookId: string;
  waiting: Pick<Waiting, "cursor" | "taken" | "flood">;
  incidents: readonly IngestedIncident[];
  /** The ids of incidents that have expired. */
  gone: readonly string[];
  log: readonly LoggedEvent[];
  /** The numbers of events that no message will show, by reason, such as "suppressed:muted". */
  counts: Readonly<Record<string, number>>;
  /** When the messages of linked incidents are due to change. At once by default. */
  nowMs?: number;
  /** What else to store. */
  also?: readonly RedisCommand[];
}

/** A Redis command as a list of words. */
export type RedisCommand = readonly (string | number)[];

// Does nothing if the cursor has moved. KEYS: inbox, cursor, flood, full inboxes, awaited alerts, clues, open incidents,
// timers, event log, prefix of pointers to present incidents. ARGV: cursor as read, entries taken, hook id, number of
// log entries; as JSON: the flood as pairs of field and times, the clues to add if alerts are awaited, the facts of the
// incidents, and further commands as lists of words; now; then the log entries, and for each incident its record and its
// trace entries. Short facts are JSON, because many short arguments are slow to send.
const commitScript = script(`
if (redis.call("GET", KEYS[2]) or "0") ~= ARGV[1] then return 0 end
local taken = tonumber(ARGV[2])
if taken > 0 then
  redis.call("LTRIM", KEYS[1], taken, -1)
end
redis.call("INCRBY", KEYS[2], math.max(taken, 1))
for _, pair in ipairs(cjson.decode(ARGV[5])) do
  local field, before = pair[1], tonumber(pair[2])
  local times, rest = string.match(redis.call("HGET", KEYS[3], field) or "0 ", "^(%d+) (.*)$")
  -- More may have arrived since it was read.
  if tonumber(times) <= before then redis.call("HDEL", KEYS[3], field)
  else redis.call("HSET", KEYS[3], field, (tonumber(times) - before) .. " " .. rest) end
end
if ARGV[6] ~= "[]" and redis.call("EXISTS", KEYS[5]) == 1 then
  redis.call("ZADD", KEYS[6], "NX", unpack(cjson.decode(ARGV[6])))
end

-- Adds arguments to a list that keeps the latest ones.
local function add(list, first, count, most, seconds)
  if count == 0 then return end
  local length = redis.call("RPUSH", list, unpack(ARGV, first, first + count - 1))
  if length > most then redis.call("LTRIM", list, 0 - most, -1) end
  redis.call("EXPIRE", list, seconds)
end

local prefix = ${workspacePartInLua}
local function mark(id, channel, score, events, isNew)
  -- Moves it forward in the outbox, never back.
  redis.call("ZADD", ${keyInLua(keys.outbox("", ""))} .. channel, "LT", score, id)
  redis.call("SADD", ${keyInLua(keys.outboxes(""))}, channel)
  redis.call("HINCRBY", ${keyInLua(keys.outboxEvents("", ""))} .. channel, id, events)
  if isNew then redis.call("SADD", ${keyInLua(keys.outboxNew("", ""))} .. channel, id) end
end

${linkLua}
local at = 10
add(KEYS[9], at, tonumber(ARGV[4]), ${eventLogLength}, ${2 * dayInSeconds})
at = at + ARGV[4]
for _, facts in ipairs(cjson.decode(ARGV[7])) do
  local id, hash, isPresent, openSince, timer, traced, marking, linking, seconds = unpack(facts)
  redis.call("SET", ${keyInLua(keys.incident("", ""))} .. id, ARGV[at], "EX", seconds)
  if isPresent then redis.call("SET", KEYS[10] .. hash, id, "EX", seconds)
  else redis.call("EXPIRE", KEYS[10] .. hash, seconds) end
  if openSince then redis.call("ZADD", KEYS[7], openSince, id) else redis.call("ZREM", KEYS[7], id) end
  if timer then redis.call("ZADD", KEYS[8], timer, id) else redis.call("ZREM", KEYS[8], id) end
  add(${keyInLua(keys.incidentTrace("", ""))} .. id, at + 1, traced, ${traceLength}, seconds)
  if marking then mark(id, unpack(marking)) end
  if linking then link(id, linking[1], linking[2], ARGV[9]) end
  at = at + 1 + traced
end
for _, words in ipairs(cjson.decode(ARGV[8])) do redis.call(unpack(words)) end

if redis.call("LLEN", KEYS[1]) == 0 and redis.call("HLEN", KEYS[3]) == 0 then
  redis.call("SREM", KEYS[4], ARGV[3])
end
return 1
`);

/**
 * Stores the result and removes that part of the inbox in one atomic write; false if another process did so meanwhile.
 */
export async function commitIngest(
  redis: RedisClient,
  workspaceId: string,
  { hookId, waiting, incidents, gone, log, counts, nowMs = 0, also = [] }: IngestCommit,
): Promise<boolean> {
  const ownKeys = [
    keys.inbox(workspaceId, hookId),
    keys.inboxCursor(workspaceId, hookId),
    keys.flood(workspaceId, hookId),
    keys.fullInboxes(workspaceId),
    keys.awaitedAlerts(workspaceId),
    keys.firstEvents(workspaceId),
    keys.openIncidents(workspaceId, hookId),
    keys.incidentTimers(workspaceId, hookId),
    keys.eventLog(workspaceId, hookId),
    keys.presentIncident(workspaceId, hookId, ""),
  ];
  const started = incidents.filter(isNewIncident).map(({ incident }) => incident);
  const flood = waiting.flood.map(({ field, times }) => [field, String(times)]);
  const commands = [
    ...recentCommands(workspaceId, started),
    ...goneCommands(workspaceId, hookId, gone),
    ...Object.entries(counts).map(([fate, count]) => ["HINCRBY", keys.alertCounts(workspaceId), fate, count]),
    ...also,
  ];
  const asJson = [flood, cluesOf(started), incidents.map(factsOf), commands];
  const records = [
    ...log,
    ...incidents.flatMap(({ incident, trace }) => [storedIncident(incident), ...trace]),
  ];
  const args = [waiting.cursor, waiting.taken, hookId, log.length];
  for (const value of [...asJson, nowMs, ...records]) args.push(JSON.stringify(value));
  return (await reachingRedis(() => commitScript(redis, ownKeys, args))) === 1;
}

/** True for an incident that began in this step. */
export function isNewIncident({ isNew, isMoved }: IngestedIncident): boolean {
  return isNew && !isMoved;
}

/** What the script needs of an incident besides its record and its trace. */
function factsOf(ingested: IngestedIncident) {
  const { incident, isNew, mark, timerMs, trace } = ingested;
  const { id, key, channelId, state, lastSeenAtMs } = incident;
  return [
    id,
    hashOfKey(key),
    isNewIncident(ingested),
    state !== "resolved" && lastSeenAtMs,
    timerMs ?? false,
    trace.length,
    mark !== undefined && [channelId, mark.score, mark.events, isNew],
    linkFacts(incident),
    state === "resolved" ? ttlInSeconds.incident : ttlInSeconds.openIncident,
  ];
}

/** One alert may have thousands of incidents at once, one for each group. */
const mostOfOrigin = 50;

/** Lists new incidents by the origin of their alerts, without tests. */
function recentCommands(workspaceId: string, started: readonly Incident[]): RedisCommand[] {
  const listed = started.filter(({ latest }) => !latest.isTest);
  const byKey = Map.groupBy(listed, ({ latest }) => recentKey(workspaceId, latest.origin ?? {}));
  return [...byKey].flatMap(([key, incidents]): RedisCommand[] =>
    key === undefined
      ? []
      : [
          ["ZADD", key, ...incidents.flatMap(({ lastSeenAtMs, id }) => [lastSeenAtMs, id])],
          ["ZREMRANGEBYRANK", key, 0, -mostOfOrigin - 1],
          ["EXPIRE", key, ttlInSeconds.incident],
        ],
  );
}

function goneCommands(workspaceId: string, hookId: string, ids: readonly string[]): RedisCommand[] {
  if (ids.length === 0) return [];
  return [
    ["ZREM", keys.openIncidents(workspaceId, hookId), ...ids],
    ["ZREM", keys.incidentTimers(workspaceId, hookId), ...ids],
  ];
}
