import { seededBetween } from "./seeded-random.ts";
import { plusDays, utcDay } from "./utc-day.ts";

/** True once a day's amounts do not change any more: two or three days after it, by the day. */
export function isFinal(day: string, now: Date): boolean {
  const wait = seededBetween(0, 1, day, "wait") < 0.5 ? 2 : 3;
  return plusDays(day, wait) < utcDay(now);
}

/** How much of its amounts a day shows before it is settled: a few percent off, one day in five more than five. */
export function shareKnownBefore(day: string): number {
  const change =
    seededBetween(0, 1, day, "jump") < 0.2
      ? seededBetween(0.06, 0.09, day, "change")
      : seededBetween(-0.01, 0.03, day, "change");
  return 1 / (1 + change);
}
