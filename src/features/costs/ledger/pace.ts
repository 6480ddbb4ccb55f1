import type { LedgerParts } from "./parts.ts";

// The span that clouds count requests in.
const windowMs = 10_000;
const usualRequests = 8;

/** How fast requests may follow each other. */
export interface Pace {
  /** How many may go out at once, if there are no more. */
  atOnce: number;
  /** Between the beginnings of two requests, where there are more. */
  gapMs: number;
}

/**
 * The pace of so many requests in any 10 s. A budget counts from its first request on: a burst at the end of one
 * count and another at the beginning of the next would be too many for clouds that look at any 10 s.
 */
export function paceOf(requestsPerWindow = usualRequests): Pace {
  return { atOnce: requestsPerWindow, gapMs: windowMs / requestsPerWindow };
}

/** Answers what to call before each of `count` requests: it waits for as long as the pace wants. */
export function pacer(
  { sleep, now }: Required<Pick<LedgerParts, "sleep" | "now">>,
  { atOnce, gapMs }: Pace,
  count: number,
): () => Promise<void> {
  let nextAtMs = 0;
  return async () => {
    if (count <= atOnce) return;
    // A clock that was set back makes no wait longer.
    const waitMs = Math.min(gapMs, nextAtMs - now().getTime());
    if (waitMs > 0) await sleep(waitMs);
    nextAtMs = now().getTime() + gapMs;
  };
}
