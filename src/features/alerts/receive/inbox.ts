import type { Redis } from "ioredis";
import { z } from "zod";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { tryRecord } from "../../../platform/redis/record.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { type Acceptance, type Received, acceptor } from "./accept.ts";
import { actScript, runWaiting } from "./inbox-scripts.ts";
import { type RefusalReason, refusalReasons } from "../../../lib/metrics.ts";
import { dayMs } from "../../../lib/duration.ts";
import { AlertEvent } from "../incident/event-record.ts";
import { usualBodyBudgetBytes } from "./alert-bodies.ts";

/** An event that was accepted and waits to be worked into its incident. */
export const ReceivedEvent = z.object({
  kind: z.literal("event"),
  event: AlertEvent,
  receivedAtMs: z.number(),
  acceptedAtMs: z.number(),
  /** How many were received; more than one where a flood was coalesced. */
  times: z.int().min(1),
});
export type ReceivedEvent = z.output<typeof ReceivedEvent>;

const by = { incidentId: z.string(), atMs: z.number() };
const person = {
  ...by,
  userId: z.string(),
  /** As they are called in Slack: a thread names who did something, and a mention there would call them. */
  userName: z.string().max(80).optional(),
};

/** What people, timers and the reconciliation do to an incident; it goes the same way as events, so all is in one order. */
export const IncidentAct = z.discriminatedUnion("act", [
  z.object({ kind: z.literal("act"), act: z.literal("acknowledge"), ...person }),
  z.object({
    kind: z.literal("act"),
    act: z.literal("snooze"),
    ...person,
    untilMs: z.number(),
    reason: z.string().max(300).optional(),
  }),
  z.object({ kind: z.literal("act"), act: z.literal("resolve"), ...person }),
  /** Takes back an acknowledgement or a snooze. */
  z.object({ kind: z.literal("act"), act: z.literal("release"), ...person }),
  /** The key is muted from now on: the hook's record says so already. */
  z.object({ kind: z.literal("act"), act: z.literal("mute"), ...person }),
  /** What the observability API says of its alert. */
  z.object({
    kind: z.literal("act"),
    act: z.literal("reconcile"),
    ...by,
    found: z.enum(["firing", "over", "deleted", "silenced", "unknown"]),
    /** The API's own word for the state. */
    word: z.string().max(60).optional(),
    intervalMs: z.number().positive().optional(),
  }),
  /** Its channel takes nothing any more: it goes on in another one. */
  z.object({
    kind: z.literal("act"),
    act: z.literal("move"),
    ...by,
    toChannelId: z.string(),
    reason: z.string().max(300),
  }),
]);
export type IncidentAct = z.output<typeof IncidentAct>;

/** What waits in a hook's inbox, in the order it was accepted. */
export const InboxEntry = z.union([ReceivedEvent, IncidentAct]);
export type InboxEntry = z.output<typeof InboxEntry>;

/** How much may come in a minute; twice as much at most, if nothing came before. */
interface Rate {
  eventsPerMinute: number;
  bytesPerMinute: number;
}

/** What may be accepted, and how much of it is kept. */
export interface AcceptLimits {
  /** Above so many waiting entries of a hook, only the latest of each incident is kept. */
  entries: number;
  /** The same for entries of more than 16 KB. */
  largeEntries: number;
  /** Of one hook. */
  hook: Rate;
  /** Of all hooks of a workspace together. */
  workspace: Rate;
  /** How many bytes of whole bodies a workspace keeps. */
  bodyBytes: number;
}

const megabyte = 1024 * 1024;

/** The limits if no setting says otherwise: a storm of 10,000 groups comes through at once. */
const usualAcceptLimits: AcceptLimits = {
  entries: 20_000,
  largeEntries: 500,
  hook: { eventsPerMinute: 30_000, bytesPerMinute: 60 * megabyte },
  workspace: { eventsPerMinute: 100_000, bytesPerMinute: 200 * megabyte },
  bodyBytes: usualBodyBudgetBytes,
};

/** What waits of a hook, as it was read at one moment. */
export interface Waiting {
  /** How much was taken out of the inbox before; whoever takes this out must still find it so. */
  cursor: string;
  entries: InboxEntry[];
  /** How many stored entries these are; some may not have been readable. */
  taken: number;
  /** Those of the flood among them, by field, with how often each was received. */
  flood: readonly { field: string; times: number }[];
  /** How many events cannot be read. */
  broken: number;
  hasMore: boolean;
}

/** Deliveries of one hook that were refused for one reason. */
interface RefusedDeliveries {
  hookId: string;
  reason: RefusalReason;
  count: number;
}

/** What was accepted from senders, and done by people, and is not worked into incidents yet. */
export interface Inbox {
  /**
   * Accepts events in one atomic write, which others share that are accepted at the same time; those that were accepted
   * before change nothing. Of a hook in a version, if one is named, and of no other.
   */
  accept(
    hookId: string,
    received: readonly Received[],
    facts: { receivedAtMs: number; acceptedAtMs: number; bytes?: number },
    version?: string,
  ): Promise<Acceptance>;
  /** Counts events that are accepted and go no further, since their hook is paused. */
  countPaused(count: number): Promise<void>;
  /** Counts a delivery that was refused, and why, for the doctor. */
  countRefused(hookId: string, reason: RefusalReason, at: Date): Promise<void>;
  /** How many deliveries of each hook were refused since the day before, by reason. */
  refused(at: Date): Promise<RefusedDeliveries[]>;
  act(hookId: string, act: IncidentAct): Promise<void>;
  /** The oldest entries, `most` of them at most; those of a flood come last. */
  waiting(hookId: string, most: number): Promise<Waiting>;
  /** The hooks of which something may wait. */
  full(): Promise<string[]>;
}

/** What is found waiting: the cursor, how much is in the flood, and the entries. */
const Found = z.tuple([z.string(), z.number(), z.array(z.string())]);

/** The inboxes of one workspace's hooks in Redis. */
export function inbox(redis: Redis, workspaceId: string, limits: Partial<AcceptLimits> = {}): Inbox {
  const fullKey = keys.fullInboxes(workspaceId);
  const accept = acceptor(redis, workspaceId, { ...usualAcceptLimits, ...limits });

  return {
    accept: (hookId, received, { bytes = 0, ...times }, version = "") =>
      accept({ hookId, received, ...times, bytes, version }),

    async countPaused(count) {
      const countsKey = keys.alertCounts(workspaceId);
      await reachingRedis(() =>
        redis
          .multi()
          .hincrby(countsKey, "accepted", count)
          .hincrby(countsKey, "suppressed:paused", count)
          .exec(),
      );
    },

    async countRefused(hookId, reason, at) {
      const key = keys.refusedDeliveries(workspaceId, dayOf(at));
      await reachingRedis(() =>
        redis
          .multi()
          .hincrby(key, `${reason} ${hookId}`, 1)
          .expire(key, ttlInSeconds.refusedDeliveries)
          .exec(),
      );
    },

    async refused(at) {
      const days = [new Date(at.getTime() - dayMs), at].map(dayOf);
      const counted = await reachingRedis(() =>
        Promise.all(days.map((day) => redis.hgetall(keys.refusedDeliveries(workspaceId, day)))),
      );
      const sums = new Map<string, number>();
      for (const [field, count] of counted.flatMap((each) => Object.entries(each)))
        sums.set(field, (sums.get(field) ?? 0) + Number(count));
      return [...sums].flatMap(([field, count]) => {
        const [word, hookId = ""] = field.split(" ");
        const reason = refusalReasons.find((each) => each === word);
        return reason ? [{ hookId, reason, count }] : [];
      });
    },

    async act(hookId, act) {
      const entry = JSON.stringify(act);
      const inboxKey = keys.inbox(workspaceId, hookId);
      await reachingRedis(() => redis.eval(actScript, 2, inboxKey, fullKey, hookId, entry));
    },

    async waiting(hookId, most) {
      const own = [keys.inbox, keys.inboxCursor, keys.flood].map((key) => key(workspaceId, hookId));
      const [cursor, floodSize, stored] = Found.parse(
        await reachingRedis(() => runWaiting(redis, own, [most])),
      );
      const room = floodSize === 0 ? 0 : most - stored.length;
      const flood = room > 0 ? await someOfFlood(hookId, room) : [];
      const all = [...stored.map((entry) => ({ entry, times: 1 })), ...flood].map(({ entry, times }) => ({
        read: tryRecord(InboxEntry, entry),
        events: entry.startsWith('{"kind":"act"') ? 0 : times,
      }));
      const broken = all.filter(({ read }) => read === undefined);
      return {
        cursor,
        entries: all.flatMap(({ read }) => read ?? []),
        taken: stored.length,
        flood,
        broken: broken.reduce((sum, { events }) => sum + events, 0),
        hasMore: stored.length === most || flood.length > 0,
      };
    },

    full: () => reachingRedis(() => redis.smembers(fullKey)),
  };

  async function someOfFlood(hookId: string, most: number): Promise<FloodEntry[]> {
    const key = keys.flood(workspaceId, hookId);
    let cursor = "0";
    // A hash that much was taken out of answers with nothing at first.
    do {
      const [next, found] = await reachingRedis(() => redis.hscan(key, cursor, "COUNT", most));
      if (found.length > 0) return floodEntries(found);
      cursor = next;
    } while (cursor !== "0");
    return [];
  }
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

interface FloodEntry {
  field: string;
  times: number;
  entry: string;
}

/** Of fields and values by turns; what a flood keeps of each incident is "<times> <time> <entry>". */
function floodEntries(found: readonly string[]): FloodEntry[] {
  return found.flatMap((field, index) => {
    if (index % 2 === 1) return [];
    const [, times = "1", entry = ""] = /^(\d+) \d+ (.*)$/s.exec(found[index + 1] ?? "") ?? [];
    return [{ field, times: Number(times), entry: entry.replace(/"times":1\}$/, `"times":${times}}`) }];
  });
}
