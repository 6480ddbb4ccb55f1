import { Redis, type RedisOptions } from "ioredis";
import { AppError } from "../../lib/errors.ts";
import { type RedisTrouble, redisTrouble } from "./errors.ts";
import type { Durability } from "./durability.ts";

/**
 * Longest wait for one Redis command: Slack wants its answer within 3 s, and a person an honest one. No shorter, since what
 * keeps this process busy, such as loading a part of it for the first time, keeps it from reading the answer too.
 */
const usualTimeoutMs = 2_000;

interface ShortOptions {
  /**
   * Commands given at once are sent at once, and wait for those before: for many that are each of them short. Such
   * a connection takes none but Redis' own commands: one that a library defines on it would end the process.
   */
  isBatching?: boolean;
  /** Of one command. */
  timeoutMs?: number;
}

/** Connects to Redis for short commands: fails within two seconds instead of queueing, and reconnects for ever. */
export function connectRedis(
  url: string,
  onError: (error: Error) => void,
  { isBatching = false, timeoutMs = usualTimeoutMs }: ShortOptions = {},
): Redis {
  return connect(url, onError, {
    commandTimeout: timeoutMs,
    connectTimeout: 2_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    enableAutoPipelining: isBatching,
  });
}

/** Connects to Redis for commands that wait, as a worker's and a listener's do: while Redis is away they wait for it. */
export function connectPatiently(url: string, onError: (error: Error) => void): Redis {
  // A listener subscribes by itself when it is connected again.
  return connect(url, onError, { maxRetriesPerRequest: null, autoResubscribe: false });
}

/** What all connections have in common; BullMQ copies it for the ones that it makes itself. */
function connect(url: string, onError: (error: Error) => void, options: RedisOptions): Redis {
  const redis = new Redis(url, {
    ...options,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
    // Called with each refusal. After a failover, old connections may stay with a server that only reads. What it refused is
    // not sent again from here, since it may be a part of a transaction: who asked is told, and asks again.
    reconnectOnError(error) {
      const trouble = redisTrouble(error);
      if (trouble !== "away") onError(error);
      return trouble === "read-only";
    },
  });
  redis.on("error", onError);
  return redis;
}

/** Turns a failure of Redis into the AppError that people and callers understand; AppErrors pass. */
export async function reachingRedis<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError ? error : storeFailure(error, "nothing was done");
  }
}

/** A failure of Redis for people, with what came of it, as in "nothing was done". */
export function storeFailure(error: unknown, outcome: string): AppError {
  const { happened, advice } = inWords[redisTrouble(error)];
  const details = { happened: `${happened}.`, cause: error };
  return new AppError("upstream", `${happened}, so ${outcome}. ${advice}`, details);
}

const isAway = {
  happened: "Quartermaster cannot reach its own storage just now",
  advice: "Please try again in a minute.",
};

const inWords: Record<RedisTrouble, { happened: string; advice: string }> = {
  away: isAway,
  // It is left at once.
  "read-only": isAway,
  full: {
    happened: "Quartermaster's storage is full",
    advice: "An admin must give its Redis more memory; then please try again.",
  },
  unsaved: {
    happened: "Quartermaster's storage cannot write to its disk",
    advice: "An admin must make room there; then please try again.",
  },
};

/** What records are kept through. */
export interface RedisConnections {
  /** For what people wait for. */
  main: Redis;
  /** For many short commands at once, as alerts need. It may batch them. */
  batching: Redis;
  /** Proves that writes are safe. */
  durability: Durability;
}
