import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../lib/errors.ts";
import type { Departure } from "../cloud/client.ts";
import { type Clocks, stopwatch } from "../../lib/clock.ts";
import type { Fenced } from "../redis/durability.ts";

/** So long a request that could not be made yet is tried again. */
const triedForMs = 2 * 60_000;

const soonestMs = 1_000;
const latestMs = 15_000;

/**
 * In how many milliseconds a request that has been tried for so long is tried again after a failure: as the server says,
 * if it says so. Undefined if the two minutes are over, or are over by then.
 */
export function tryLater(
  ageMs: number,
  { retryAfterMs }: Pick<AppError, "retryAfterMs">,
): number | undefined {
  if (ageMs >= triedForMs || ageMs + (retryAfterMs ?? 0) > triedForMs) return undefined;
  return Math.max(retryAfterMs ?? Math.min(ageMs, latestMs), soonestMs);
}

/** From this age on, a person who does not see that their request waits is told. */
export const toldAfterMs = 10_000;

interface Patience {
  everyMs: number;
  forMs: number;
}

const aQuarterOfAnHour: Patience = { everyMs: 1_000, forMs: 15 * 60_000 };

/**
 * Tries until it works, for what must not be forgotten while this process lives; fails with the last error. Who asks
 * to be left alone for a while is left alone.
 */
export async function keepTrying(
  work: () => Promise<void>,
  { everyMs, forMs } = aQuarterOfAnHour,
): Promise<void> {
  const tries = Math.max(1, Math.ceil(forMs / everyMs));
  for (let attempt = 1; attempt < tries; attempt++) {
    try {
      return await work();
    } catch (error) {
      // The last try's error is the one that is thrown; the wait is for the same cause to pass.
      const askedMs = (error instanceof AppError && error.retryAfterMs) || 0;
      await sleep(Math.max(everyMs, askedMs));
    }
  }
  return work();
}

/** The way of a request that may be sent only once. */
interface Fence<Progress> extends Departure {
  /** What is kept of the request, as far as this process knows. */
  kept(): Progress;
  /**
   * Why the request may not leave: "taken" by another process, or "unsure" whether Redis keeps that it leaves. It did not
   * leave then. Undefined if nothing stands against it.
   */
  held(): "taken" | "unsure" | undefined;
}

interface Options<Progress, Sending extends Progress> {
  /** What is kept before. */
  read: Progress;
  /** What is kept from the moment that the request may leave. */
  sending: Sending;
  write: (read: Progress, sending: Sending) => Promise<Fenced>;
  clocks: Clocks;
  /** The request may leave for so long from now on. */
  forMs: number;
}

/** Makes a request's fence; its time starts now, so make it before the request is claimed. */
export function fenceOf<Progress, Sending extends Progress>({
  read,
  sending,
  write,
  clocks,
  forMs,
}: Options<Progress, Sending>): Fence<Progress> {
  const elapsedMs = stopwatch(clocks);
  let kept: Progress = read;
  let held: ReturnType<Fence<Progress>["held"]>;
  return {
    kept: () => kept,
    held: () => held,
    isTooLate: () => elapsedMs() >= forMs,
    async pass() {
      // Until the answer says otherwise.
      held = "unsure";
      const fenced = await write(kept, sending);
      if (fenced === "taken") {
        held = "taken";
        throw new AppError("conflict", "Another process has taken this request over.");
      }
      kept = sending;
      if (fenced === "unconfirmed")
        throw new AppError("upstream", "Quartermaster's storage did not confirm in time that it keeps this.");
      held = undefined;
    },
  };
}
