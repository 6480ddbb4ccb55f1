import type { Logger } from "pino";
import { minuteMs } from "../../lib/duration.ts";
import { within } from "../../lib/clock.ts";
import type { RedisClient } from "../redis/connect.ts";
import { keys } from "../redis/keys.ts";

/** Work that one process at a time repeats. If a round fails, the next one covers it. */
export interface Round {
  everyMs: number;
  run: () => Promise<void>;
}

interface Options {
  redis: RedisClient;
  /** Each name has one round at a time, over all processes. */
  name: string;
  round: Round;
  /** Called when a round failed. */
  onFailure?: (() => void) | undefined;
  onRedisError: (error: Error) => void;
  log: Logger;
}

/** Another process goes on this long after a process died in a round. */
const turnMs = 5_000;
/** The longest time after a round that failed. Someone hears of it within 15 minutes. */
const failedRetryMs = 5 * minuteMs;
/** How soon to ask again after Redis refused. */
const retryMs = 1_000;

/**
 * Makes rounds as long as the process runs, also after Redis came back empty. The process that sets a key has the turn,
 * and the key expires when the next round is due. A job for each round would cost Redis 80 commands.
 */
export function makeRounds({ redis, name, round, onFailure, onRedisError, log }: Options) {
  const key = keys.roundTurn(name);
  const closing = new AbortController();
  let endPause: (() => void) | undefined;

  /** Makes a round if it is due and no other process does. Returns how long to wait before the next try. */
  async function turn(): Promise<number> {
    if ((await redis.set(key, "", "PX", turnMs, "NX")) === null) return Math.max(1, await redis.pttl(key));
    const beganMs = performance.now();
    let { everyMs } = round;
    const keepTurn = () => void redis.pexpire(key, turnMs).catch(onRedisError);
    const keeping = setInterval(keepTurn, turnMs / 3);
    try {
      await round.run();
    } catch (err) {
      onFailure?.();
      everyMs = Math.min(everyMs, failedRetryMs);
      log.error({ err, round: name }, "a round failed; the next one covers it");
    } finally {
      clearInterval(keeping);
    }
    const leftMs = Math.max(1, Math.ceil(everyMs - (performance.now() - beganMs)));
    await redis.pexpire(key, leftMs);
    return leftMs;
  }

  async function makeAll(): Promise<void> {
    while (!closing.signal.aborted) {
      const waitMs = redis.status === "ready" ? await turn().catch(refused) : undefined;
      if (!closing.signal.aborted) await pause(waitMs);
    }
  }

  function refused(error: Error): number {
    onRedisError(error);
    return Math.min(round.everyMs, retryMs);
  }

  /** Without a time, it ends when Redis is there. */
  async function pause(ms: number | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
    endPause = resolve;
    await promise;
    clearTimeout(timer);
  }

  // Redis may have come back empty, or a node of a cluster.
  const nowAgain = () => endPause?.();
  for (const event of ["ready", "+node"]) redis.on(event, nowAgain);
  const all = makeAll();

  return {
    /** Lets a round under way end, for at most `graceMs`. */
    async close(graceMs: number): Promise<void> {
      closing.abort();
      for (const event of ["ready", "+node"]) redis.off(event, nowAgain);
      endPause?.();
      await within(graceMs, all, undefined);
    },
  };
}
