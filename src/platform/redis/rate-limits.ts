import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { within } from "../../lib/clock.ts";
import { AppError } from "../../lib/errors.ts";
import { type RedisClient, reachingRedis } from "./connect.ts";
import { keys } from "./keys.ts";

/** How many requests a person, and a whole workspace, may make in a minute. */
interface RateLimitSettings {
  perPerson: number;
  perWorkspace: number;
  /** A count that takes longer is not waited for. The default is 300 ms. */
  longestCountMs?: number;
}

/**
 * `usual` for commands and submissions. `quick` for buttons that people click many times in a row: four times as many.
 * `model` for questions to the operator's model, which cost money: a fifth.
 */
export type RateLimitKind = "usual" | "quick" | "model";

/** Who asks. */
interface Person {
  workspaceId: string;
  userId: string;
}

/** The rate limits of people, shared by all replicas, so one workspace's flood does not delay others. */
export interface RateLimits {
  /**
   * Counts one request. Fails as `limited`, in words for the person, above the limit. Without Redis each process
   * counts, and a slow count is not waited for.
   */
  take(person: Person, kind: RateLimitKind): Promise<void>;
}

const windowSeconds = 60;
const quickTimes = 4;
const modelShare = 0.2;
// A window must open within 3 s of the click, and there is more to do than to count.
const usualLongestCountMs = 300;

/** Rate limits in Redis. This process remembers who is above one, and does not ask Redis about them. */
export function rateLimits(redis: RedisClient, limits: RateLimitSettings): RateLimits {
  const limitersOf = (times: number) => ({
    person: limiter(redis, atLeastOne(limits.perPerson * times)),
    workspace: limiter(redis, atLeastOne(limits.perWorkspace * times)),
  });
  const limiters = { usual: limitersOf(1), quick: limitersOf(quickTimes), model: limitersOf(modelShare) };

  const { longestCountMs = usualLongestCountMs } = limits;

  return {
    take: (person, kind) => within(longestCountMs, count(person, kind), undefined),
  };

  async function count({ workspaceId, userId }: Person, kind: RateLimitKind): Promise<void> {
    const { person, workspace } = limiters[kind];
    // The person's limit comes first, so a refused request does not count for the others.
    await consume(person, keys.rateLimits(workspaceId, kind, userId), personsWords);
    await consume(workspace, keys.rateLimits(workspaceId, kind), workspacesWords);
  }
}

function atLeastOne(limit: number): number {
  return Math.max(1, Math.floor(limit));
}

function limiter(redis: RedisClient, points: number): RateLimiterRedis {
  // The keys are complete already, under their workspace.
  const limits = { points, duration: windowSeconds, keyPrefix: "" };
  const insuranceLimiter = new RateLimiterMemory(limits);
  return new RateLimiterRedis({
    ...limits,
    storeClient: redis,
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter,
  });
}

async function consume(limiter: RateLimiterRedis, key: string, words: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
    throw new AppError("limited", `${words} Try again in ${seconds} s.`, {
      retryAfterMs: seconds * 1_000,
    });
  }
}

const personsWords = "You've made too many requests in a minute.";
const workspacesWords = "This workspace has made too many requests in a minute.";

// Measured: running servers allow about 10 requests in 10 s per key.
const requestsPerWindow = 10;
const quotaWindowSeconds = 10;

/** The requests that one API key has left, shared by all replicas. */
export interface RequestQuota {
  /** Takes one request. Fails as `limited` if none is left. */
  take(): Promise<void>;
  /** Stops all replicas for as long as the server asked, in milliseconds. */
  pause(ms: number): Promise<void>;
}

/** A workspace's quota in Redis: so many requests in any 10 s. */
export function requestQuota(
  redis: RedisClient,
  workspaceId: string,
  name: string,
  requests = requestsPerWindow,
): RequestQuota {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: keys.requestQuota(workspaceId),
    points: requests,
    duration: quotaWindowSeconds,
  });
  return {
    async take() {
      await reachingRedis(async () => {
        try {
          await limiter.consume(name);
        } catch (refusal) {
          if (refusal instanceof RateLimiterRes) throw spent(refusal.msBeforeNext);
          throw refusal;
        }
      });
    },
    async pause(ms) {
      await reachingRedis(() => limiter.block(name, Math.ceil(ms / 1_000)));
    },
  };
}

function spent(retryAfterMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return new AppError("limited", `The cloud limits how many requests we make. Try again in ${seconds} s.`, {
    retryAfterMs,
    happened: "The cloud limits how many requests we make.",
  });
}
