import { z } from "zod";
import { addDays, type Day } from "../../../lib/day.ts";
import { dayMs, hourMs } from "../../../lib/duration.ts";
import { AppError } from "../../../lib/errors.ts";
import { localTime } from "../../../lib/time.ts";
import { argument } from "../../../platform/commands/arguments/kind.ts";
import * as texts from "./texts.ts";

const typed = /(?:^|\s)(?:(never|for good|none)|(\d{1,4}) ?(?:d|days?)|(\d{4}-\d{2}-\d{2}))$/i;

/** When a service ends, as the last words of a line: "never", "7d" or "2026-12-31". */
export const end = argument(
  {
    slot: {
      isOne: true,
      parts: [
        [/\b(?:never|for good)\b/i, "never"],
        [/\b(\d{1,4}) ?(?:d|days?)\b/i, "$1d"],
        [/\b(\d{4}-\d{2}-\d{2})\b/, "$1"],
      ],
    },
    usage: ["7d", "never", "2026-12-31"],
    take(words) {
      const [whole, never, days, day] = typed.exec(words) ?? [];
      if (whole === undefined) return undefined;
      const value = never === undefined ? (days === undefined ? day : `${days}d`) : "never";
      return { value, rest: words.slice(0, -whole.length) };
    },
    write: String,
  },
  z.string().regex(/^(?:never|\d{1,4}d|\d{4}-\d{2}-\d{2})$/),
).describe("A number of days such as 7d, a day such as 2026-12-31, or never");

const mostDays = 3_660;

/** The moment of an end. Undefined for never. A day counts to its end in the zone. Fails as user. */
export function endsAtOf(wanted: string, now: Date, zone: string): Date | undefined {
  if (wanted === "never") return undefined;
  const days = /^(\d+)d$/.exec(wanted)?.[1];
  const at = days === undefined ? afterDay(wanted, zone) : new Date(now.getTime() + Number(days) * dayMs);
  if (Number.isNaN(at.getTime())) throw new AppError("user", texts.when);
  if (at.getTime() < now.getTime() + hourMs) throw new AppError("user", texts.past);
  if (at.getTime() > now.getTime() + mostDays * dayMs) throw new AppError("user", texts.tooFar);
  return at;
}

function afterDay(day: Day, zone: string): Date {
  // 2026-02-30 isn't a day.
  const isDay = !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  return isDay ? localTime(addDays(day, 1), "00:00", zone) : new Date(Number.NaN);
}
