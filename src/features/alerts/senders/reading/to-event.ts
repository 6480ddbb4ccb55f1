import type { AlertEvent, AlertOrigin } from "../../incident/event-record.ts";
import type { Reading } from "../sender.ts";
import { readTitle } from "./title.ts";
import { cutLine, nameIn, plain, plainBody, plainLine } from "./text.ts";
import { severityOf, reportedState } from "./state.ts";
import { firstText, idKey, nameKey, takeGroup, textOf } from "./fields.ts";
import { dayMs } from "../../../../lib/duration.ts";

// Some senders write the year 1 or 1970 for no time.
const earliestMs = Date.UTC(2000, 0, 1);

const isoTime = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)?\s?(Z|UTC|[+-]\d\d:?\d\d)?$/i;

/**
 * Reads a time as Unix milliseconds, from Unix seconds to nanoseconds or ISO 8601, in UTC unless it names a zone.
 * Undefined for no time, a time before 2000, or one more than a day after the receipt.
 */
function readTimeMs(value: unknown, receivedAt: Date): number | undefined {
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

/** The times of an event. An event with a window has the time of its end; without one, the time of its begin or end. */
function timesOf(
  reading: Reading,
  state: AlertEvent["state"],
  receivedAt: Date,
): Pick<AlertEvent, "startsAtMs" | "endsAtMs" | "windowMs" | "atMs"> {
  const startsAtMs = readTimeMs(reading.startsAt, receivedAt);
  const end = readTimeMs(reading.endsAt, receivedAt);
  const at = readTimeMs(reading.at, receivedAt);
  if (!reading.hasWindow) {
    // For a firing alert, some senders give the time at which it would end without news.
    const endsAtMs = state === "resolved" ? end : undefined;
    return { startsAtMs, endsAtMs, atMs: at ?? endsAtMs ?? startsAtMs };
  }
  const isWindow = startsAtMs !== undefined && end !== undefined && end > startsAtMs;
  const windowMs = isWindow ? end - startsAtMs : undefined;
  return { startsAtMs, endsAtMs: end, windowMs, atMs: at ?? end ?? startsAtMs };
}

/** A measured value and its threshold. */
type Measure = Pick<AlertEvent, "value" | "threshold">;

/** Two numbers and their words must fit into an event. A longer number in a text is not a measured value. */
const longestNumber = 45;
const number = String.raw`([-+]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?)`;
const comparison = String.raw`(?:meets or exceeds|exceeds|falls to or below|falls below|equals|does not equal|falls between|falls outside)`;
const compared = phrase(
  String.raw`(?<![\w.])${number}(?: lines found, which)? ${comparison}(?: the threshold of)? ${number}(?: and ${number})?`,
);
const expected = phrase(
  String.raw`(?<![\w.])${number} lines found, expected (?:less|greater) than ${number}`,
);
const found = phrase(String.raw`(?<![\w.])${number} lines found`);
// "1 datapoint [93.0 (28/11/26 14:00:00)] was greater than the threshold (80.0)."
const crossed = phrase(
  String.raw`\[${number}(?: \([^)\]]{1,40}\))?(?:, [^\]]{0,200})?\] (?:was|were) (?:not )?(?:greater|less) than (?:or equal to )?the threshold \(${number}\)`,
);

/** Two forms of a pattern, because the first match costs a fraction of all matches. */
function phrase(pattern: string) {
  return { first: new RegExp(pattern, "i"), all: new RegExp(pattern, "gi") };
}

/** The value and the threshold of an alert: from its fields, else from its body, else from its title. */
function measureOf(reading: Reading, title: string, body: string): Measure {
  const value = plainLine(reading.value, 100);
  const threshold = range(
    plainLine(reading.threshold, longestNumber),
    plainLine(reading.thresholdMax, longestNumber),
  );
  if (value !== "" && threshold !== undefined) return { value, threshold };
  // Log lines with comparisons of their own may follow.
  const [head = ""] = body.slice(0, 300).split("```", 1);
  const words = wordsOf(head, "first") ?? wordsOf(title.slice(-300), "last") ?? {};
  return { value: value || words.value, threshold: threshold ?? words.threshold };
}

/** A measure in a text. In a title, the last match counts, because the name may contain a comparison. */
function wordsOf(text: string, which: "first" | "last"): Measure | undefined {
  for (const pattern of [compared, expected, found, crossed]) {
    const match = which === "first" ? pattern.first.exec(text) : [...text.matchAll(pattern.all)].at(-1);
    const [, value = "", from = "", to = ""] = match ?? [];
    if (match && [value, from, to].every(({ length }) => length <= longestNumber))
      return { value, threshold: range(from, to) };
  }
  return undefined;
}

function range(from: string, to: string): string | undefined {
  if (from === "") return to === "" ? undefined : to;
  return to === "" ? from : `${from} to ${to}`;
}

const longest = 3_000;

/** Reads an http(s) address without spaces and markup characters; undefined for any other value. */
function readLink(value: unknown): string | undefined {
  const text = textOf(value).trim();
  if (!/^https?:\/\//i.test(text) || text.length > longest) return undefined;
  // A parsed address is plain ASCII without spaces, angle brackets and quotes. A bar would end it in a Slack message.
  const href = URL.parse(text)?.href.replaceAll("|", "%7C");
  return href === undefined || href.length > longest ? undefined : href;
}

/** A line such as "Runbook: https://…", "runbook_url=https://…" or "*Playbook* <https://…>". */
const runbookLine =
  /^[ \t*_•-]{0,8}(?:run|play)book(?:[ _-]?(?:url|link))?[ \t*_:=]{0,8}[<(]?(https?:\/\/[^\s<>|)"']{0,2000}[^\s<>|)"'.,;])/im;

const search = /\/search\/([\w-]{1,100})(?:[/?#]|$)/;
const dashboard = /\/dashboards\/([\w-]{1,100})(?:[/?#]|$)/;
const tile = /[?&]highlightedTileId=([\w-]{1,100})/;

/** The origin of an alert in the observability system, from its id and its link; undefined if neither gives it. */
function originOf(alertId: unknown, link = ""): AlertOrigin | undefined {
  const dashboardId = dashboard.exec(link)?.[1];
  const isOfDashboard = dashboardId !== undefined;
  const origin: AlertOrigin = {
    alertId: plainLine(alertId, 100) || undefined,
    dashboardId,
    tileId: isOfDashboard ? tile.exec(link)?.[1] : undefined,
    savedSearchId: isOfDashboard ? undefined : search.exec(link)?.[1],
  };
  return Object.values(origin).some((id) => id !== undefined) ? origin : undefined;
}

/**
 * True for a test from the observability system's "send test". The state counts only without an id and a title, because
 * an alert without data may have that state too.
 */
function isObservedTest({ id, title, states = [] }: Reading): boolean {
  const [eventId, titled] = [textOf(id).trim(), textOf(title).trim()];
  if (eventId === "test-event-id" || /^\W*Test Webhook from/i.test(titled)) return true;
  if (eventId !== "" || titled !== "") return false;
  return /^insufficient[_ ]?data$/i.test(firstText(...states).trim());
}

const untitled = "An alert without a title";

/** Makes an event of a reading. Undefined if the reading has no id and no title, name or body. */
export function toEvent(sender: string, reading: Reading, receivedAt: Date): AlertEvent | undefined {
  const id = plain(reading.id).trim();
  const { group: named, body } = takeGroup(plainBody(reading.body));
  const line = titleLine(reading, body);
  if (line === "" && id === "") return undefined;

  const { title, reported, group: ofTitle } = readTitle(line || untitled);
  const { state, stateWord } = reportedState(reading.states ?? []) ??
    reported ?? { state: reading.assumedState ?? "unclear" };
  const alertName = plainLine(reading.name, 300) || cutLine(nameIn(title), 300) || untitled;
  const group = plainLine(reading.group, 500) || cutLine(named ?? ofTitle ?? "", 500) || undefined;
  const link = readLink(reading.link);
  const { isObserved = false, isTest = isObserved && isObservedTest(reading) } = reading;
  return {
    sender,
    key: id === "" ? nameKey(alertName, group) : idKey(id),
    title: cutLine(withRule(plainLine(reading.rule, 300), title), 500) || untitled,
    alertName,
    body,
    group,
    severity: severityOf(reading.severity) ?? (state === "firing" ? severityOf(stateWord) : undefined),
    state,
    stateWord,
    isTest: isTest || undefined,
    link,
    runbook: readLink(reading.runbook) ?? readLink(runbookLine.exec(body)?.[1]),
    silenceLink: readLink(reading.silenceLink),
    ...measureOf(reading, title, body),
    ...timesOf(reading, state, receivedAt),
    origin: isObserved ? originOf(reading.alertId, link) : undefined,
  };
}

/** Puts the rule's name before a title that does not begin with it, because rules may share a summary. */
function withRule(rule: string, title: string): string {
  const isSaid = rule === "" || lettersOf(title).startsWith(lettersOf(rule));
  return isSaid ? title : `${rule}: ${title}`;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** The title on one line. It may be long, so the value can be split from the name before the cut. */
function titleLine({ title, name }: Reading, body: string): string {
  return cutLine(plain(title), 2_000) || plainLine(name, 500) || cutLine(body.split("\n", 1)[0] ?? "", 500);
}
