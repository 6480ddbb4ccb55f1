import { slackDate } from "../../../platform/blocks/date.ts";

/** A time in Unix milliseconds for mrkdwn; senders' clocks say what they like, and there are numbers that no calendar has. */
export function at(ms: number): string {
  return isTime(ms) ? slackDate(new Date(ms)) : "an unknown time";
}

/** True for what a calendar has, in years of four digits. */
export function isTime(ms: number | undefined): ms is number {
  const year = new Date(ms ?? NaN).getUTCFullYear();
  return year >= 0 && year <= 9_999;
}
