import type { Logger } from "pino";

const everyMs = 30_000;

/** Logs Redis' connection errors at most every half minute: while it is away there is one every second. */
export function redisErrorLog(log: Logger, now: () => Date): (error: Error) => void {
  let loggedAtMs = -Infinity;
  return (error) => {
    const nowMs = now().getTime();
    if (nowMs - loggedAtMs < everyMs) return;
    loggedAtMs = nowMs;
    log.error({ err: error }, "Redis cannot be reached; trying again every second");
  };
}
