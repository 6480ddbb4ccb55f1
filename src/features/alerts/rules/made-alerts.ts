import { z } from "zod";
import { activator } from "../../../platform/jobs/due.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { keys } from "../../../platform/redis/keys.ts";
import { changeField, readRecord, readableRecords } from "../../../platform/redis/record.ts";
import { script } from "../../../platform/redis/script.ts";
import type { Incident } from "../incident/record.ts";

/** An alert rule that a person created here: its server, what it watches, and whom to notify when it first fires. */
const MadeAlert = z.object({
  alertId: z.string(),
  connection: z.string(),
  /** Absent for a stand-alone server. */
  serviceId: z.string().optional(),
  name: z.string(),
  dashboardId: z.string().optional(),
  tileId: z.string().optional(),
  savedSearchId: z.string().optional(),
  threshold: z.number().optional(),
  webhookId: z.string().optional(),
  /** The hook to which its webhook posts, if its creator chose one. */
  hookId: z.string().optional(),
  userId: z.string(),
  /** The channel of the command; absent in App Home. */
  channelId: z.string().optional(),
  at: z.iso.datetime(),
  /** The first incident of the rule. */
  firstIncident: z.object({ incidentId: z.string(), at: z.iso.datetime() }).optional(),
});
export type MadeAlert = z.output<typeof MadeAlert>;

const mostKept = 5_000;

/** The alert rules made in one workspace, in Redis: a hash from id to record. It keeps the latest `most`. */
export function madeAlerts(redis: RedisClient, workspaceId: string, most = mostKept) {
  const key = keys.madeAlerts(workspaceId);
  const awaitedKey = keys.awaitedAlerts(workspaceId);
  const targets = webhookTargets(redis, workspaceId);

  const read = (stored: string) => readRecord(MadeAlert, stored, key);

  /** The latest first. */
  async function list(): Promise<MadeAlert[]> {
    const stored = await redis.hvals(key);
    return readableRecords(MadeAlert, stored).toSorted(
      (a, b) => b.at.localeCompare(a.at) || b.alertId.localeCompare(a.alertId),
    );
  }

  /** The first event may have arrived before the rule was stored, so a clue makes a search for it. */
  async function beginToAwait({ alertId, at, firstIncident }: MadeAlert): Promise<void> {
    if (firstIncident) return;
    await activator(redis, workspaceId)();
    await redis.sadd(awaitedKey, alertId);
    await redis.zadd(keys.firstEvents(workspaceId), "NX", Date.parse(at), clueOf(alertId));
  }

  async function forget(alertIds: readonly string[]): Promise<void> {
    if (alertIds.length === 0) return;
    await redis.hdel(key, ...alertIds);
    await redis.srem(awaitedKey, ...alertIds);
    // In a workspace without a hook, no job follows the clues.
    await redis.zrem(keys.firstEvents(workspaceId), ...alertIds.map(clueOf));
  }

  async function dropOldest(): Promise<void> {
    if ((await redis.hlen(key)) <= most) return;
    await forget((await list()).slice(most).map(({ alertId }) => alertId));
  }

  return {
    /** Stores a new or changed rule and the target of its webhook. Its first incident stays. */
    remember: (alert: Omit<MadeAlert, "firstIncident">): Promise<void> =>
      reachingRedis(async () => {
        const kept = await changeField(redis, { key, field: alert.alertId, read }, (present) => ({
          ...alert,
          firstIncident: present?.firstIncident,
        }));
        if (kept) await beginToAwait(kept);
        await targets.remember(targetsOf(alert));
        await dropOldest();
      }),
    async find(alertId: string): Promise<MadeAlert | undefined> {
      const stored = await reachingRedis(() => redis.hget(key, alertId));
      return stored === null ? undefined : read(stored);
    },
    list: (): Promise<MadeAlert[]> => reachingRedis(list),
    /** Notes the first incident, once. Undefined if another one is noted already or the rule is unknown. */
    noteFirst: (alertId: string, first: { incidentId: string; at: string }): Promise<MadeAlert | undefined> =>
      reachingRedis(() =>
        changeField(redis, { key, field: alertId, read }, (present) => {
          if (!present?.firstIncident) return present && { ...present, firstIncident: first };
          return present.firstIncident.incidentId === first.incidentId ? present : undefined;
        }),
      ),
    /** The rules with a first event that their creators don't know of yet. */
    awaited: (): Promise<MadeAlert[]> =>
      reachingRedis(async () => {
        const alertIds = await redis.smembers(awaitedKey);
        const stored = alertIds.length === 0 ? [] : await redis.hmget(key, ...alertIds);
        return readableRecords(MadeAlert, stored);
      }),
    /** Marks the first event of a rule as announced. */
    async noteAnnounced(alertId: string): Promise<void> {
      await reachingRedis(() => redis.srem(awaitedKey, alertId));
    },
    /** Removes a rule that was deleted. */
    forget: (alertId: string): Promise<void> => reachingRedis(() => forget([alertId])),
  };
}

/** The alert rules that were created in a workspace. */
export type MadeAlerts = ReturnType<typeof madeAlerts>;

/** The member of the clues for a new alert rule. */
function clueOf(alertId: string): string {
  return `alert ${alertId}`;
}

function targetsOf({ connection, serviceId, webhookId, hookId, at }: MadeAlert): WebhookTarget[] {
  if (webhookId === undefined || hookId === undefined) return [];
  return [{ webhookId, connection, ...(serviceId && { serviceId }), hookId, atMs: Date.parse(at) }];
}

/** The hook to which a webhook of an observability server posts. */
const WebhookTarget = z.object({
  webhookId: z.string(),
  connection: z.string(),
  /** Absent for a stand-alone server. */
  serviceId: z.string().optional(),
  hookId: z.string(),
  /** When this was known. The newest counts. */
  atMs: z.number(),
});
export type WebhookTarget = z.output<typeof WebhookTarget>;

// KEYS: targets. ARGV: for each target its field, record and time.
const rememberNewer = script(`
for at = 1, #ARGV, 3 do
  local before = redis.call("HGET", KEYS[1], ARGV[at])
  if not before or cjson.decode(before).atMs < tonumber(ARGV[at + 2]) then
    redis.call("HSET", KEYS[1], ARGV[at], ARGV[at + 1])
  end
end
return 1
`);

/** The targets of one workspace in Redis. A copied server has the same webhook ids, so fields add its location. */
export function webhookTargets(redis: RedisClient, workspaceId: string) {
  const key = keys.webhookTargets(workspaceId);
  return {
    async list(): Promise<WebhookTarget[]> {
      const stored = await reachingRedis(() => redis.hvals(key));
      return newestOfEach(readableRecords(WebhookTarget, stored));
    },
    /** Stores these targets, unless a newer one of the same webhook is stored. */
    async remember(targets: readonly WebhookTarget[]): Promise<void> {
      if (targets.length === 0) return;
      const args = targets.flatMap((target) => [fieldOf(target), JSON.stringify(target), target.atMs]);
      await reachingRedis(() => rememberNewer(redis, [key], args));
    },
  };
}

/** The field of a target. It keeps the connection's name at the time of writing, so only the record counts. */
function fieldOf({ connection, serviceId, webhookId }: WebhookTarget): string {
  return JSON.stringify([connection, serviceId ?? null, webhookId]);
}

/** Drops outdated targets, which may stand under an older name of the connection or come from an early version. */
function newestOfEach(targets: readonly WebhookTarget[]): WebhookTarget[] {
  const oldestFirst = targets.toSorted((a, b) => a.atMs - b.atMs);
  return [...new Map(oldestFirst.map((target) => [fieldOf(target), target])).values()];
}

/** A clue to the first event of an alert rule that was created here: a new incident, or a new alert rule. */
export interface FirstEventClue {
  kind: "incident" | "alert";
  id: string;
  /** When it became known. */
  atMs: number;
}

/** The open clues of one workspace in Redis: a set sorted by time. The ingestion adds to it. */
export function firstEvents(redis: RedisClient, workspaceId: string) {
  const key = keys.firstEvents(workspaceId);
  return {
    /** The oldest first, at most `most`. */
    async waiting(most: number): Promise<FirstEventClue[]> {
      const found = await reachingRedis(() => redis.zrange(key, "0", String(most - 1), "WITHSCORES"));
      return found.flatMap((member, index) => {
        // A server's id may contain spaces.
        const [, kind, id = ""] = /^(\S*) ([^]*)$/.exec(member) ?? [];
        const atMs = Number(found[index + 1]);
        return index % 2 === 0 && (kind === "incident" || kind === "alert") ? [{ kind, id, atMs }] : [];
      });
    },
    async done({ kind, id }: FirstEventClue): Promise<void> {
      await reachingRedis(() => redis.zrem(key, `${kind} ${id}`));
    },
  };
}

/** The clues of new incidents, as arguments of ZADD: one for each alert that fired, none for tests. */
export function cluesOf(incidents: readonly Incident[]): (string | number)[] {
  const firing = incidents.filter((incident) => incident.latest.origin && hasFired(incident));
  const byAlert = Map.groupBy(firing, ({ latest }) => JSON.stringify([latest.origin, latest.alertName]));
  return [...byAlert.values()].flatMap(([first]) =>
    first ? [first.lastSeenAtMs, `incident ${first.id}`] : [],
  );
}

/** True if an incident fired and is not a test. Some incidents begin with their resolve. */
export function hasFired({ latest, history }: Pick<Incident, "latest" | "history">): boolean {
  return !latest.isTest && history.some(({ what }) => what === "fired");
}
