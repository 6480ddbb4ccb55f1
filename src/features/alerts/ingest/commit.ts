import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";
import { type LoggedEvent, eventLogLength } from "../incident/event-log.ts";
import { cluesOf } from "../rules/first-events.ts";
import type { Waiting } from "../receive/inbox.ts";
import { type TraceEntry, traceLength } from "../../../platform/jobs/outbox/shown.ts";
import { type Incident, hashOfKey, recentKey } from "../incident/record.ts";
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
}

/** A Redis command as a list of words. */
type RedisCommand = readonly (string | number)[];

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
  redis: RedisClient,
  workspaceId: string,
  { hookId, waiting, incidents, gone, log, counts }: IngestCommit,
): Promise<boolean> {
  const ownKeys = [
    keys.inbox(workspaceId, hookId),
    keys.inboxCursor(workspaceId, hookId),
    keys.flood(workspaceId, hookId),
    keys.fullInboxes(workspaceId),
    keys.awaitedAlerts(workspaceId),
    keys.firstEvents(workspaceId),
  ];
  const begun = incidents.filter(({ isNew, isMoved }) => isNew && !isMoved).map(({ incident }) => incident);
  const flood = waiting.flood.map(({ field, times }) => [field, String(times)]);
  const commands = [
    ...incidents.flatMap((ingested) => incidentCommands(workspaceId, hookId, ingested)),
    ...recentCommands(workspaceId, begun),
    ...goneCommands(workspaceId, hookId, gone),
    ...listCommands(keys.eventLog(workspaceId, hookId), log, eventLogLength, 2 * dayInSeconds),
    ...Object.entries(counts).map(([fate, count]) => ["HINCRBY", keys.alertCounts(workspaceId), fate, count]),
  ];
  const asJson = [flood, cluesOf(begun)].map((words) => JSON.stringify(words));
  const args = [waiting.cursor, waiting.taken, hookId, ...asJson, ...packed(commands)];
  return (await reachingRedis(() => commitScript(redis, ownKeys, args))) === 1;
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
  const { incident, isNew, isMoved, mark, timerMs, trace } = ingested;
  const { id, key, channelId, state, lastSeenAtMs } = incident;
  const open = keys.openIncidents(workspaceId, hookId);
  const timers = keys.incidentTimers(workspaceId, hookId);
  const pointer = keys.presentIncident(workspaceId, hookId, hashOfKey(key));
  const seconds = state === "resolved" ? ttlInSeconds.incident : ttlInSeconds.openIncident;
  const commands: RedisCommand[] = [
    ["SET", keys.incident(workspaceId, id), JSON.stringify(incident), "EX", seconds],
    isNew && !isMoved ? ["SET", pointer, id, "EX", seconds] : ["EXPIRE", pointer, seconds],
    state === "resolved" ? ["ZREM", open, id] : ["ZADD", open, lastSeenAtMs, id],
    timerMs === undefined ? ["ZREM", timers, id] : ["ZADD", timers, timerMs, id],
    ...listCommands(keys.incidentTrace(workspaceId, id), trace, traceLength, seconds),
  ];
  if (mark)
    commands.push(
      // Moves it forward in the outbox, never back.
      ["ZADD", keys.outbox(workspaceId, channelId), "LT", mark.score, id],
      ["SADD", keys.outboxes(workspaceId), channelId],
      ["HINCRBY", keys.outboxEvents(workspaceId, channelId), id, mark.events],
    );
  if (mark && isNew) commands.push(["SADD", keys.outboxNew(workspaceId, channelId), id]);
  return commands;
}

/** One alert may have thousands of incidents at once, one for each group. */
const mostOfOrigin = 50;

/** Lists new incidents by the origin of their alerts, without tests. */
function recentCommands(workspaceId: string, begun: readonly Incident[]): RedisCommand[] {
  const listed = begun.filter(({ latest }) => !latest.isTest);
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

/** Adds records to a list that keeps the latest `most`. */
function listCommands(
  key: string,
  records: readonly object[],
  most: number,
  seconds: number,
): RedisCommand[] {
  if (records.length === 0) return [];
  return [
    ["RPUSH", key, ...records.slice(-most).map((record) => JSON.stringify(record))],
    ["LTRIM", key, -most, -1],
    ["EXPIRE", key, seconds],
  ];
}
