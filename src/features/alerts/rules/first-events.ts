import type { Redis } from "ioredis";
import { keys } from "../../../platform/redis/keys.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import type { Incident } from "../incident/record.ts";

/** What may be the first event of an alert that was created from here: an incident that began, or an alert that is new here. */
export interface FirstEventClue {
  kind: "incident" | "alert";
  id: string;
  /** When it came to be known. */
  atMs: number;
}

/** The clues of a workspace that nobody has followed to their end yet. */
export interface FirstEvents {
  /** The oldest first. */
  waiting(most: number): Promise<FirstEventClue[]>;
  done(clue: FirstEventClue): Promise<void>;
}

/** The clues of one workspace in Redis: a set by when each came to be known, which the fold adds to. */
export function firstEvents(redis: Redis, workspaceId: string): FirstEvents {
  const key = keys.firstEvents(workspaceId);
  return {
    async waiting(most) {
      const found = await reachingRedis(() => redis.zrange(key, "0", String(most - 1), "WITHSCORES"));
      return found.flatMap((member, index) => {
        // A server's id may have spaces of its own.
        const [, kind, id = ""] = /^(\S*) ([^]*)$/.exec(member) ?? [];
        const atMs = Number(found[index + 1]);
        return index % 2 === 0 && (kind === "incident" || kind === "alert") ? [{ kind, id, atMs }] : [];
      });
    },
    done: async ({ kind, id }) => void (await reachingRedis(() => redis.zrem(key, `${kind} ${id}`))),
  };
}

/** What begun incidents add to the clues, as words of ZADD: one of each alert that fired, and none of tests. */
export function cluesOf(begun: readonly Incident[]): (string | number)[] {
  const firing = begun.filter((incident) => incident.latest.origin && hasFired(incident));
  const byAlert = Map.groupBy(firing, ({ latest }) => JSON.stringify([latest.origin, latest.alertName]));
  return [...byAlert.values()].flatMap(([first]) =>
    first ? [first.lastSeenAtMs, `incident ${first.id}`] : [],
  );
}

/** True where an incident was no test, and fired: some begin with their end. */
export function hasFired({ latest, history }: Pick<Incident, "latest" | "history">): boolean {
  return !latest.isTest && history.some(({ what }) => what === "fired");
}
