import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import { AppError, isAppError } from "../../lib/errors.ts";
import { redisFacts } from "./facts.ts";

// Posts are claimed with SET, NX and GET together, which came with it. BullMQ itself needs less.
const oldestMajor = 7;

/** True for a version of Redis that lacks what we use. */
export function isTooOld(version: string): boolean {
  return Number(version.split(".")[0]) < oldestMajor;
}

/** How long a start waits for Redis, which need not be there yet. */
const patienceMs = 3_000;

/** Fails as `user` when Redis answers and is too old; one that does not answer is looked at by no start. */
export async function refuseOldRedis(redis: Redis): Promise<void> {
  if (!(await isReady(redis))) return;
  const version = await versionOf(redis);
  if (version === undefined || !isTooOld(version)) return;
  const sentence = `REDIS_URL leads to Redis ${version}, and Quartermaster needs Redis 7.0 or newer: upgrade it.`;
  throw new AppError("user", sentence);
}

/** Undefined when it does not tell, or went away meanwhile. */
async function versionOf(redis: Redis): Promise<string | undefined> {
  try {
    return (await redisFacts(redis)).version;
  } catch (error) {
    // A start needs no Redis, and the doctor looks at the version again.
    if (isAppError(error, "upstream")) return undefined;
    throw error;
  }
}

async function isReady(redis: Redis): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  redis.once("ready", () => resolve(true));
  for (const trouble of ["error", "close"]) redis.once(trouble, () => resolve(false));
  return Promise.race([promise, sleep(patienceMs, false, { ref: false })]);
}
