import { keys } from "../../../platform/redis/keys.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import type { Incident } from "../incident/record.ts";

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
export function cluesOf(begun: readonly Incident[]): (string | number)[] {
  const firing = begun.filter((incident) => incident.latest.origin && hasFired(incident));
  const byAlert = Map.groupBy(firing, ({ latest }) => JSON.stringify([latest.origin, latest.alertName]));
  return [...byAlert.values()].flatMap(([first]) =>
    first ? [first.lastSeenAtMs, `incident ${first.id}`] : [],
  );
}

/** True if an incident fired and is not a test. Some incidents begin with their resolve. */
export function hasFired({ latest, history }: Pick<Incident, "latest" | "history">): boolean {
  return !latest.isTest && history.some(({ what }) => what === "fired");
}
