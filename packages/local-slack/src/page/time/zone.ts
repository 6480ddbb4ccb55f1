const dayMs = 86_400_000;

interface ZonedParts {
  /** `YYYY-MM-DD` */
  date: string;
  /** `HH:MM`, 24 hours */
  time: string;
}

/** The local date and time in `timeZone` at a moment. */
export function zonedParts(at: Date, timeZone: string): ZonedParts {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return { date: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}` };
}

/** Counts calendar days in `timeZone`, so two moments can be compared by day. */
export function dayNumber(at: Date, timeZone: string): number {
  return Date.parse(zonedParts(at, timeZone).date) / dayMs;
}

/** The moment of a local `date` and `time` in `timeZone`. The later one if clocks skip it. */
export function momentOf({ date, time }: ZonedParts, timeZone: string): Date {
  const wanted = Date.parse(`${date}T${time}Z`);
  const firstTry = wanted - offsetMs(new Date(wanted), timeZone);
  return new Date(wanted - offsetMs(new Date(firstTry), timeZone));
}

function offsetMs(at: Date, timeZone: string): number {
  const { date, time } = zonedParts(at, timeZone);
  const wholeMinutes = Math.floor(at.getTime() / 60_000) * 60_000;
  return Date.parse(`${date}T${time}Z`) - wholeMinutes;
}
