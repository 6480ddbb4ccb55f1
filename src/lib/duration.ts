/** A minute in milliseconds. */
export const minuteMs = 60_000;
/** An hour in milliseconds. */
export const hourMs = 60 * minuteMs;
/** A day of 24 hours in milliseconds. */
export const dayMs = 24 * hourMs;
/** An hour in seconds. */
export const hourInSeconds = 3_600;
/** A day of 24 hours in seconds. */
export const dayInSeconds = 24 * hourInSeconds;

const units = [
  { name: "d", seconds: dayInSeconds },
  { name: "h", seconds: hourInSeconds },
  { name: "min", seconds: 60 },
  { name: "s", seconds: 1 },
];

/**
 * A duration in its two largest units, as in "7 min 38 s". `seconds` is finite and at least 0; smaller units are
 * dropped.
 */
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

const unitMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: minuteMs,
  h: hourMs,
  d: dayMs,
  w: 7 * dayMs,
};
const duration =
  /(\d{1,5}(?:\.\d)?)\s*(s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)(?![a-z])(?:\s*(?:,|and)?\s*)/gy;

/** Reads "90 min", "1h30m" or "2 days and 4 hours" as milliseconds. Undefined for any other text. */
export function readDurationMs(text: string): number | undefined {
  const said = text.trim().toLowerCase();
  const parts = [...said.matchAll(duration)];
  if (said === "" || parts.map(([part]) => part).join("") !== said) return undefined;
  const timesMs = parts.map(([, count, unit = ""]) => Number(count) * (unitMs[unit.slice(0, 1)] ?? 0));
  return timesMs.reduce((sum, ms) => sum + ms, 0);
}
