import { type Day, addDays, startOf } from "../../../lib/day.ts";
import { localDay, localTime } from "../../../lib/time.ts";

/** A week from Monday to Sunday on a zone's clocks. It ends before `untilMs`. */
export interface Week {
  from: Day;
  to: Day;
  sinceMs: number;
  untilMs: number;
  timeZone: string;
}

/** The week that a moment is in, or with -1 the one before it. */
export function weekOf(moment: Date, timeZone: string, weeks: 0 | -1 = 0): Week {
  const from = addDays(startOf("week", localDay(moment, timeZone)), 7 * weeks);
  const midnight = (day: Day) => localTime(day, "00:00", timeZone).getTime();
  return {
    from,
    to: addDays(from, 6),
    sinceMs: midnight(from),
    untilMs: midnight(addDays(from, 7)),
    timeZone,
  };
}
