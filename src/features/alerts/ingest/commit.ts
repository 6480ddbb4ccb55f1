import type { Redis } from "ioredis";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";
import { type LoggedEvent, eventLogLength } from "../incident/event-log.ts";
import { cluesOf } from "../rules/first-events.ts";
import type { Waiting } from "../receive/inbox.ts";
import { type TraceEntry, traceLength } from "../../../platform/jobs/outbox/shown.ts";
import { type Incident, type RedisCommand, hashOfKey, recentCommands } from "../incident/record.ts";

/** A changed incident, and what to store with it. */
export interface IngestedIncident {
  incident: Incident;
  /** True if it becomes its key's present incident and is new in its channel. */
  isNew: boolean;
  /** True if it is new in its channel only, because it moved. The key's present incident stays. */
  isMoved?: boolean;
  /** Set if its message has to change: its score in the outbox (0 for at once), and the number of events to show. */
  mark?: { score: number; events: number } | undefined;
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
}

const dayInSeconds = 86_400;

// Does nothing if the cursor has moved. KEYS: inbox, cursor, flood, full inboxes, awaited alerts, clues. ARGV: cursor
// as read, entries taken, hook id; as JSON: the flood as pairs of field and times, the clues to add if alerts are
// awaited, and the commands as lists of words, because many short arguments are slow to send; then the long words, to
// which the commands refer by their argument numbers.
const commitScript = script(`
if (redis.call("GET", KEYS[2]) or "0") ~= ARGV[1] then return 0 end
local taken = tonumber(ARGV[2])
if taken > 0 then
  redis.call("LTRIM", KEYS[1], taken, -1)
end
redis.call("INCRBY", KEYS[2], math.max(taken, 1))
for _, pair in ipairs(cjson.decode(ARGV[4])) do
  local field, before = pair[1], tonumber(pair[2])
  local times, rest = string.match(redis.call("HGET", KEYS[3], field) or "0 ", "^(%d+) (.*)$")
  -- More may have arrived since it was read.
  if tonumber(times) <= before then redis.call("HDEL", KEYS[3], field)
  else redis.call("HSET", KEYS[3], field, (tonumber(times) - before) .. " " .. rest) end
end
if ARGV[5] ~= "[]" and redis.call("EXISTS", KEYS[5]) == 1 then
  redis.call("ZADD", KEYS[6], "NX", unpack(cjson.decode(ARGV[5])))
end
for _, words in ipairs(cjson.decode(ARGV[6])) do
  for at, word in ipairs(words) do
    if type(word) == "number" then words[at] = ARGV[word] end
  end
  redis.call(unpack(words))
end
if redis.call("LLEN", KEYS[1]) == 0 and redis.call("HLEN", KEYS[3]) == 0 then
  redis.call("SREM", KEYS[4], ARGV[3])
end
return 1
`);

/**
 * Stores the result and removes that part of the inbox in one atomic write; false if another process did so meanwhile.
 */
export async function commitIngest(
  redis: Redis,
  workspaceId: string,
  commit: IngestCommit,
): Promise<boolean> {
  const { hookId, waiting } = commit;
  const ownKeys = [
    keys.inbox(workspaceId, hookId),
    keys.inboxCursor(workspaceId, hookId),
    keys.flood(workspaceId, hookId),
    keys.fullInboxes(workspaceId),
    keys.awaitedAlerts(workspaceId),
    keys.firstEvents(workspaceId),
  ];
  const begun = begunIn(commit.incidents);
  const flood = waiting.flood.map(({ field, times }) => [field, String(times)]);
  const commands = [
    ...commit.incidents.flatMap((ingested) => incidentCommands(workspaceId, hookId, ingested)),
    ...recentCommands(workspaceId, begun),
    ...goneCommands(workspaceId, hookId, commit.gone),
    ...logCommands(workspaceId, hookId, commit.log),
    ...Object.entries(commit.counts).map(([fate, count]) => [
      "HINCRBY",
      keys.alertCounts(workspaceId),
      fate,
      count,
    ]),
  ];
  const asJson = [flood, cluesOf(begun)].map((words) => JSON.stringify(words));
  const args = [waiting.cursor, waiting.taken, hookId, ...asJson, ...packed(commands)];
  const done = await reachingRedis(() => commitScript(redis, ownKeys, args));
  return done === 1;
}

function begunIn(incidents: readonly IngestedIncident[]): Incident[] {
  return incidents.flatMap(({ incident, isNew, isMoved = false }) => (isNew && !isMoved ? [incident] : []));
}

/** Longer words are arguments of their own, because JSON would have to escape them. */
const longWord = 100;
const argumentsBefore = 6;

/** The commands as JSON, then the long words, which the commands replace by their argument numbers. */
function packed(commands: readonly RedisCommand[]): string[] {
  const long: string[] = [];
  const words = commands.map((command) =>
    command.map((word) => {
      const text = String(word);
      return text.length > longWord ? argumentsBefore + long.push(text) : text;
    }),
  );
  return [JSON.stringify(words), ...long];
}

function incidentCommands(workspaceId: string, hookId: string, ingested: IngestedIncident): RedisCommand[] {
  const { incident, isNew, isMoved = false, mark, timerMs, trace } = ingested;
  const { id, key, state, lastSeenAtMs } = incident;
  const open = keys.openIncidents(workspaceId, hookId);
  const timers = keys.incidentTimers(workspaceId, hookId);
  const pointer = keys.presentIncident(workspaceId, hookId, hashOfKey(key));
  const seconds = state === "resolved" ? ttlInSeconds.incident : ttlInSeconds.openIncident;
  return [
    ["SET", keys.incident(workspaceId, id), JSON.stringify(incident), "EX", seconds],
    isNew && !isMoved ? ["SET", pointer, id, "EX", seconds] : ["EXPIRE", pointer, seconds],
    state === "resolved" ? ["ZREM", open, id] : ["ZADD", open, lastSeenAtMs, id],
    timerMs === undefined ? ["ZREM", timers, id] : ["ZADD", timers, timerMs, id],
    ...(mark ? markCommands(workspaceId, incident, isNew, mark) : []),
    ...traceCommands(workspaceId, id, trace, seconds),
  ];
}

/** Puts an item into its channel's outbox or moves it forward, never back. */
function markCommands(
  workspaceId: string,
  { id, channelId }: Incident,
  isNew: boolean,
  { score, events }: NonNullable<IngestedIncident["mark"]>,
): RedisCommand[] {
  return [
    ["ZADD", keys.outbox(workspaceId, channelId), "LT", score, id],
    ["SADD", keys.outboxes(workspaceId), channelId],
    ["HINCRBY", keys.outboxEvents(workspaceId, channelId), id, events],
    ...(isNew ? [["SADD", keys.outboxNew(workspaceId, channelId), id]] : []),
  ];
}

function traceCommands(
  workspaceId: string,
  id: string,
  trace: readonly TraceEntry[],
  seconds: number,
): RedisCommand[] {
  if (trace.length === 0) return [];
  const key = keys.incidentTrace(workspaceId, id);
  return [
    ["RPUSH", key, ...trace.slice(-traceLength).map((entry) => JSON.stringify(entry))],
    ["LTRIM", key, -traceLength, -1],
    ["EXPIRE", key, seconds],
  ];
}

function goneCommands(workspaceId: string, hookId: string, ids: readonly string[]): RedisCommand[] {
  if (ids.length === 0) return [];
  return [
    ["ZREM", keys.openIncidents(workspaceId, hookId), ...ids],
    ["ZREM", keys.incidentTimers(workspaceId, hookId), ...ids],
  ];
}

function logCommands(workspaceId: string, hookId: string, log: readonly LoggedEvent[]): RedisCommand[] {
  if (log.length === 0) return [];
  const key = keys.eventLog(workspaceId, hookId);
  return [
    ["RPUSH", key, ...log.map((logged) => JSON.stringify(logged))],
    ["LTRIM", key, -eventLogLength, -1],
    ["EXPIRE", key, 2 * dayInSeconds],
  ];
}
