import { textOf } from "./fields.ts";
import { dayMs } from "../../../../lib/duration.ts";

// Some senders write the year 1, or 1970, for none.
const earliestMs = Date.UTC(2000, 0, 1);

const isoTime = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)?\s?(Z|UTC|[+-]\d\d:?\d\d)?$/i;

/**
 * A time as Unix milliseconds, from Unix seconds to nanoseconds or ISO 8601, UTC where it names no zone; undefined for
 * what is no time, is before 2000, or lies more than a day after it was received.
 */
export function readTimeMs(value: unknown, receivedAt: Date): number | undefined {
  const text = textOf(value).trim();
  if (text === "" || text.length > 40) return undefined;
  const ms = /^\d{9,19}(?:\.\d+)?$/.test(text) ? ofUnix(Number(text)) : ofIso(text);
  const isSensible = ms >= earliestMs && ms <= receivedAt.getTime() + dayMs;
  return isSensible ? Math.trunc(ms) : undefined;
}

function ofUnix(count: number): number {
  if (count < 1e11) return count * 1_000;
  if (count < 1e14) return count;
  return count < 1e17 ? count / 1e3 : count / 1e6;
}

function ofIso(text: string): number {
  const match = isoTime.exec(text);
  if (!match) return Number.NaN;
  const zone = match[1] ?? "";
  const local = text
    .slice(0, text.length - zone.length)
    .trim()
    .replace(" ", "T")
    .replace(",", ".");
  const hasTime = local.includes("T");
  return Date.parse(`${local}${hasTime ? "" : "T00:00"}${/^[+-]/.test(zone) ? zone : "Z"}`);
}
