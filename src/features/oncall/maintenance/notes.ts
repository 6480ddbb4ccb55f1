import { type RedisCommand, titleFromElsewhere } from "../../alerts/index.ts";
import { activator } from "../../../platform/jobs/due.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { script } from "../../../platform/redis/script.ts";
import { MaintenanceNote, MaintenanceState, maintenanceTimer } from "./record.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import { utcTime } from "../../../lib/time.ts";
import * as texts from "./texts.ts";

// KEYS: states, timers, cursor. ARGV: hook, state of a hook without maintenance, now, name of the timer. What goes on
// stays. An ingestion under way reads the state again.
const changedScript = script(`
local state = redis.call("HGET", KEYS[1], ARGV[1])
if not state or not cjson.decode(state).active then redis.call("HSET", KEYS[1], ARGV[1], ARGV[2]) end
redis.call("ZADD", KEYS[2], ARGV[3], ARGV[4])
redis.call("INCR", KEYS[3])
return 1
`);

/** How far the windows of one workspace's hooks are handled, and what is posted about them. */
export function maintenance(redis: RedisClient, workspaceId: string) {
  const key = keys.maintenance(workspaceId);
  const noteKey = (itemId: string) => keys.maintenanceNote(workspaceId, itemId);
  const activate = activator(redis, workspaceId);
  return {
    async find(hookId: string): Promise<MaintenanceState | undefined> {
      const stored = await reachingRedis(() => redis.hget(key, hookId));
      return stored === null ? undefined : readRecord(MaintenanceState, stored, key);
    },
    async note(itemId: string): Promise<MaintenanceNote | undefined> {
      const stored = await reachingRedis(() => redis.get(noteKey(itemId)));
      return stored === null ? undefined : readRecord(MaintenanceNote, stored, noteKey(itemId));
    },
    /** Has the ingestion look at a hook's windows now. Call it when they have changed. */
    async changed(hookId: string, nowMs: number): Promise<void> {
      const own = [key, keys.incidentTimers(workspaceId, hookId), keys.inboxCursor(workspaceId, hookId)];
      const idle: MaintenanceState = { handledMs: nowMs };
      await activate();
      await reachingRedis(() =>
        changedScript(redis, own, [hookId, JSON.stringify(idle), nowMs, maintenanceTimer]),
      );
    },
  };
}

/** Stores a state and the timer of its next edge. */
export function stateCommands(
  workspaceId: string,
  hookId: string,
  state: MaintenanceState,
  nextMs: number | undefined,
): RedisCommand[] {
  const timers = keys.incidentTimers(workspaceId, hookId);
  return [
    ["HSET", keys.maintenance(workspaceId), hookId, JSON.stringify(state)],
    nextMs === undefined ? ["ZREM", timers, maintenanceTimer] : ["ZADD", timers, nextMs, maintenanceTimer],
  ];
}

/** Stores a note and puts it into the outbox of a channel. */
export function noteCommands(
  workspaceId: string,
  channelId: string,
  itemId: string,
  note: MaintenanceNote,
  score: number,
): RedisCommand[] {
  return [
    ["SET", keys.maintenanceNote(workspaceId, itemId), JSON.stringify(note), "EX", ttlInSeconds.incident],
    ["ZADD", keys.outbox(workspaceId, channelId), "LT", score, itemId],
    ["SADD", keys.outboxes(workspaceId), channelId],
  ];
}

/** The post at the begin of a maintenance, or at its end with what was held back. */
export function noteMessage(note: MaintenanceNote): Reply {
  const hook = escapeName(note.hookName);
  const { sinceMs, untilMs, criticalPasses, ended } = note;
  const [since, until] = [new Date(sinceMs), new Date(untilMs)];
  if (!ended) {
    const small = texts.kept(criticalPasses);
    const plain = texts.announcement(hook, utcTime(until));
    return reply(`${plain}. ${small}`, [
      section(`:construction: *${texts.announcement(hook, slackDate(until))}*\n${small}`),
    ]);
  }
  const lines = [texts.heldBack(ended.alerts, ended.events), ...texts.stillOpen(ended.stillOpen)].join(" ");
  const { worst } = ended;
  const list = worst.map(({ title, severity, times }) =>
    texts.worstLine(titleFromElsewhere(title, 100), severity, times),
  );
  const rest = ended.alerts > worst.length ? [texts.others(ended.alerts - worst.length)] : [];
  const plain = texts.ended(hook, utcTime(since), utcTime(until));
  const headline = `:white_check_mark: *${texts.ended(hook, slackDate(since), slackDate(until))}*`;
  return reply(`${plain}. ${lines}`, [
    section([headline, lines, ...(list.length > 0 ? [texts.worst, ...list, ...rest] : [])].join("\n")),
  ]);
}
