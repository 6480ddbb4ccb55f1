import type { RichTextDate } from "@slack/types";
import { utcDay } from "../../lib/day.ts";
import { utcTime } from "../../lib/time.ts";

/** How a time shows: with its day, as the time of day alone, or as the day alone. */
type DateStyle = "dateTime" | "time" | "day";

// https://docs.slack.dev/messaging/formatting-message-text#date-formatting
const formats: Record<DateStyle, string> = {
  dateTime: "{date_short_pretty} {time}",
  time: "{time}",
  day: "{date_short_pretty}",
};

/** A time for mrkdwn that each reader sees in their own zone, and in UTC where it cannot be shown so. */
export function slackDate(date: Date, { style = "dateTime" }: { style?: DateStyle } = {}): string {
  return `<!date^${unixSeconds(date)}^${formats[style]}|${fallback(date, style)}>`;
}

/** The same for rich text, where mrkdwn's tokens mean nothing. */
export function richTextDate(date: Date, { style = "dateTime" }: { style?: DateStyle } = {}): RichTextDate {
  return {
    type: "date",
    timestamp: unixSeconds(date),
    format: formats[style],
    fallback: fallback(date, style),
  };
}

function unixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

function fallback(date: Date, style: DateStyle): string {
  return style === "day" ? utcDay(date) : utcTime(date);
}
