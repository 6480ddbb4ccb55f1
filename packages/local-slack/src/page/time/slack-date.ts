import { dayNumber, zonedParts } from "./zone.ts";

interface SlackDateInput {
  at: Date;
  /** Slack's format string with tokens such as `{date_short_pretty}`. */
  format: string;
  timeZone: string;
  now: Date;
}

type Style = Intl.DateTimeFormatOptions;

const long: Style = { month: "long", day: "numeric", year: "numeric" };
const withWeekday: Style = { ...long, weekday: "long" };
const short: Style = { month: "short", day: "numeric", year: "numeric" };

/** Writes a date as Slack does for `<!date^…>`, in a person's time zone; unknown tokens stay as they are. */
export function formatSlackDate({ at, format, timeZone, now }: SlackDateInput): string {
  const text = (style: Style) => new Intl.DateTimeFormat("en-US", { ...style, timeZone }).format(at);
  const nearness = (style: Style) => nearDay(at, now, timeZone) ?? text(style);
  const writers: Record<string, () => string> = {
    date_num: () => zonedParts(at, timeZone).date,
    date_slash: () => text({ month: "2-digit", day: "2-digit", year: "numeric" }),
    date: () => text(long),
    date_pretty: () => nearness(long),
    date_short: () => text(short),
    date_short_pretty: () => nearness(short),
    date_long: () => text(withWeekday),
    date_long_pretty: () => nearness(withWeekday),
    day_divider_pretty: () => dayName(at, now, timeZone),
    time: () => text({ hour: "numeric", minute: "2-digit" }),
    time_secs: () => text({ hour: "numeric", minute: "2-digit", second: "2-digit" }),
    ago: () => ago(at, now),
  };
  const written = format.replaceAll(/\{(\w+)\}/g, (token, name: string) => writers[name]?.() ?? token);
  return written.charAt(0).toUpperCase() + written.slice(1);
}

/** A day in a divider between messages: Today, Yesterday, or `Friday, November 20`. */
export function dayName(at: Date, now: Date, timeZone: string): string {
  const near = nearDay(at, now, timeZone);
  if (near) return near.charAt(0).toUpperCase() + near.slice(1);
  return new Intl.DateTimeFormat("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
    timeZone,
  }).format(at);
}

/** A time of day beside a message: `10:42 AM`. */
export function timeOfDay(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone }).format(at);
}

function nearDay(at: Date, now: Date, timeZone: string): string | undefined {
  const distanceDays = dayNumber(at, timeZone) - dayNumber(now, timeZone);
  return { "-1": "yesterday", "0": "today", "1": "tomorrow" }[String(distanceDays)];
}

function ago(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1000;
  // The present is known to the minute.
  if (Math.abs(seconds) < 60) return "a moment ago";
  const units = [
    ["day", 86_400],
    ["hour", 3600],
    ["minute", 60],
  ] as const;
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ["minute", 60];
  return new Intl.RelativeTimeFormat("en-US", { numeric: "auto" }).format(Math.trunc(seconds / length), unit);
}
