import type { Redis } from "ioredis";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";
import { type LoggedEvent, eventLogLength } from "../incident/event-log.ts";
import { cluesOf } from "../rules/first-events.ts";
import type { Waiting } from "../receive/inbox.ts";
import { type TraceEntry, traceLength } from "../../../platform/jobs/outbox/shown.ts";
import { type Incident, type RedisCommand, hashOfKey, recentCommands } from "../incident/record.ts";

/** An incident as it became, and what else is to be kept with that. */
export interface IngestedIncident {
  incident: Incident;
  /** True where it is its key's present incident from now on, and new in its channel. */
  isNew: boolean;
  /** True where it is new in its channel alone: a later one may be the key's present one, and stays that. */
  isMoved?: boolean;
  /** Where its message is to look different: when its turn comes (0 for at once), and how many events that shows. */
  mark?: { score: number; events: number } | undefined;
  /** When something is due next that nobody sends. */
  timerMs: number | undefined;
  trace: readonly TraceEntry[];
}

/** All that comes of a part of an inbox. */
export interface IngestCommit {
  hookId: string;
  waiting: Pick<Waiting, "cursor" | "taken" | "flood">;
  incidents: readonly IngestedIncident[];
  /** The ids of incidents that are kept no longer. */
  gone: readonly string[];
  log: readonly LoggedEvent[];
  /** How many events came to which end without being shown, as in "suppressed:muted". */
  counts: Readonly<Record<string, number>>;
}

const dayInSeconds = 86_400;

// KEYS: inbox, cursor, flood, full inboxes, alerts that nobody has seen fire yet, clues. ARGV: cursor as it was read, entries
// taken, hook id, and as JSON the flood as pairs of field and times, what is a clue where such an alert is awaited, and
// commands as lists of words, for many short arguments take longer to send than all the rest; last the long words, which
// stand in the commands as numbers of arguments. Nothing is done where the cursor moved.
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
  -- More of it may have come since it was read.
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

/** Keeps what came of a part of an inbox and takes that part out, all at once; false where another one did meanwhile. */
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
    ...commit.incidents.flatMap((folded) => incidentCommands(workspaceId, hookId, folded)),
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

/** Longer words are no matter for the JSON, in which they would have to be escaped. */
const longWord = 100;
const argumentsBefore = 6;

/** The commands as JSON, and the long words that stand in them by their place among the arguments. */
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

function incidentCommands(workspaceId: string, hookId: string, folded: IngestedIncident): RedisCommand[] {
  const { incident, isNew, isMoved = false, mark, timerMs, trace } = folded;
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

/** Puts an item into its channel's outbox, or forward in it; an outbox does not go back behind where it was. */
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
