import { daysIn, momentOf, readSnoozeTime, ruleDays, zoneIn } from "../../alerts/index.ts";
import { readDurationMs } from "../../../lib/duration.ts";
import { addDays } from "../../../lib/day.ts";
import { AppError } from "../../../lib/errors.ts";
import { oneLine } from "../../../lib/text.ts";
import { localDay, localTime, timeOfDay } from "../../../lib/time.ts";
import type { MaintenanceWindow } from "./record.ts";
import * as texts from "./texts.ts";

/** A time of maintenance as typed. */
export interface SaidWindow {
  when: MaintenanceWindow["when"];
  criticalPasses: boolean;
  /** True if the words name no zone and their meaning depends on one. */
  isInOwnZone: boolean;
}

const passes =
  /[\s,]*\b(?:but |with |while )?criticals?(?: alerts?| ones)? (?:may |can |do )?pass(?:es|ing)?\b/i;
const everyWeek = /\b(?:weekly|every week|each week)\b/i;
const every = /^(?:every|each|on|this)\s+/i;
const namedZone = /\s+\(?((?:[a-z_]+\/[a-z_/-]+)|(?:utc|gmt)(?:[+-]\d{1,2}(?::?\d\d)?)?)\)?$/i;
const clock = String.raw`(\d{1,2}(?:[:.]\d\d)?\s*(?:am|pm)?)`;
const range = new RegExp(String.raw`^(.*?)\s*${clock}\s*(?:-|–|to|until|till)\s*${clock}$`, "i");
/** The longest maintenance. */
export const longestMs = 30 * 86_400_000;

/** Reads "Sat 02:00-04:00 weekly Europe/Berlin", "2026-11-28 22:00 for 2h" or "for 2h". Fails as user for others. */
export function readWindow(words: string, hookName: string, now: Date, ownZone: string): SaidWindow {
  const said = oneLine(words);
  const criticalPasses = passes.test(said);
  const timed = said.replace(passes, "").trim();
  const [zoneWords, zoneName] = namedZone.exec(timed) ?? [];
  const rest = zoneWords === undefined ? timed : timed.slice(0, -zoneWords.length);
  const isWeekly = everyWeek.test(rest) || /^(?:every|each)\s/i.test(rest);
  const time = rest.replace(everyWeek, "").trim().replace(every, "");
  const zone = zoneName === undefined ? ownZone : zoneIn(zoneName);
  const when = isWeekly ? weekly(time, zone) : once(time, now, zone);
  if (!when) throw problem(texts.notRead(said), hookName);
  if (when.kind === "once" && when.untilMs <= now.getTime()) throw problem(texts.isOver, hookName);
  if (when.kind === "once" && when.untilMs - when.fromMs > longestMs) throw problem(texts.tooLong, hookName);
  return { when, criticalPasses, isInOwnZone: zoneName === undefined && !/^(?:now )?for\b/i.test(time) };
}

function problem(sentence: string, hookName: string): AppError {
  return new AppError("user", `${sentence} ${texts.example(hookName)}`);
}

function weekly(time: string, zone: string): MaintenanceWindow["when"] | undefined {
  const [, dayWords = "", fromWord = "", toWord = ""] = range.exec(time) ?? [];
  const [from, to] = [timeOfDay(fromWord.replaceAll(" ", "")), timeOfDay(toWord.replaceAll(" ", ""))];
  const days = /^(?:day|daily)?$/i.test(dayWords) ? ruleDays : daysIn([dayWords]);
  return from === undefined || to === undefined || !days
    ? undefined
    : { kind: "weekly", days: [...days], from, to, zone };
}

function once(time: string, now: Date, zone: string): MaintenanceWindow["when"] | undefined {
  const [, begin = "", duration] = /^(.*?)\s*\bfor\s+(.+)$/i.exec(time) ?? [];
  if (duration !== undefined) {
    const fromMs = /^(?:now)?$/i.test(begin) ? now.getTime() : momentIn(begin, now, zone);
    const forMs = readDurationMs(duration);
    return fromMs === undefined || forMs === undefined || forMs < 60_000
      ? undefined
      : { kind: "once", fromMs, untilMs: fromMs + forMs };
  }
  const [, day = "", from = "", toWord = ""] = range.exec(time) ?? [];
  const [to, fromMs] = [timeOfDay(toWord.replaceAll(" ", "")), momentIn(`${day} ${from}`, now, zone)];
  if (to === undefined || fromMs === undefined) return undefined;
  const firstDay = localDay(new Date(fromMs), zone);
  const sameDayMs = localTime(firstDay, to, zone).getTime();
  const untilMs = sameDayMs > fromMs ? sameDayMs : localTime(addDays(firstDay, 1), to, zone).getTime();
  return { kind: "once", fromMs, untilMs };
}

/** The next such moment. Undefined for a duration. */
function momentIn(words: string, now: Date, zone: string): number | undefined {
  const time = readSnoozeTime(words);
  return time && !("forMs" in time) ? momentOf(time, now, zone)?.getTime() : undefined;
}
