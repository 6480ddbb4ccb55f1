import { z } from "zod";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";
import { keys, ttlInSeconds } from "../redis/keys.ts";
import { readRecord } from "../redis/record.ts";
import type { JobQueue } from "./queue.ts";

/** Work that a person started for someone who asks later how it went. Without a queue, it was done at once. */
const StartedWork = z.object({ queue: z.string().optional(), id: z.string() });
export type StartedWork = z.infer<typeof StartedWork>;

/** Where a piece of work is. The reason is in mrkdwn, for people. */
export interface WorkState {
  state: "running" | "done" | "failed" | "unknown";
  reason?: string | undefined;
}

/** The work that each origin started, such as a program's proposal. The last one counts, because a form may come back. */
export function startedWork(redis: RedisClient, workspaceId: string) {
  const keyOf = (origin: string) => keys.startedWork(workspaceId, origin);
  const save = async (origin: string, work: StartedWork, ...onlyNew: ["NX"] | []) => {
    const args = [JSON.stringify(work), "EX", ttlInSeconds.mcpOffer, ...onlyNew] as const;
    await reachingRedis(() => redis.call("SET", keyOf(origin), ...args));
  };
  return {
    /** A queue accepted it. */
    accepted: (origin: string, queue: string, id: string) => save(origin, { queue, id }),
    /** It was done at once, unless a queue accepted something. */
    wasDone: (origin: string) => save(origin, { id: "" }, "NX"),
    async find(origin: string): Promise<StartedWork | undefined> {
      const kept = await reachingRedis(() => redis.get(keyOf(origin)));
      return kept === null ? undefined : readRecord(StartedWork, kept, keyOf(origin));
    },
  };
}

/** What `startedWork` makes. */
export type StartedWorks = ReturnType<typeof startedWork>;

/** Queues that note what they accepted. What is noted is never lost. */
export function notingQueues<Queues extends Readonly<Record<string, Pick<JobQueue, "accept">>>>(
  queues: Queues,
  names: Readonly<Record<keyof Queues, string>>,
  note: (queue: string, id: string) => Promise<void>,
): Queues {
  const noting = Object.entries(queues).map(([field, queue]) => {
    const accept: JobQueue["accept"] = async (id, item, afterMs) => {
      await queue.accept(id, item, afterMs);
      await note(names[field] ?? field, id);
    };
    return [field, { ...queue, accept }];
  });
  return { ...queues, ...Object.fromEntries(noting) };
}
