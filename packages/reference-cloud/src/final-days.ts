import { seededBetween } from "./seeded-random.ts";
import { plusDays, utcDay } from "./utc-day.ts";

/** True if a day's amounts are final: two or three days later, depending on the day. */
export function isFinal(day: string, now: Date): boolean {
  const wait = seededBetween(0, 1, day, "wait") < 0.5 ? 2 : 3;
  return plusDays(day, wait) < utcDay(now);
}

/** The factor of a day's amounts before they are final: a few percent off, on one day in five more than five. */
export function shareKnownBefore(day: string): number {
  const change =
    seededBetween(0, 1, day, "jump") < 0.2
      ? seededBetween(0.06, 0.09, day, "change")
      : seededBetween(-0.01, 0.03, day, "change");
  return 1 / (1 + change);
}
