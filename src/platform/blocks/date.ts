import type { RichTextDate } from "@slack/types";
import { utcDay } from "../../lib/day.ts";
import { utcTime } from "../../lib/time.ts";

/** A time with its day, the time of day alone, the day alone, or how long ago it is, as in "8 minutes ago". */
type DateStyle = "dateTime" | "time" | "day" | "ago";

// https://docs.slack.dev/messaging/formatting-message-text#date-formatting
const formats: Record<DateStyle, string> = {
  dateTime: "{date_short_pretty} {time}",
  time: "{time}",
  day: "{date_short_pretty}",
  ago: "{ago}",
};

/** A time for mrkdwn. Readers see it in their own time zone, or in UTC if Slack cannot show it so. */
export function slackDate(date: Date, { style = "dateTime" }: { style?: DateStyle } = {}): string {
  return `<!date^${unixSeconds(date)}^${formats[style]}|${fallback(date, style)}>`;
}

/** The same for rich text, which has no mrkdwn tokens. */
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
