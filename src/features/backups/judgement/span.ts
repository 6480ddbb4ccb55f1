import { plural } from "../../../lib/text.ts";
import { dayMs, hourMs, minuteMs } from "../../../lib/duration.ts";

/** A span of time as people say it: "40 minutes", "26 hours", "3 days"; days from two on, as hours tell more of a backup. */
export function spanInWords(ms: number): string {
  if (ms < minuteMs) return "less than a minute";
  if (ms < hourMs) return plural(Math.round(ms / minuteMs), "minute");
  return ms < 2 * dayMs ? plural(Math.round(ms / hourMs), "hour") : plural(Math.round(ms / dayMs), "day");
}
