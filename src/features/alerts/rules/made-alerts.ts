import { z } from "zod";
import { activator } from "../../../platform/jobs/due.ts";
import { keys } from "../../../platform/redis/keys.ts";
import { readRecord, readableRecords } from "../../../platform/redis/record.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { changeField } from "../../../platform/redis/change-field.ts";
import { type WebhookTarget, webhookTargets } from "./webhook-targets.ts";

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
