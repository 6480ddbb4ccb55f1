import { hookPart, type IngestedIncident, isNewIncident, type RedisCommand } from "../../alerts/index.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";

/** The most started alerts of a hook that are remembered. */
const mostStarted = 10_000;

/** The most alerts that one report counts. */
const mostCounted = 20_000;

/** An alert by its id, and when its first event was received. That time never changes, so it stays in one week. */
export interface StartedAlert {
  id: string;
  atMs: number;
}

/** Remembers which incidents of a hook have started, without tests. */
export function startedCommands(
  workspaceId: string,
  hookId: string,
  started: readonly Pick<IngestedIncident, "incident" | "trace">[],
): RedisCommand[] {
  const alerts = started.filter(({ incident }) => !incident.latest.isTest);
  if (alerts.length === 0) return [];
  const key = keys.startedAlerts(workspaceId, hookId);
  return [
    ["ZADD", key, ...alerts.flatMap((each) => [arrivedAtMs(each), each.incident.id])],
    ["ZREMRANGEBYRANK", key, 0, -mostStarted - 1],
    ["EXPIRE", key, ttlInSeconds.incident],
  ];
}

/** When the event was received that began it. Later ones may have been ingested with it. */
function arrivedAtMs({ incident, trace }: Pick<IngestedIncident, "incident" | "trace">): number {
  const first = trace.find(({ step }) => step === "event");
  return first?.step === "event" ? first.receivedAtMs : incident.lastSeenAtMs;
}

/** The alerts of a time, the newest first. */
export interface StartedAlerts {
  alerts: StartedAlert[];
  /** Set if there were too many: all alerts after this time are in the list, and none before. */
  afterMs?: number | undefined;
}

interface Limits {
  perHook: number;
  inAll: number;
}

/** Which alerts of one workspace's hooks began when. Only the ingestion changes that. */
export function startedAlerts(
  redis: RedisClient,
  workspaceId: string,
  limits: Limits = { perHook: mostStarted, inAll: mostCounted },
) {
  async function ofHook(hookId: string, sinceMs: number, untilMs: number): Promise<StartedAlerts> {
    const key = keys.startedAlerts(workspaceId, hookId);
    const [found, known, oldest] = await reachingRedis(() =>
      Promise.all([
        redis.zrevrangebyscore(key, `(${untilMs}`, sinceMs, "WITHSCORES"),
        redis.zcard(key),
        redis.zrange(key, "0", "0", "WITHSCORES"),
      ]),
    );
    const alerts = pairs(found);
    const oldestMs = Number(oldest[1] ?? 0);
    return { alerts, afterMs: known >= limits.perHook && oldestMs >= sinceMs ? oldestMs : undefined };
  }

  return {
    /** Those of all these hooks together, from a time to before another one. */
    async between(hookIds: readonly string[], sinceMs: number, untilMs: number): Promise<StartedAlerts> {
      const found: StartedAlerts[] = [];
      for (const hookId of hookIds) found.push(await ofHook(hookId, sinceMs, untilMs));
      const all = found.flatMap(({ alerts }) => alerts).toSorted((a, b) => b.atMs - a.atMs);
      const cuts = [...found.map(({ afterMs }) => afterMs), all[limits.inAll]?.atMs].filter(
        (atMs) => atMs !== undefined,
      );
      if (cuts.length === 0) return { alerts: all };
      const afterMs = Math.max(...cuts);
      return { alerts: all.filter(({ atMs }) => atMs > afterMs), afterMs };
    },
  };
}

function pairs(words: readonly string[]): StartedAlert[] {
  return words.flatMap((id, index) => (index % 2 === 0 ? [{ id, atMs: Number(words[index + 1]) }] : []));
}

/** What reports of noise add to hooks: they remember which alerts began when. */
export const noisePart = hookPart({
  kept: (workspaceId, hookId) => ({ keys: [keys.startedAlerts(workspaceId, hookId)] }),
  ingest: ({ hook }, { workspaceId }) => ({
    store: ({ incidents }) => startedCommands(workspaceId, hook.id, incidents.filter(isNewIncident)),
  }),
});
