import { z } from "zod";
import { AlertEvent, type AlertOrigin, Severity } from "./event-record.ts";
import { hashText } from "../../../lib/hash.ts";
import type { Redis } from "ioredis";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";

/** A command for Redis, word by word. */
export type RedisCommand = readonly (string | number)[];

/** One alert may have thousands at once, a group each. */
const mostOfOrigin = 50;

/** Lists new incidents under where their alerts stand; those whose senders do not say that, and tests, are not listed. */
export function recentCommands(workspaceId: string, begun: readonly Incident[]): RedisCommand[] {
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

/** The ids of the latest incidents that were listed under exactly this origin, the newest first. */
export async function recentIds(redis: Redis, workspaceId: string, origin: AlertOrigin): Promise<string[]> {
  const key = recentKey(workspaceId, origin);
  return key === undefined ? [] : redis.zrevrange(key, 0, -1);
}

/** The list that an incident of this origin is in, by the surest of what is known of it, so that each is listed once. */
export function recentKey(
  workspaceId: string,
  { alertId, savedSearchId, dashboardId, tileId }: AlertOrigin,
): string | undefined {
  const surest = [
    ["alert", alertId],
    ["search", savedSearchId],
    ["tile", tileId && dashboardId && `${dashboardId} ${tileId}`],
    ["dashboard", dashboardId],
  ].find(([, id]) => id);
  return surest && keys.recentIncidents(workspaceId, hashOfKey(surest.join(" ")));
}

/** One line of an incident's history; what it says in words is the message's matter. */
export const HistoryEntry = z.object({
  /** Counts up by one within the incident. */
  n: z.int().min(1),
  atMs: z.number(),
  what: z.enum([
    "fired",
    "fired again",
    "severity rose",
    "acknowledged",
    "snoozed",
    "snooze over",
    "released",
    "resolved",
    "flapping",
    "flapping over",
    "muted",
    "moved",
    "reminded",
    "mentioned",
    "presumed over",
    "deleted",
    "silenced",
    "unverified",
    "word changed",
  ]),
  /** Who did it, by user id. */
  userId: z.string().optional(),
  /** The same person's name, as the act carried it: threads say it, for a mention there would call them. */
  userName: z.string().max(80).optional(),
  /** What belongs to it, as plain text from elsewhere: a reason, a severity, a state's word. */
  note: z.string().max(500).optional(),
  untilMs: z.number().optional(),
  /** A user group to mention with it. */
  groupId: z.string().optional(),
  /** How often it was seen while it was snoozed, with "snooze over". */
  heldBack: z.int().optional(),
  /** True where the channel hears of it too, not the thread alone. */
  isBroadcast: z.literal(true).optional(),
  /** True where it is for the details only, not for the thread. */
  isQuiet: z.literal(true).optional(),
});
export type HistoryEntry = z.output<typeof HistoryEntry>;

/** One alert's life in one channel, from its first event until it is over. Times are in Unix milliseconds. */
export const Incident = z.object({
  id: z.string(),
  hookId: z.string(),
  key: z.string(),
  channelId: z.string(),
  /** Raised with every change that its message shows. */
  revision: z.int().min(1),
  state: z.enum(["firing", "acknowledged", "snoozed", "resolved"]),
  /** The latest event by the sender's clock, which title, body, group, value, link and so on are read from. */
  latest: AlertEvent,
  /** The highest it had in this life, or as a rule of the hook says. */
  severity: Severity.optional(),
  openedAtMs: z.number(),
  /** When it was last received. */
  lastSeenAtMs: z.number(),
  /** The time of the latest event by the sender's clock: what is older changes no state. */
  latestAtMs: z.number(),
  /** The same of the latest event that says firing or resolved; absent where none did. */
  stateAtMs: z.number().optional(),
  /** When the key's incident before this one was over: what is older belongs to that one. */
  previousEndMs: z.number().optional(),
  /** How often it was received. */
  times: z.int().min(1),
  /** How often its sender looks, as its events or the API tell. */
  intervalMs: z.number().optional(),
  acknowledged: z
    .object({ userId: z.string(), atMs: z.number(), remindedAtMs: z.number().optional() })
    .optional(),
  snoozed: z
    .object({
      userId: z.string(),
      atMs: z.number(),
      untilMs: z.number(),
      reason: z.string().optional(),
      heldBack: z.int(),
    })
    .optional(),
  resolved: z
    .object({
      atMs: z.number(),
      how: z.enum(["sender", "person", "api", "presumed", "deleted"]),
      userId: z.string().optional(),
    })
    .optional(),
  /** When it began and ended of late, as far as that counts for flapping. */
  changedAtMs: z.array(z.number()),
  isFlapping: z.boolean(),
  /** What the API last said: still firing, silenced there, or nothing known of it. */
  truth: z
    .object({
      found: z.enum(["firing", "silenced", "unknown"]),
      atMs: z.number(),
      word: z.string().optional(),
    })
    .optional(),
  /** The user group to mention where nobody acknowledges it, and when; gone once that is done. */
  mention: z.object({ groupId: z.string(), atMs: z.number() }).optional(),
  /** When a user group was mentioned, which is done once. */
  mentionedAtMs: z.number().optional(),
  /** The latest 100 lines. */
  history: z.array(HistoryEntry),
});
export type Incident = z.output<typeof Incident>;

/** Where an incident's key stands in the names of keys. */
export function hashOfKey(key: string): string {
  return hashText(key, 32);
}
