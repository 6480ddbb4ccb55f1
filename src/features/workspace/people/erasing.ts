import { randomInt } from "node:crypto";
import { z } from "zod";
import { minuteMs } from "../../../lib/duration.ts";
import { erasedBegin } from "../../../platform/access/known-people.ts";
import { jobEraser } from "../../../platform/jobs/erase.ts";
import type { JobQueue } from "../../../platform/jobs/queue.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import type { JobDeclaration, WorkerParts } from "../../../platform/jobs/workers.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { keys } from "../../../platform/redis/keys.ts";
import { tryRecord } from "../../../platform/redis/record.ts";
import type { SealedLocation } from "../../../platform/secrets/rotation/sealed-locations.ts";
import type { Sealer } from "../../../platform/secrets/seal.ts";
import type { InstalledContext } from "../context.ts";
import { eraseInKeys, readBeside } from "./walk.ts";
import { ErasedPerson, mentions, withoutPerson } from "./without.ts";

/** An erasure under way. */
const Erasure = ErasedPerson.extend({
  acceptedAtMs: z.number(),
  /** True once the names beside the person's id are read. Then nothing has them any more. */
  isRead: z.boolean(),
});
type Erasure = z.output<typeof Erasure>;

/** The erasures of one workspace that go on, by user id. */
export function personErasures(redis: RedisClient, workspaceId: string) {
  const key = keys.erasures(workspaceId);
  const all = async () =>
    (await reachingRedis(() => redis.hvals(key))).flatMap((text) => tryRecord(Erasure, text) ?? []);
  return {
    find: async (pseudonym: string) => (await all()).find((each) => each.pseudonym === pseudonym),
    keep: async (erasure: Erasure) =>
      void (await reachingRedis(() => redis.hset(key, erasure.userId, JSON.stringify(erasure)))),
    /** Keeps a new one, unless one of the same person is under way. Returns the one that is kept. */
    async begin(erasure: Erasure): Promise<Erasure> {
      await reachingRedis(() => redis.hsetnx(key, erasure.userId, JSON.stringify(erasure)));
      return (await all()).find(({ userId }) => userId === erasure.userId) ?? erasure;
    },
    end: async ({ userId }: Erasure) => void (await reachingRedis(() => redis.hdel(key, userId))),
  };
}

// No digits, because letters and digits together look like a key, which the audit log leaves out.
const letters = "BCDFGHJKLMNPQRSTVWXZ";

/** An id like Slack's. By chance, so nothing leads from it to the person. */
function newPseudonym(): string {
  return `${erasedBegin}${Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join("")}`;
}

const name = "people-erasures";

interface Accepting {
  erasures: ReturnType<typeof personErasures>;
  queueOf: (name: string) => Pick<JobQueue, "ensure">;
  now: () => Date;
}

/** Accepts durably to erase a person, and returns their pseudonym. It is done within minutes, through crashes. */
export async function acceptErasure(
  workspaceId: string,
  known: Pick<ErasedPerson, "userId" | "names" | "direct">,
  { erasures, queueOf, now }: Accepting,
): Promise<string> {
  const begun = { ...known, pseudonym: newPseudonym(), acceptedAtMs: now().getTime(), isRead: false };
  const { pseudonym } = await erasures.begin(begun);
  await queueOf(name).ensure(`${workspaceId}.${pseudonym}`, { workspaceId, pseudonym } satisfies Item);
  return pseudonym;
}

const Item = z.object({ workspaceId: z.string(), pseudonym: z.string() });
type Item = z.output<typeof Item>;

// Work that was running may still write the person's id.
const againMs = 5_000;
const forMs = minuteMs;
/** A person who still uses the app writes their id again and again. */
const longestMs = 10 * minuteMs;

type Parts = WorkerParts<InstalledContext> & {
  redis: RedisClient;
  sealer: Sealer;
  sealed: readonly SealedLocation[];
};

/** Erases people from everything that is kept of a workspace. */
export const peopleErasures = {
  name,
  subject: "Erasing a person",
  work: (parts: Parts) => ({ advance: (_id: string, item: unknown) => advance(Item.parse(item), parts) }),
} satisfies JobDeclaration<InstalledContext>;

async function advance({ workspaceId, pseudonym }: Item, parts: Parts): Promise<Step> {
  const { redis, now, log, onRedisError } = parts;
  const erasures = personErasures(redis, workspaceId);
  const kept = await erasures.find(pseudonym);
  if (!kept) return "done";
  const walked = { ...parts, workspaceId };
  const erasure = kept.isRead ? kept : await withFactsBeside(kept, walked);
  // Before anything is changed, because a crash must not lose the names.
  if (!kept.isRead) await erasures.keep(erasure);
  const inJobs = await jobEraser(redis, onRedisError, [name]).change(
    workspaceId,
    (text) => withoutPerson(text, erasure),
    (id) => mentions(erasure, id),
  );
  const changed = (await eraseInKeys(walked, erasure)) + inJobs;
  log.info({ workspaceId, pseudonym, changed }, "erased a person's traces");
  const ageMs = now().getTime() - erasure.acceptedAtMs;
  if (ageMs < forMs || (changed > 0 && ageMs < longestMs)) return { againInMs: againMs };
  await erasures.end(erasure);
  return "done";
}

async function withFactsBeside(erasure: Erasure, walked: Parameters<typeof readBeside>[0]): Promise<Erasure> {
  const { names, direct } = await readBeside(walked, erasure);
  return {
    ...erasure,
    names: [...new Set([...erasure.names, ...names])],
    direct: [...new Set([...erasure.direct, ...direct])],
    isRead: true,
  };
}
