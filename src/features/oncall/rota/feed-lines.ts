/** A line of a feed: its name in capitals, its parameters, and its value as written. */
export interface FeedLine {
  name: string;
  params: ReadonlyMap<string, string>;
  value: string;
  /** Where it is in the feed, from 1. */
  number: number;
}

/** A part of a feed from its BEGIN to its END, such as a calendar or an event. */
export interface FeedPart {
  name: string;
  number: number;
  lines: FeedLine[];
  parts: FeedPart[];
  /** False if the feed ends before it does. */
  isWhole: boolean;
}

/** Why a feed can't be read, for people. */
export class FeedProblem extends Error {}

/** A feed with more events isn't a rota. */
const mostEvents = 5_000;

/** No line with one time is longer. */
const longestTimed = 500;
/** What an odd quotation may take up, in lines. */
const longestQuotation = 20;

/** The names of the lines that say who is on call. All others are left out, so they may be as odd as they like. */
const used = new Set(
  "DTSTART DTEND DURATION RRULE RDATE EXDATE RECURRENCE-ID UID SEQUENCE STATUS SUMMARY ATTENDEE ORGANIZER DTSTAMP LAST-MODIFIED TZID X-LIC-LOCATION TZOFFSETFROM TZOFFSETTO X-WR-TIMEZONE TIMEZONE-ID METHOD".split(
    " ",
  ),
);

/**
 * The calendars of a feed. Each line is read by itself: one that no standard knows spoils nothing else. Fails as a
 * FeedProblem if there is no calendar, or if there are too many events.
 */
export function calendarsIn(text: string): FeedPart[] {
  const root: FeedPart = { name: "", number: 0, lines: [], parts: [], isWhole: true };
  const open = [root];
  let events = 0;
  const close = (index: number) => {
    for (const part of open.splice(index)) part.isWhole = true;
  };
  for (const { line, number } of unfolded(text)) {
    const [, edge = "", named = ""] = /^(BEGIN|END):\s*([\w-]{1,50})\s*$/i.exec(line) ?? [];
    const name = named.toUpperCase();
    if (edge.toUpperCase() === "BEGIN") {
      // Neither is in another of its kind: the one before has lost its end.
      const same = open.findIndex((part) => part.name === name);
      if (same > 0) close(same);
      if (name === "VEVENT" && (events += 1) > mostEvents)
        throw new FeedProblem(`It has more than ${mostEvents.toLocaleString("en")} events.`);
      const part: FeedPart = { name, number, lines: [], parts: [], isWhole: false };
      open.at(-1)?.parts.push(part);
      open.push(part);
    } else if (edge !== "") {
      const same = open.findLastIndex((part) => part.name === name);
      if (same > 0) close(same);
    } else if (open.length > 1) {
      const read = lineIn(line, number);
      if (read) open.at(-1)?.lines.push(read);
    }
  }
  const calendars = root.parts.filter(({ name }) => name === "VCALENDAR");
  if (calendars.length === 0) throw new FeedProblem("The answer isn't an iCal calendar.");
  return calendars;
}

/** The first line of a name. */
export function lineOf(part: FeedPart, name: string): FeedLine | undefined {
  return part.lines.find((line) => line.name === name);
}

/** The text of a line, without its escapes; empty if there is none. */
export function textOf(line: FeedLine | undefined): string {
  return line?.value.replace(/\\([\s\S]?)/g, (_, next: string) => (/n/i.test(next) ? "\n" : next)) ?? "";
}

const beginsLine = /^[A-Za-z][\w-]*[;:]/;
/** Folding cuts a line about here, so what follows belongs to the same word. */
const foldedAt = 70;

/** The lines of a feed as they were before they were folded, also if the folding or a line break in a text is broken. */
function* unfolded(text: string): Generator<{ line: string; number: number }> {
  const written = text
    .replace(/^\uFEFF/, "")
    .replaceAll("\0", "")
    .split(/\r\n|\n|\r/);
  let line = "";
  let number = 0;
  for (let index = 0; index < written.length; index += 1) {
    const next = written[index] ?? "";
    if (/^[ \t]/.test(next)) line += next.slice(1);
    else if (beginsLine.test(next)) {
      if (line !== "") yield { line, number };
      [line, number] = [next, index + 1];
      const end = quotationEnd(written, index);
      if (end > index) line = written.slice(index, end + 1).join("\n");
      index = end;
    } else if (line !== "" && next !== "") {
      line += (written[index - 1] ?? "").length < foldedAt ? `\n${next}` : next;
    }
  }
  if (line !== "") yield { line, number };
}

/** Where the quotation ends that a line leaves open: in the same line if it is only a lost quotation mark. */
function quotationEnd(written: readonly string[], from: number): number {
  if (!isOdd(written[from])) return from;
  for (let index = from + 1; index <= from + longestQuotation; index += 1) {
    const next = written[index];
    if (next === undefined || /^(?:[ \t]|BEGIN:|END:)/i.test(next)) return from;
    if (isOdd(next)) return index;
  }
  return from;
}

function isOdd(line = ""): boolean {
  return (line.split('"').length - 1) % 2 === 1;
}

function lineIn(line: string, number: number): FeedLine | undefined {
  const name = (/^[\w-]{1,50}/.exec(line)?.[0] ?? "").toUpperCase();
  if (!used.has(name)) return undefined;
  const end = valueAt(line, name.length);
  if (end < 0) return undefined;
  const params = new Map<string, string>();
  for (const [, key = "", value = ""] of line
    .slice(0, end)
    .matchAll(/;([\w-]{1,50})=((?:"[^"]*"?|[^";])*)/g)) {
    if (!params.has(key.toUpperCase())) params.set(key.toUpperCase(), value.replaceAll('"', "").trim());
  }
  return { name, params, value: line.slice(end + 1).trim(), number };
}

/**
 * Where the colon before a line's value is. Outlook writes zones such as "(UTC+01:00) Berlin", "UTC-05:00" and
 * "tzone://Microsoft/Utc" without quotation marks.
 */
function valueAt(line: string, from: number): number {
  const beforeTime = line.length < longestTimed ? line.search(/:\d{8}(?:T\d{4,6}Z?)?$/i) : -1;
  if (beforeTime >= 0) return beforeTime;
  let isQuoted = false;
  let depth = 0;
  for (let index = from; index < line.length; index += 1) {
    const letter = line[index];
    if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (letter === "(") depth += 1;
    else if (letter === ")") depth -= 1;
    else if (letter === ":" && depth <= 0 && !line.startsWith("//", index + 1)) return index;
  }
  return line.indexOf(":", from);
}
