import { minuteMs } from "../../lib/duration.ts";
import { SlackRefusal } from "./refusal.ts";

/** The limit of methods that read messages. */
export interface HistoryLimit {
  /** Counts a call of a method, or refuses it as rate limited. */
  take(method: string): void;
  /** The most messages of a page. */
  readonly most: number;
}

// https://docs.slack.dev/apis/web-api/rate-limits: apps that others distribute outside the Marketplace
const limitedMost = 15;
const limitedEveryMs = minuteMs;
const usualMost = 1_000;

/** One call of each method a minute, or as often as given. Without a limit, every call passes. */
export function createHistoryLimit(now: () => number, limit: { everyMs?: number } | undefined): HistoryLimit {
  const nextAt = new Map<string, number>();
  if (!limit) return { take() {}, most: usualMost };
  const { everyMs = limitedEveryMs } = limit;
  return {
    most: limitedMost,
    take(method) {
      const waitMs = (nextAt.get(method) ?? 0) - now();
      if (waitMs > 0) throw new SlackRefusal("ratelimited", [], { retryAfterMs: waitMs });
      nextAt.set(method, now() + everyMs);
    },
  };
}
