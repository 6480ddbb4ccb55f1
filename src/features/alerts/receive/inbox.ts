import { z } from "zod";
import { activator } from "../../../platform/jobs/due.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { tryRecord } from "../../../platform/redis/record.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { type Acceptance, type Received, acceptor } from "./accept.ts";
import { type AcceptLimits, actionScript, actionsScript, waitingScript } from "./inbox-scripts.ts";
import { type RefusalReason, refusalReasons } from "../../../lib/metrics.ts";
import { dayMs } from "../../../lib/duration.ts";
import { type IncidentAction, InboxEntry } from "./inbox-entries.ts";

const megabyte = 1024 * 1024;

/** The usual limits. They let a storm of 10,000 groups through at once. */
const usualAcceptLimits: AcceptLimits = {
  entries: 20_000,
  largeEntries: 500,
  hook: { eventsPerMinute: 30_000, bytesPerMinute: 60 * megabyte },
  workspace: { eventsPerMinute: 100_000, bytesPerMinute: 200 * megabyte },
  bodyBytes: 16 * megabyte,
};

/** A part of a hook's inbox, as read at one moment. */
export interface Waiting {
  /** The position of the inbox. The commit fails if it has changed. */
  cursor: string;
  entries: InboxEntry[];
  /** The number of stored entries read, also those that cannot be parsed. */
  taken: number;
  /** The entries of the flood among them, by field, with how often each was received. */
  flood: readonly { field: string; times: number }[];
  /** The number of events that cannot be parsed. */
  broken: number;
  hasMore: boolean;
}

/** The answer of the script that reads an inbox: cursor, size of the flood, entries. */
const Found = z.tuple([z.string(), z.number(), z.array(z.string())]);

/** The accepted events and actions of a workspace that are not ingested yet. */
export type Inbox = ReturnType<typeof inbox>;

/** The inboxes of one workspace's hooks in Redis. */
export function inbox(redis: RedisClient, workspaceId: string, limits: Partial<AcceptLimits> = {}) {
  const fullKey = keys.fullInboxes(workspaceId);
  const activate = activator(redis, workspaceId);
  const accept = acceptor(redis, workspaceId, { ...usualAcceptLimits, ...limits });

  return {
    /**
     * Accepts events in one atomic write, which concurrent calls share. A duplicate delivery changes nothing. With
     * `version`, accepts only for that version of the hook.
     */
    accept: (
      hookId: string,
      received: readonly Received[],
      {
        bytes = 0,
        ...facts
      }: { receivedAtMs: number; acceptedAtMs: number; bytes?: number; traceparent?: string | undefined },
      version = "",
    ): Promise<Acceptance> => accept({ hookId, received, ...facts, bytes, version }),

    /** Counts events of a paused hook, which are accepted and dropped. */
    async countPaused(count: number): Promise<void> {
      const countsKey = keys.alertCounts(workspaceId);
      const transaction = redis
        .multi()
        .hincrby(countsKey, "accepted", count)
        .hincrby(countsKey, "suppressed:paused", count);
      await reachingRedis(() => transaction.exec());
    },

    /** Counts a refused delivery and its reason, for the doctor. */
    async countRefused(hookId: string, reason: RefusalReason, at: Date): Promise<void> {
      const key = keys.refusedDeliveries(workspaceId, dayOf(at));
      const transaction = redis
        .multi()
        .hincrby(key, `${reason} ${hookId}`, 1)
        .expire(key, ttlInSeconds.refusedDeliveries);
      await reachingRedis(() => transaction.exec());
    },

    /** The numbers of refused deliveries since the day before, by hook and reason. */
    async refused(at: Date): Promise<{ hookId: string; reason: RefusalReason; count: number }[]> {
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

    /** Adds an action behind all that was accepted before. */
    async addAction(hookId: string, action: IncidentAction): Promise<void> {
      const own = [keys.inbox(workspaceId, hookId), fullKey];
      await activate();
      await reachingRedis(() => actionScript(redis, own, [hookId, JSON.stringify(action)]));
    },

    /** Adds actions of several hooks in one atomic write, behind all that was accepted before. */
    async addActions(actions: readonly { hookId: string; action: IncidentAction }[]): Promise<void> {
      const hookIds = [...new Set(actions.map(({ hookId }) => hookId))];
      if (hookIds.length === 0) return;
      const own = [fullKey, ...hookIds.map((hookId) => keys.inbox(workspaceId, hookId))];
      const entries = actions.flatMap(({ hookId, action }) => [
        hookIds.indexOf(hookId) + 2,
        JSON.stringify(action),
      ]);
      await activate();
      await reachingRedis(() => actionsScript(redis, own, [...hookIds, ...entries]));
    },

    /** The oldest entries, at most `most`. The entries of a flood come last. */
    async waiting(hookId: string, most: number): Promise<Waiting> {
      const own = [keys.inbox, keys.inboxCursor, keys.flood].map((key) => key(workspaceId, hookId));
      const answer = await reachingRedis(() => waitingScript(redis, own, [most]));
      const [cursor, floodSize, stored] = Found.parse(answer);
      const left = floodSize === 0 ? 0 : most - stored.length;
      const flood = left > 0 ? await someOfFlood(hookId, left) : [];
      const all = [...stored.map((entry) => ({ entry, times: 1 })), ...flood].map(({ entry, times }) => ({
        read: tryRecord(InboxEntry, entry),
        events: entry.startsWith('{"kind":"action"') ? 0 : times,
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

    /** The ids of hooks with entries that may wait. */
    full: () => reachingRedis(() => redis.smembers(fullKey)),
  };

  async function someOfFlood(hookId: string, most: number): Promise<FloodEntry[]> {
    const key = keys.flood(workspaceId, hookId);
    let cursor = "0";
    // HSCAN of a hash with many deleted fields may return empty pages first.
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

/** Parses alternating fields and values of a flood. A value is "<times> <time> <entry>". */
function floodEntries(found: readonly string[]): FloodEntry[] {
  return found.flatMap((field, index) => {
    if (index % 2 === 1) return [];
    const [, times = "1", entry = ""] = /^(\d+) \d+ (.*)$/s.exec(found[index + 1] ?? "") ?? [];
    return [{ field, times: Number(times), entry: entry.replace(/"times":1\}$/, `"times":${times}}`) }];
  });
}
