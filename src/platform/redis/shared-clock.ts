import type { Logger } from "pino";
import { within } from "../../lib/clock.ts";
import { minuteMs } from "../../lib/duration.ts";
import { type RedisClient, reachingRedis } from "./connect.ts";
import { keys } from "./keys.ts";
import { masterOf, mastersOf } from "./nodes.ts";

/** A process with a clock further from Redis' stops and deletes nothing, and leaves schedules to others. */
const clockToleranceMs = 5_000;

/** How the clock of this process stands against Redis'. */
export interface ClockStanding {
  /** How far this process's clock is ahead of Redis'. Negative if it is behind. */
  aheadMs: number;
  /** How far the clocks of a cluster's masters are apart. */
  apartMs: number;
  /** True if they all agree within `clockToleranceMs`. */
  isRight: boolean;
}

/** The time that all processes share: the clock of their Redis. */
export interface SharedClock {
  /** The time by Redis' clock. It goes on by the monotonic clock between measurements, whatever the own clock shows. */
  now(): Date;
  standing(): ClockStanding;
  /** Measures, and returns the standing. Fails as `upstream` if Redis is away. */
  check(): Promise<ClockStanding>;
  /** Measures from now on, and at first. Never fails. */
  follow(redis: RedisClient): Promise<void>;
  close(): void;
}

interface Options {
  log: Logger;
  /** This process's own clocks, in milliseconds. */
  ownMs?: () => number;
  monotonicMs?: () => number;
}

const measureEveryMs = 5_000;
/** The own clock was set, or the machine was suspended, if it moved this much against the monotonic one. */
const jumpMs = 1_000;
const sayAgainEveryMs = 5 * minuteMs;

/** A reading of the clock of a Redis: what it showed at some moment between the two, by the monotonic clock. */
interface Reading {
  redisMs: number;
  askedAtMs: number;
  answeredAtMs: number;
  apartMs: number;
}

/** Follows the clock of Redis. Shows this process's own until the first measurement. */
export function createSharedClock({
  log,
  ownMs = Date.now,
  monotonicMs = () => performance.now(),
}: Options): SharedClock {
  /** Redis' time when the monotonic clock showed 0, and the same of the own clock at that measurement. */
  let redisBaseMs: number | undefined;
  let ownBaseMs = baseOf(ownMs);
  let apartMs = 0;
  let redis: RedisClient | undefined;
  let underWay: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const said = { isRight: true, atMs: -Infinity };

  function baseOf(clockMs: () => number): number {
    return clockMs() - monotonicMs();
  }

  /** The clock stays as it was as far as the reading allows it, so a slow answer moves it little. */
  function take({ redisMs, askedAtMs, answeredAtMs, apartMs: apart }: Reading): void {
    const [earliest, latest] = [redisMs - answeredAtMs, redisMs + 1 - askedAtMs];
    const before = redisBaseMs;
    const own = baseOf(ownMs);
    redisBaseMs = Math.min(latest, Math.max(earliest, before ?? (earliest + latest) / 2));
    apartMs = apart;
    const movedMs = before === undefined ? 0 : redisBaseMs - before;
    const ownMovedMs = own - ownBaseMs;
    ownBaseMs = own;
    // A machine that was suspended moves both alike.
    if (Math.abs(movedMs) > jumpMs && Math.abs(movedMs - ownMovedMs) > jumpMs)
      log.warn({ movedMs: Math.round(movedMs) }, "the clock of Redis was set; schedules and alerts go by it");
    say();
  }

  function say(): void {
    const { isRight, ...standing } = standingNow();
    const nowMs = monotonicMs();
    if (isRight && said.isRight) return;
    if (!isRight && !said.isRight && nowMs - said.atMs < sayAgainEveryMs) return;
    said.isRight = isRight;
    said.atMs = nowMs;
    const facts = { aheadMs: Math.round(standing.aheadMs), apartMs: Math.round(standing.apartMs) };
    if (isRight) log.info(facts, "the clocks of this process and of Redis agree again");
    else
      log.error(
        facts,
        "the clocks of this process and of Redis disagree, so it stops and deletes no service, and leaves schedules to other processes: set the clocks of both machines with NTP",
      );
  }

  async function measure(from: RedisClient): Promise<void> {
    await reachingRedis(async () => {
      const reference = masterOf(from, keys.processes());
      const others = mastersOf(from).filter((master) => master !== reference);
      const askedAtMs = monotonicMs();
      const [redisMs = NaN, ...rest] = await Promise.all(
        [reference, ...others].map(async (master) => timeIn(await master.time())),
      );
      const answeredAtMs = monotonicMs();
      // They answer at different moments of the same time span.
      const apart = rest.map((each) => Math.max(0, Math.abs(each - redisMs) - (answeredAtMs - askedAtMs)));
      take({ redisMs, askedAtMs, answeredAtMs, apartMs: Math.max(0, ...apart) });
    });
  }

  /** All who ask at once share one measurement. */
  async function measureOnce(): Promise<void> {
    if (redis) await (underWay ??= measure(redis).finally(() => (underWay = undefined)));
  }

  // The connection logs its own trouble, and the clock goes on.
  const tryToMeasure = () => void measureOnce().catch(() => undefined);

  function now(): Date {
    // After a jump it is soon known whether the machine was suspended, which stops the monotonic clock too.
    if (redisBaseMs !== undefined && Math.abs(baseOf(ownMs) - ownBaseMs) > jumpMs) tryToMeasure();
    return new Date(redisBaseMs === undefined ? ownMs() : redisBaseMs + monotonicMs());
  }

  function standingNow(): ClockStanding {
    const aheadMs = redisBaseMs === undefined ? 0 : baseOf(ownMs) - redisBaseMs;
    const isRight = Math.abs(aheadMs) <= clockToleranceMs && apartMs <= clockToleranceMs;
    return { aheadMs, apartMs, isRight };
  }

  return {
    now,
    standing() {
      say();
      return standingNow();
    },
    async check() {
      await measureOnce();
      return standingNow();
    },
    async follow(client) {
      redis = client;
      redis.on("ready", tryToMeasure);
      timer = setInterval(tryToMeasure, measureEveryMs).unref();
      await within(
        measureEveryMs,
        measureOnce().catch(() => undefined),
        undefined,
      );
    },
    close() {
      clearInterval(timer);
      redis?.off("ready", tryToMeasure);
    },
  };
}

function timeIn([seconds, microseconds]: (number | string)[]): number {
  return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
}

/** The clock of a test, in which the clocks of all processes and of Redis agree. */
export function agreedClock(now: () => Date): SharedClock {
  const standing: ClockStanding = { aheadMs: 0, apartMs: 0, isRight: true };
  return { now, standing: () => standing, check: async () => standing, follow: async () => {}, close() {} };
}

/** What is wrong with a clock and what that means, for the operator. Undefined if nothing is. */
export function clockTrouble({ isRight, aheadMs, apartMs }: ClockStanding): string | undefined {
  if (isRight) return undefined;
  const apart =
    Math.abs(aheadMs) > clockToleranceMs
      ? `The clock of this process is ${inSeconds(aheadMs)} s ${aheadMs > 0 ? "ahead of" : "behind"} Redis' clock`
      : `The clocks of Redis' masters are ${inSeconds(apartMs)} s apart`;
  return `${apart}. Until they agree, this process stops and deletes no service by its schedule, and leaves schedules to processes with the right clock. Set the clocks of all machines with NTP.`;
}

function inSeconds(ms: number): number {
  return Math.round(Math.abs(ms) / 1_000);
}
