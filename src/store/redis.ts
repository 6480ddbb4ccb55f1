import { Redis } from "ioredis";
import { AppError } from "../errors.ts";

/**
 * Longest wait for one Redis command: Slack wants its answer within 3 s, and a person an honest one. No shorter, since what
 * keeps this process busy, such as loading a part of it for the first time, keeps it from reading the answer too.
 */
const commandTimeoutMs = 2_000;

/**
 * Connects to Redis for short commands: fails within two seconds instead of queueing, and reconnects for ever. Where it is
 * batching, commands given at once are sent at once, and wait for those before: for many that are each of them short. Such
 * a connection takes none but Redis' own commands: one that a library defines on it would end the process.
 */
export function connectRedis(
  url: string,
  onError: (error: Error) => void,
  { isBatching = false }: { isBatching?: boolean } = {},
): Redis {
  const redis = new Redis(url, {
    commandTimeout: commandTimeoutMs,
    connectTimeout: 2_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    enableAutoPipelining: isBatching,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  });
  redis.on("error", onError);
  return redis;
}

/** Turns a failure of Redis into the AppError that people and callers understand; AppErrors pass. */
export async function reachingRedis<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(
      "upstream",
      "Quartermaster cannot reach its own storage just now, so nothing was done. Please try again in a minute.",
      { happened: "Quartermaster cannot reach its own storage just now.", cause: error },
    );
  }
}
