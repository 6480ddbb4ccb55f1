import type { Departure } from "../cloud/client.ts";
import { AppError } from "../../lib/errors.ts";
import { type Clocks, stopwatch } from "../../lib/clock.ts";
import type { Fenced } from "../redis/durability.ts";

/** The way of a request that may be sent only once. */
export interface Fence<Progress> extends Departure {
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
