import type { Logger } from "pino";
import { z } from "zod";
import { within } from "../../lib/clock.ts";
import { AppError, attempt } from "../../lib/errors.ts";
import { keys, ttlInSeconds } from "../redis/keys.ts";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";
import type { JobQueue } from "./queue.ts";

/** Something that a person pressed or typed, and that may change something. No secret. */
export const Press = z.object({
  workspaceId: z.string(),
  userId: z.string(),
  channelId: z.string().optional(),
  /** What it does, in plain text, as in "Stop a service". */
  what: z.string(),
  /** Its command, without a confirmation. Absent if it has none, or may hold a secret. */
  line: z.string().optional(),
});
export type Press = z.output<typeof Press>;

/** The queue of presses that were acknowledged and aren't answered yet. */
export const pressesQueue = "presses";

/** How often the process that works on a press renews its mark. */
const renewMs = 10_000;
/** A process with an older mark is dead, or stands still. */
const deadAfterMs = 25_000;
/** How soon to look whether the process still works on it. */
export const lookAfterMs = 15_000;
/** Slack waits 3 s, and there is more to do. If Redis isn't there, the press fails in words of its own. */
const keepWithinMs = 800;

/** The marks of a workspace's presses: which process works on them is all that counts. */
export function pressMarks(redis: RedisClient, workspaceId: string) {
  const key = (id: string) => keys.press(workspaceId, id);
  return {
    running: (id: string) => reachingRedis(() => redis.set(key(id), "running", "PX", deadAfterMs)),
    ended: (id: string) => reachingRedis(() => redis.set(key(id), "ended", "EX", ttlInSeconds.press)),
    /** Undefined if the process that worked on it is gone. */
    find: async (id: string) => (await reachingRedis(() => redis.get(key(id)))) ?? undefined,
  };
}

/** The marks of one workspace's presses. */
export type PressMarks = ReturnType<typeof pressMarks>;

/** Renews a mark while this process works. Returns what ends that. */
export function renewMark(marks: PressMarks, id: string, onFailure: (err: unknown) => void): () => void {
  const renewing = setInterval(() => void marks.running(id).catch(onFailure), renewMs).unref();
  return () => clearInterval(renewing);
}

interface Parts {
  marksOf: (workspaceId: string) => PressMarks;
  queue: Pick<JobQueue, "accept" | "forget">;
  newId: () => string;
  log: Logger;
}

/** Keeps presses over the death of the process that acknowledged them. */
export function pressKeeper({ marksOf, queue, newId, log }: Parts) {
  return {
    /**
     * Keeps a press, before it is acknowledged: from then on it is carried out and answered, or its person hears that
     * it may not have been. Returns what ends it. Never fails.
     */
    async begin(press: Press): Promise<() => Promise<void>> {
      const marks = marksOf(press.workspaceId);
      const id = `${press.workspaceId}.${newId()}`;
      const unkept = (err: unknown) => log.warn({ err, what: press.what }, "couldn't keep a press");
      const keep = attempt(() => Promise.all([marks.running(id), queue.accept(id, press, lookAfterMs)]));
      const kept = await within(keepWithinMs, keep, new AppError("upstream", "Redis didn't answer in time."));
      if (kept instanceof AppError) unkept(kept);
      const endRenewing = renewMark(marks, id, unkept);
      return async () => {
        endRenewing();
        const ended = await attempt(() => Promise.all([marks.ended(id), queue.forget(id)]));
        if (ended instanceof AppError) unkept(ended);
      };
    },
  };
}

/**
 * Acknowledges a press once it is kept, and works on it. Without a press, nothing is kept, because nothing changes.
 */
export async function whileKept(
  press: Press | undefined,
  presses: Pick<PressKeeper, "begin">,
  acknowledge: () => Promise<unknown>,
  work: () => Promise<void>,
): Promise<void> {
  const end = press && (await presses.begin(press));
  await acknowledge();
  try {
    await work();
  } finally {
    await end?.();
  }
}

/** Keeps presses. */
export type PressKeeper = ReturnType<typeof pressKeeper>;
