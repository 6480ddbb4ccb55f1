import { setTimeout as sleep } from "node:timers/promises";
import type { RedisClient } from "../platform/redis/connect.ts";
import type { Logger } from "pino";
import { within } from "../lib/clock.ts";
import { AppError, attempt } from "../lib/errors.ts";
import { startServer } from "../platform/http/server.ts";
import { lifePath, waitingPages } from "../platform/http/web.ts";
import { refuseOldRedis } from "../platform/redis/facts.ts";
import type { DataGuard } from "../platform/redis/processes.ts";

interface Options {
  redis: RedisClient;
  guard: DataGuard;
  port: number;
  log: Logger;
}

// Longer than it takes to reach a Redis that is there, and shorter than orchestrators wait before they end a process.
const quickMs = 5_000;
const everyMs = 250;

/**
 * Waits for Redis for as long as it takes, and opens its data. Nothing else may begin before that. At first nothing
 * listens, so a proxy tries another replica. After a while no replica reaches Redis, and until then the port answers
 * that the process is alive and not ready. Fails as `user` if Redis is too old, or its data is too new.
 */
export async function openData({ redis, guard, port, log }: Options): Promise<void> {
  let failure: unknown;
  const opening = open(redis, guard, (latest) => (failure = latest));
  if ((await within(quickMs, opening, "late")) !== "late") return;
  const server = await startServer({ port, web: waitingPages(() => failure), paths: lifePath });
  log.warn({ port: server.port }, "waiting for Redis; until then only /healthz and /readyz answer");
  try {
    await opening;
  } finally {
    await server.close(1_000);
  }
}

async function open(
  redis: RedisClient,
  guard: DataGuard,
  onFailure: (failure: AppError) => void,
): Promise<void> {
  for (;;) {
    const outcome = await attempt(async () => {
      await refuseOldRedis(redis);
      await guard.open();
    });
    if (!(outcome instanceof AppError)) return;
    if (outcome.kind !== "upstream") throw outcome;
    onFailure(outcome);
    await sleep(everyMs);
  }
}
