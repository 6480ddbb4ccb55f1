import type { Logger } from "pino";
import { z } from "zod";
import { createTtlCache } from "../../lib/cache.ts";
import { AppError, isAppError } from "../../lib/errors.ts";
import { minuteMs } from "../../lib/duration.ts";
import { oneLine, truncate } from "../../lib/text.ts";
import { slackDate } from "../blocks/date.ts";
import { escapeSentence } from "../blocks/explain.ts";
import { say } from "../blocks/reply.ts";
import { changeField, readRecord, readableRecords, tryRecord } from "../redis/record.ts";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";
import { keys } from "../redis/keys.ts";
import type { Round } from "./rounds.ts";
import { type TellingParts, tellSomeone } from "./tell.ts";

/** Work in the background that fails at each try. Times are in Unix milliseconds. */
const FailingItem = z.object({
  /** Its queue, or another kind of work, and the item in it. */
  job: z.string(),
  id: z.string(),
  /** What it is, as in "The alerts of hook checkout". Mrkdwn. */
  subject: z.string(),
  sinceMs: z.number(),
  lastMs: z.number(),
  times: z.int(),
  /** Why, without secrets. Plain text. */
  reason: z.string(),
  /** True if no further try can mend it, only a person. */
  needsPerson: z.boolean().optional(),
  /** True once someone knows. */
  isTold: z.boolean().optional(),
});
export type FailingItem = z.output<typeof FailingItem>;

function fieldOf({ job, id }: Pick<FailingItem, "job" | "id">): string {
  return `${job} ${id}`;
}

/** The items of a workspace that fail at each try: a hash in Redis. */
export function failingItems(redis: RedisClient, workspaceId: string) {
  const key = keys.failingItems(workspaceId);
  const read = (stored: string) => readRecord(FailingItem, stored, key);
  return {
    fields: (): Promise<string[]> => reachingRedis(() => redis.hkeys(key)),
    /** The ones that failed first come first. */
    async list(): Promise<FailingItem[]> {
      const stored = await reachingRedis(() => redis.hvals(key));
      const readable = readableRecords(FailingItem, stored);
      return readable.toSorted((a, b) => a.sinceMs - b.sinceMs);
    },
    change: (
      item: Pick<FailingItem, "job" | "id">,
      change: (present: FailingItem | undefined) => FailingItem,
    ) => reachingRedis(() => changeField(redis, { key, field: fieldOf(item), read }, change)),
    /** Undefined if it didn't fail. */
    async remove(item: Pick<FailingItem, "job" | "id">): Promise<FailingItem | undefined> {
      const stored = await reachingRedis(() => redis.hget(key, fieldOf(item)));
      if (stored === null || (await reachingRedis(() => redis.hdel(key, fieldOf(item)))) === 0)
        return undefined;
      return tryRecord(FailingItem, stored);
    },
  };
}

/** A workspace's items that fail at each try. */
export type FailingItems = ReturnType<typeof failingItems>;

/** An item of some work, and what to say of it if it fails. */
export interface WatchedItem {
  workspaceId: string;
  job: string;
  id: string;
  /** Asked only if it fails. Tells `userId` first, or else an admin. */
  about(): Promise<About>;
}

/** What an item is, in mrkdwn, and who asked for it. */
export interface About {
  subject: string;
  userId?: string | undefined;
}

/** It tells someone after so long, and so many tries: within 15 minutes, because the slowest retry comes after five. */
const toldAfterMs = 5 * minuteMs;
const toldAfterTimes = 3;

type FailureContext = TellingParts & { failing: FailingItems };

interface Options {
  contextOf: (workspaceId: string) => FailureContext;
  /** The operator's workspace: its admins hear of rounds that fail, which are of no workspace. */
  ownWorkspace: () => Promise<string | undefined>;
  log: Logger;
}

/**
 * Notes what fails at each try, tells its owner once, and tells them when it works again. Neither function fails or needs
 * waiting.
 */
export function failureWatch({ contextOf, ownWorkspace, log }: Options) {
  // What works needs no command in Redis: a workspace's failing items are read now and then.
  const known = createTtlCache<Set<string>>({
    keptMs: 20_000,
    mostKept: 10_000,
    now: () => performance.now(),
  });
  const knownOf = (workspaceId: string) =>
    known.get(workspaceId, async () => new Set(await contextOf(workspaceId).failing.fields()));

  async function note(item: WatchedItem, error: unknown): Promise<void> {
    const { workspaceId, job, id } = item;
    const context = contextOf(workspaceId);
    const { subject, userId } = await item.about();
    const nowMs = context.now().getTime();
    const reason = safeReason(error);
    const kept = await context.failing.change(item, (present) => ({
      ...(present ?? { sinceMs: nowMs, times: 0 }),
      job,
      id,
      subject,
      reason,
      needsPerson: isAppError(error, "user"),
      lastMs: nowMs,
      times: (present?.times ?? 0) + 1,
    }));
    (await knownOf(workspaceId)).add(fieldOf(item));
    if (!kept || kept.isTold || mayPass(kept, nowMs)) return;
    const why = sentence(reason);
    const reply = say(kept.needsPerson ? texts.unfit(subject, why) : texts.fails(subject, kept.sinceMs, why));
    if (await tellSomeone({ key: keyOf(kept, "fails"), userId, reply }, context))
      await context.failing.change(item, (present) => ({ ...(present ?? kept), isTold: true }));
  }

  async function clear(item: WatchedItem): Promise<void> {
    const fields = await knownOf(item.workspaceId);
    if (!fields.delete(fieldOf(item))) return;
    const context = contextOf(item.workspaceId);
    const before = await context.failing.remove(item);
    if (!before?.isTold) return;
    const { userId } = await item.about();
    const reply = say(texts.worksAgain(before.subject));
    await tellSomeone({ key: keyOf(before, "works"), userId, reply }, context);
  }

  const quietly = (work: Promise<void>, { job, id }: Pick<WatchedItem, "job" | "id">) =>
    void work.catch((err: unknown) =>
      log.debug({ err, job, id }, "couldn't note that an item fails or works"),
    );

  /** A round as an item of the operator's workspace. */
  async function withRound(job: string, subject: string, work: (item: WatchedItem) => Promise<void>) {
    const workspaceId = await ownWorkspace();
    const about = async () => ({ subject: texts.round(subject) });
    if (workspaceId !== undefined) await work({ workspaceId, job, id: roundId, about });
  }

  return {
    /** It failed once more. A limit isn't a failure. */
    failed(item: WatchedItem, error: unknown): void {
      if (!isAppError(error, "limited")) quietly(note(item, error), item);
    },
    worked: (item: WatchedItem): void => quietly(clear(item), item),
    /** The round of a queue, watched too. The subject is as an item's. */
    watchRound(job: string, subject: string, round: Round): Round {
      const item = { job, id: roundId };
      return {
        ...round,
        async run() {
          try {
            await round.run();
          } catch (error) {
            quietly(
              withRound(job, subject, (each) => note(each, error)),
              item,
            );
            throw error;
          }
          quietly(withRound(job, subject, clear), item);
        },
      };
    },
  };
}

const roundId = "round";

/** Watches items that may fail at each try. */
export type FailureWatch = ReturnType<typeof failureWatch>;

/** True if the next try may well work, so no one needs to hear of it yet. */
function mayPass({ needsPerson, times, sinceMs }: FailingItem, nowMs: number): boolean {
  return !needsPerson && (times < toldAfterTimes || nowMs - sinceMs < toldAfterMs);
}

/** A reason in mrkdwn. */
function sentence(reason: string): string {
  return escapeSentence(oneLine(reason));
}

/** Our own sentences hold no secret. Anything else is in the log. */
function safeReason(error: unknown): string {
  return truncate(
    error instanceof AppError ? error.message : "Something went wrong on our side. The log has more.",
    300,
  );
}

function keyOf({ job, id, sinceMs }: FailingItem, what: string): string {
  return `failing:${job}:${id}:${sinceMs}:${what}`;
}

const texts = {
  round: (subject: string) => `Looking for what is due (${subject})`,
  fails: (subject: string, sinceMs: number, why: string) =>
    `:warning: ${subject} has failed at each try since ${slackDate(new Date(sinceMs))}: ${why} I keep trying, and tell you when it works again. \`/db admin doctor\` lists everything that fails.`,
  unfit: (subject: string, why: string) =>
    `:warning: ${subject} can't be followed: ${why} Set it again. Until then I leave it out, and \`/db admin doctor\` lists it.`,
  worksAgain: (subject: string) => `${subject} works again.`,
};

/** A line of a list about a failing item, in mrkdwn. */
export function failingLine({ subject, sinceMs, times, reason, needsPerson }: FailingItem): string {
  const why = sentence(reason);
  if (needsPerson) return `${subject} can't be followed: ${why} Set it again.`;
  return `${subject} has failed ${timesSince(times, sinceMs)}: ${why}`;
}

function timesSince(times: number, sinceMs: number): string {
  const tries = times === 1 ? "once" : `${times.toLocaleString("en-US")} times`;
  return `${tries} since ${slackDate(new Date(sinceMs))}`;
}

/** The line below an entry of a list, in mrkdwn, if it has a value that can't be used. The reason is plain text. */
export function unfitLine(why: string | undefined): string[] {
  return why === undefined ? [] : [`:warning: It can't be followed: ${sentence(why)} Set it again.`];
}

/** The same if it fails at each try. */
export function failsLine({ times, sinceMs, reason }: FailingItem): string {
  return `:warning: It has failed ${timesSince(times, sinceMs)}: ${sentence(reason)}`;
}
