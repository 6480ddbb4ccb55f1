import { minuteMs } from "./duration.ts";
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

/** One call of each method a minute, or as often as given. Every call passes while the setting is off. */
export function createHistoryLimit(
  now: () => number,
  settings: { limitsHistory: boolean },
  everyMs = limitedEveryMs,
): HistoryLimit {
  const nextAt = new Map<string, number>();
  return {
    get most() {
      return settings.limitsHistory ? limitedMost : usualMost;
    },
    take(method) {
      if (!settings.limitsHistory) return;
      const waitMs = (nextAt.get(method) ?? 0) - now();
      if (waitMs > 0) throw new SlackRefusal("ratelimited", [], { retryAfterMs: waitMs });
      nextAt.set(method, now() + everyMs);
    },
  };
}
