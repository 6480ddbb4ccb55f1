import { setTimeout as sleep } from "node:timers/promises";

/** A lane that is carried in this process. */
export interface Carried {
  /** Tells it that there is something to show; it looks for that in its next step. Answers true. */
  wake(): true;
  /** Forgets what it was told so far, since a step looks for itself. */
  rest(): void;
  /** Waits for so long, or until it is woken, which it answers. */
  until(ms: number, signal: AbortSignal): Promise<boolean>;
}

/** A lane that nobody woke yet. */
export function carriedHere(): Carried {
  let isWoken = false;
  let waiting: AbortController | undefined;

  return {
    wake() {
      isWoken = true;
      waiting?.abort();
      return true;
    },
    rest: () => void (isWoken = false),
    async until(ms, signal) {
      if (isWoken) return true;
      waiting = new AbortController();
      const either = AbortSignal.any([signal, waiting.signal]);
      await sleep(ms, undefined, { signal: either }).catch(() => undefined);
      waiting = undefined;
      return isWoken;
    },
  };
}
