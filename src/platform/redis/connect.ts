import { type Cluster, Redis, type RedisOptions } from "ioredis";
import { AppError } from "../../lib/errors.ts";
import { type RedisTrouble, redisTrouble } from "./errors.ts";
import type { Durability } from "./durability.ts";
import type { RedisServer } from "./server.ts";

/** A connection to Redis, of any kind. */
export type RedisClient = Redis | Cluster;

/**
 * The longest wait for a Redis command. Slack wants its answer within 3 s. A shorter wait would fail while this
 * process is busy, for example with loading code.
 */
const usualTimeoutMs = 2_000;

interface ShortOptions {
  /**
   * Sends commands of the same moment together, and each waits for those before: for many short commands. It can only
   * run Redis' own commands. A library's own command on it would end the process.
   */
  isBatching?: boolean;
  /** For one command. */
  timeoutMs?: number;
}

/** Connects to Redis for short commands. Commands fail within two seconds instead of queueing. Reconnects forever. */
export function connectRedis(
  server: RedisServer,
  onError: (error: Error) => void,
  { isBatching = false, timeoutMs = usualTimeoutMs }: ShortOptions = {},
): RedisClient {
  return connect(server, onError, {
    commandTimeout: timeoutMs,
    connectTimeout: 2_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    enableAutoPipelining: isBatching,
  });
}

/** Connects to Redis for commands that wait, such as a worker's. They wait while Redis is away. */
export function connectPatiently(server: RedisServer, onError: (error: Error) => void): RedisClient {
  // A listener subscribes itself after a reconnection.
  return connect(server, onError, { maxRetriesPerRequest: null, autoResubscribe: false });
}

/** The common options. BullMQ copies them for its own connections. */
function connect({ url }: RedisServer, onError: (error: Error) => void, options: RedisOptions): RedisClient {
  const redis = new Redis(url, {
    ...options,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
    // Called with each refusal. After a failover, old connections may stay with a read-only server. The refused
    // command is not repeated here, because it may be part of a transaction. The caller gets the error and repeats
    // it.
    reconnectOnError(error) {
      const trouble = redisTrouble(error);
      if (trouble !== "away") onError(error);
      return trouble === "read-only";
    },
  });
  redis.on("error", onError);
  return redis;
}

/** Turns a failure of Redis into an AppError. AppErrors pass. */
export async function reachingRedis<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError ? error : storeFailure(error, "nothing was done");
  }
}

/** A failure of Redis for people, with its consequence, as in "nothing was done". */
export function storeFailure(error: unknown, outcome: string): AppError {
  const { happened, advice } = troubles[redisTrouble(error)];
  const details = { happened: `${happened}.`, cause: error };
  return new AppError("upstream", `${happened}, so ${outcome}. ${advice}`, details);
}

const isAway = {
  happened: "Quartermaster can't reach its own storage right now",
  advice: "Please try again in a minute.",
};

const troubles: Record<RedisTrouble, { happened: string; advice: string }> = {
  away: isAway,
  // The connection leaves it at once.
  "read-only": isAway,
  full: {
    happened: "Quartermaster's storage is full",
    advice: "Ask its operator to give Redis more memory, then try again.",
  },
  unsaved: {
    happened: "Quartermaster's storage can't write to its disk",
    advice: "Ask its operator to free some space there, then try again.",
  },
};

/** The connections for records. */
export interface RedisConnections {
  /** For commands that people wait for. */
  main: RedisClient;
  /** For many short commands at once, as alerts need. It may batch them. */
  batching: RedisClient;
  /** Proves that writes are safe. */
  durability: Durability;
}
