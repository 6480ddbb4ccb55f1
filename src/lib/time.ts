import { utc } from "@date-fns/utc";
import { format } from "date-fns/format";
import { formatDistanceStrict } from "date-fns/formatDistanceStrict";

const units = [
  { name: "d", seconds: 86_400 },
  { name: "h", seconds: 3_600 },
  { name: "min", seconds: 60 },
  { name: "s", seconds: 1 },
];

/** A duration in its two largest units, as in "7 min 38 s"; `seconds` is finite and at least 0, what is smaller is dropped. */
export function humanDuration(seconds: number): string {
  if (seconds > 0 && seconds < 1) return "under 1 s";
  const first = units.findIndex((unit) => seconds >= unit.seconds);
  if (first === -1) return "0 s";
  let rest = Math.floor(seconds);
  const parts: string[] = [];
  for (const unit of units.slice(first, first + 2)) {
    const count = Math.floor(rest / unit.seconds);
    rest -= count * unit.seconds;
    if (count > 0) parts.push(`${count.toLocaleString("en-US")} ${unit.name}`);
  }
  return parts.join(" ");
}

/** How far back a time lies, in its one largest unit: "10 minutes ago", or "in 10 minutes" for one ahead. */
export function agoInWords(then: Date, now: Date): string {
  return formatDistanceStrict(then, now, { addSuffix: true });
}

/** The time that a date-time text names, or undefined where it is absent or names none. */
export function parseTime(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** A time as "2026-11-20 10:00 UTC", for readers whose own zone is not known. */
export function utcTime(time: Date): string {
  return format(time, "yyyy-MM-dd HH:mm 'UTC'", { in: utc });
}
