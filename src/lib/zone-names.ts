import { nearest } from "./text.ts";

/** A time zone (an IANA name or an offset such as "+05:30"), or else the nearest name, if there is one. */
type FoundZone = { zone: string } | { nearestName: string | undefined };

/** These name a time of year rather than a place, and some name several zones. So people are asked for a place. */
const namesByPlace = {
  "America/New_York": ["eastern", "et", "est", "edt"],
  "America/Chicago": ["central", "ct", "cst", "cdt"],
  "America/Denver": ["mountain", "mt", "mst", "mdt"],
  "America/Los_Angeles": ["pacific", "pt", "pst", "pdt"],
  "Europe/London": ["bst"],
  "Europe/Lisbon": ["wet"],
  "Europe/Berlin": ["cet", "cest"],
  "Europe/Helsinki": ["eet", "eest"],
  "Europe/Moscow": ["msk"],
  "Asia/Kolkata": ["ist"],
  "Asia/Singapore": ["sgt"],
  "Asia/Hong_Kong": ["hkt"],
  "Asia/Tokyo": ["jst"],
  "Asia/Seoul": ["kst"],
  "Australia/Sydney": ["aest", "aedt"],
  "Pacific/Auckland": ["nzst", "nzdt"],
};
const placeOf = new Map(
  Object.entries(namesByPlace).flatMap(([place, names]) => names.map((name) => [name, place] as const)),
);

/** A place where clocks go by an abbreviation such as "cest", in lower case. Some mean several zones. */
export function placeOfAbbreviation(name: string): string | undefined {
  return placeOf.get(name);
}

const abbreviation = /^[a-z]{1,3}t$/;
const offset = /^(?:utc|gmt)?_?([+\-−])_?(\d{1,2})(?::?(\d\d))?$/;

// Each reading of a record looks for its zones, and the nearest name takes a while to find.
const foundBefore = new Map<string, FoundZone>();
const mostFound = 1_000;

/** Finds a time zone by its IANA name or its city alone, in any case, by "UTC", or by an offset such as "UTC+5:30". */
export function findZone(words: string): FoundZone {
  const before = foundBefore.get(words);
  if (before) return before;
  const found = lookFor(words);
  if (foundBefore.size >= mostFound) foundBefore.clear();
  foundBefore.set(words, found);
  return found;
}

function lookFor(words: string): FoundZone {
  const typed = words.trim().replace(/\s+/g, "_");
  const normalized = typed.toLowerCase();
  if (["utc", "gmt", "z"].includes(normalized)) return { zone: "UTC" };
  const place = placeOf.get(normalized);
  if (place !== undefined || abbreviation.test(normalized)) return { nearestName: place };
  const zone = zoneOfOffset(normalized) ?? zoneOfName(typed) ?? zoneOfCity(typed);
  return zone === undefined ? { nearestName: nearestZone(typed) } : { zone };
}

/** Advice for an unknown time zone, with the nearest name if there is one. */
export function zoneHint(nearestName: string | undefined): string {
  return nearestName === undefined
    ? "Name a city, as in `Europe/Berlin`, or `UTC`."
    : `Did you mean \`${nearestName}\`?`;
}

/** A zone's name from an offset such as "utc+5:30", in lower case; undefined for other words. */
export function zoneOfOffset(normalized: string): string | undefined {
  const [, sign, hours, minutes = "00"] = offset.exec(normalized) ?? [];
  if (hours === undefined) return undefined;
  const zone = `${sign === "+" ? "+" : "-"}${hours.padStart(2, "0")}:${minutes}`;
  return isZone(zone) ? zone : undefined;
}

/** The IANA name as it is written, from one in any case; undefined for an unknown one. */
export function zoneOfName(typed: string): string | undefined {
  if (!isZone(typed)) return undefined;
  const known = knownZones().find((name) => name.toLowerCase() === typed.toLowerCase());
  // A renamed place keeps the name that was typed: the runtime knows some places by their former name only.
  return known ?? (/[A-Z]/.test(cityOf(typed)) ? typed : inCapitals(typed));
}

/** The IANA name of a city's zone; undefined if there is none. */
export function zoneOfCity(typed: string): string | undefined {
  const regions = new Set(knownZones().map((name) => name.split("/")[0] ?? name));
  return [...regions]
    .map((region) => `${region}/${typed}`)
    .map(zoneOfName)
    .find(Boolean);
}

function nearestZone(typed: string): string | undefined {
  const zones = knownZones();
  const name = nearest(typed, [...zones, ...zones.map(cityOf)]);
  return name === undefined ? undefined : zones.find((zone) => zone === name || cityOf(zone) === name);
}

function cityOf(zone: string): string {
  return zone.split("/").at(-1) ?? zone;
}

function inCapitals(name: string): string {
  return name.replace(/[a-z]+/gi, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}

function knownZones(): string[] {
  return Intl.supportedValuesOf("timeZone");
}

/** True for a zone that the runtime knows. */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name }).format();
    return true;
  } catch {
    return false;
  }
}
