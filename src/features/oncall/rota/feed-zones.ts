import { tzOffset } from "@date-fns/tz/tzOffset";
import { memoize } from "../../../lib/cache.ts";
import { dayMs, minuteMs } from "../../../lib/duration.ts";
import { oneLine, truncate } from "../../../lib/text.ts";
import { zoneOfShown, zoneOfWindows } from "./windows-zones.ts";
import { placeOfAbbreviation, zoneOfCity, zoneOfName, zoneOfOffset } from "../../../lib/zone-names.ts";
import { type FeedPart, lineOf, textOf } from "./feed-lines.ts";
import { type Clock, clockWith, offsetIn, timeIn, timesIn, utcClock } from "./feed-times.ts";
import { ruleIn, timesBy } from "./rule.ts";

/** A zone of a feed that isn't known for sure, and what its times were read as. */
export interface AssumedZone {
  /** Empty for times without a zone in a calendar without one. */
  name: string;
  as: string;
}

/** Names of zones in a feed beyond these stay unknown, because each takes a search. */
const mostNames = 50;
const longestName = 200;

/** Finds the clocks of a calendar by the names of their zones; its own clock without a name. */
export type FindClock = (tzid?: string) => Clock;

/** Finds the clocks of a feed's calendars. Those that are only assumed are added to `assumed`. */
export function clockFinder(nowMs: number, assumed: Map<Clock, AssumedZone>, look: () => void) {
  let names = 0;
  const zoneNamed = memoize((name: string) => ({
    zone: (names += 1) > mostNames ? undefined : knownZone(name),
  }));
  const clockIn = memoize((zone: string) =>
    zone === "UTC" ? utcClock : clockWith((ms) => tzOffset(zone, new Date(ms)) * minuteMs),
  );

  return (calendar: FeedPart): FindClock => {
    const described = new Map(
      calendar.parts.flatMap((part) =>
        part.name === "VTIMEZONE" ? [[nameIn(textOf(lineOf(part, "TZID"))), part] as const] : [],
      ),
    );
    const [only] = described.keys();
    const written = ["X-WR-TIMEZONE", "TIMEZONE-ID"].map((name) => nameIn(textOf(lineOf(calendar, name))));
    const ownName = written.find((name) => name !== "") ?? (described.size === 1 ? only : undefined);

    function found(name: string): Clock | undefined {
      const { zone } = zoneNamed(name);
      if (zone !== undefined) return clockIn(zone);
      const description = described.get(name);
      const place = description && nameIn(textOf(lineOf(description, "X-LIC-LOCATION")));
      const located = place === undefined || place === "" ? undefined : zoneNamed(place).zone;
      if (located !== undefined) return clockIn(located);
      const itself = description && describedClock(description, nowMs, look);
      return itself ?? (ianaAbbreviation.test(name) ? clockIn(name.toUpperCase()) : undefined);
    }
    /** As good as it can be told, which is said. */
    function guessed(name: string): Clock {
      const guess = guessOf(name) ?? "UTC";
      const own = guess === "UTC" && ownName !== undefined ? found(ownName) : undefined;
      const clock = own ?? clockIn(guess);
      const itself: Clock = (wallMs) => clock(wallMs);
      assumed.set(itself, { name: truncate(name, longestName), as: own && ownName ? ownName : guess });
      return itself;
    }
    const clockNamed = memoize((name: string) => found(name) ?? guessed(name));
    return (tzid = "") => clockNamed(nameIn(tzid) || (ownName ?? ""));
  };
}

function nameIn(text: string): string {
  return oneLine(text).slice(0, longestName + 1);
}

/** The zone that a name means without any doubt: IANA's or Windows' name, also behind a path, and the name shown. */
function knownZone(name: string): string | undefined {
  if (name.length > longestName) return undefined;
  const lower = name.toLowerCase();
  if (["utc", "gmt", "z", "etc/utc"].includes(lower)) return "UTC";
  const zone = zoneOfWindows(name) ?? shownZone(name) ?? zoneOfOffset(lower.replaceAll(" ", "_"));
  if (zone !== undefined) return zone;
  const parts = name.replaceAll(" ", "_").split("/").filter(Boolean);
  const tails = parts.map((_, index) => parts.slice(index).join("/")).filter((tail) => !isAbbreviation(tail));
  return tails.map(zoneOfName).find(Boolean) ?? (parts.length === 1 ? cityIn(name) : undefined);
}

/** Of few letters, such as CST or EST5EDT: what they mean depends on who writes them. */
function isAbbreviation(name: string): boolean {
  return /^(?!utc$)[A-Z]{2,4}(?:\d[A-Z]{3})?$/i.test(name);
}

/** Abbreviations that are names of IANA's too. */
const ianaAbbreviation =
  /^(?:CET|MET|EET|WET|EST|MST|HST|EST5EDT|CST6CDT|MST7MDT|PST8PDT|UCT|ZULU|GB|NZ|PRC|ROK|ROC|IRAN|CUBA|EIRE)$/i;

function cityIn(name: string): string | undefined {
  return isAbbreviation(name) ? undefined : zoneOfCity(name.replaceAll(" ", "_"));
}

const asShown = /^\((?:utc|gmt)\s*([+-]?)(\d{1,2})?(?:[:.]?(\d\d))?\)\s*(.*)$/i;

/** The zone of a name that Windows shows, such as "(UTC+01:00) Amsterdam, Berlin": of the first place with that offset. */
function shownZone(name: string): string | undefined {
  const [whole, , , , places = ""] = asShown.exec(name) ?? [];
  if (whole === undefined) return undefined;
  const offset = offsetShown(name);
  const zones = [places, ...places.split(/,|\/|:|;| and /)].slice(0, 10).map((each) => {
    const place = each.trim();
    const bare = place.replace(/\s*\(.*?\)$|\s+islands?$/i, "");
    return (
      zoneOfShown(place) ??
      zoneOfShown(bare) ??
      zoneOfWindows(place) ??
      (bare === "" ? undefined : cityIn(bare))
    );
  });
  return zones.find((zone) => zone !== undefined && standardOffset(zone) === offset);
}

function offsetShown(name: string): number {
  const [, sign = "", hours = "0", minutes = "0"] = asShown.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Without summer time, in minutes. */
function standardOffset(zone: string): number {
  const [january, july] = ["2026-01-01", "2026-07-01"].map((day) => tzOffset(zone, new Date(day)));
  return Math.min(january ?? 0, july ?? 0);
}

/** What an abbreviation usually means, or the offset that is shown. */
function guessOf(name: string): string | undefined {
  if (isAbbreviation(name)) return placeOfAbbreviation(name.toLowerCase());
  if (!/^\((?:utc|gmt)\s*[+-]\d/i.test(name)) return undefined;
  const minutes = offsetShown(name);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return zoneOfOffset(
    `${minutes < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`,
  );
}

/** A feed's own description of a zone as a clock; undefined if it can't be read. */
function describedClock(zone: FeedPart, nowMs: number, look: () => void): Clock | undefined {
  const changes: { atMs: number; offsetMs: number }[] = [];
  for (const part of zone.parts) {
    if (!/^(?:STANDARD|DAYLIGHT)$/.test(part.name)) continue;
    const [before, after] = ["TZOFFSETFROM", "TZOFFSETTO"].map((name) => lineOf(part, name)?.value);
    const start = timeIn(lineOf(part, "DTSTART")?.value ?? "");
    const rule = ruleIn(lineOf(part, "RRULE")?.value ?? "FREQ=YEARLY;COUNT=1");
    if (before === undefined || after === undefined || !start || rule?.frequency !== "YEARLY")
      return undefined;
    const [fromMs, toMs] = [nowMs - 800 * dayMs, nowMs + 800 * dayMs];
    const untilMs = rule.until?.wallMs ?? Infinity;
    const walls = [
      start.wallMs,
      ...timesBy(
        { ...rule, count: undefined },
        start.wallMs,
        { fromMs, toMs: rule.count === 1 ? start.wallMs : toMs },
        look,
      ),
      ...part.lines
        .flatMap((line) => (line.name === "RDATE" ? (timesIn(line) ?? []) : []))
        .map(({ wallMs }) => wallMs),
    ];
    for (const wallMs of walls)
      if (wallMs <= untilMs + dayMs)
        changes.push({ atMs: wallMs - offsetIn(before), offsetMs: offsetIn(after) });
  }
  const sorted = changes.toSorted((a, b) => a.atMs - b.atMs);
  const [first] = sorted;
  if (!first) return undefined;
  return clockWith((ms) => (sorted.findLast(({ atMs }) => atMs <= ms) ?? first).offsetMs);
}
