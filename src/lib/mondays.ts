import { type Day, addDays, weekdayOf } from "./day.ts";
import { localDay, localTime } from "./time.ts";

const at = "09:00";

/** The latest Monday at 9:00 in a zone up to a moment, and the one after it. */
export function mondaysAround(now: Date, timeZone: string): { latest: Date; next: Date } {
  let day: Day = localDay(now, timeZone);
  while (weekdayOf(day) !== "Monday") day = addDays(day, -1);
  const thisWeek = localTime(day, at, timeZone);
  if (thisWeek <= now) return { latest: thisWeek, next: localTime(addDays(day, 7), at, timeZone) };
  return { latest: localTime(addDays(day, -7), at, timeZone), next: thisWeek };
}
