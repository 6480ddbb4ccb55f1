import type { Occasion } from "./link.ts";

const violation: Readonly<Record<string, string>> = {
  above: "meets or exceeds",
  above_exclusive: "exceeds",
  below: "falls below",
  below_or_equal: "is at or below",
  equal: "equals",
  not_equal: "does not equal",
  between: "is between",
  not_between: "is outside",
};

const resolution: Readonly<Record<string, string>> = {
  above: "falls below",
  above_exclusive: "is at or below",
  below: "meets or exceeds",
  below_or_equal: "exceeds",
};

/** The value compared with the threshold, as in "2432 meets or exceeds 2000". */
export function comparison({ alert, value, state }: Occasion): string {
  const { thresholdType, threshold, thresholdMax } = alert;
  const words = state === "ALERT" ? violation : resolution;
  const limit = thresholdMax === undefined ? threshold : `${threshold} and ${thresholdMax}`;
  return `${value} ${words[thresholdType] ?? "is back within"} ${limit}`;
}

/** A window in UTC in the senders' format, without a year, as in "[Nov 3 2:00:00 PM - Nov 3 2:05:00 PM)". */
export function timeRange({ startMs, endMs }: Pick<Occasion, "startMs" | "endMs">): string {
  return `[${moment(startMs)} - ${moment(endMs)})`;
}

// An Intl formatter takes more time than the rest of a notification, and a storm has ten thousand.
function moment(atMs: number): string {
  const at = new Date(atMs);
  const [, day, month] = at.toUTCString().split(" ");
  const hour = at.getUTCHours();
  const clock = `${hour % 12 || 12}:${at.toISOString().slice(14, 19)} ${hour < 12 ? "AM" : "PM"}`;
  return `${month} ${Number(day)} ${clock}`;
}
