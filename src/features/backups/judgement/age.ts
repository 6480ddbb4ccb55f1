import { AppError } from "../../../lib/errors.ts";
import { plural } from "../../../lib/text.ts";
import { dayMs, hourMs, minuteMs } from "../../../lib/duration.ts";

/** How old a service's last good backup may be where nobody says it: a daily one, and two hours for making it. */
export const defaultMaxAgeMs = 26 * hourMs;

const shortestMs = hourMs;
const longestMs = 90 * dayMs;

const units = [
  { name: /^m(in(ute)?s?)?$/i, ms: minuteMs },
  { name: /^h(ours?|rs?)?$/i, ms: hourMs },
  { name: /^d(ays?)?$/i, ms: dayMs },
  { name: /^w(eeks?)?$/i, ms: 7 * dayMs },
];

/** Reads an age such as "26h", "26 h", "2d" or "90 min", in milliseconds, whole minutes; fails as user where it is none, or not from an hour to 90 days. */
export function parseMaxAge(words: string): number {
  const [, count = "", name = ""] = /^(\d{1,6}(?:\.\d{1,3})?)\s*([a-z]+)$/i.exec(words.trim()) ?? [];
  const unit = units.find((each) => each.name.test(name));
  if (!unit) {
    throw new AppError(
      "user",
      `I cannot read the age “${words.trim()}”. Write it as \`26h\`, \`2d\` or \`90 min\`.`,
    );
  }
  const ms = Math.round((Number(count) * unit.ms) / minuteMs) * minuteMs;
  if (ms >= shortestMs && ms <= longestMs) return ms;
  throw new AppError("user", "A backup may be from 1 hour to 90 days old, such as `max-age 26h`.");
}

/** An age in words, exact to the minute: "26 hours", "2 days", "90 minutes". */
export function ageInWords(ms: number): string {
  if (ms % dayMs === 0) return plural(ms / dayMs, "day");
  return ms % hourMs === 0 ? plural(ms / hourMs, "hour") : plural(Math.round(ms / minuteMs), "minute");
}

/** The same as one types it after `max-age`: "26h", "2d", "90min". */
export function ageAsTyped(ms: number): string {
  if (ms % dayMs === 0) return `${ms / dayMs}d`;
  return ms % hourMs === 0 ? `${ms / hourMs}h` : `${Math.round(ms / minuteMs)}min`;
}
