import { slackDate } from "../../../platform/blocks/date.ts";
import { humanDuration, minuteMs } from "../../../lib/duration.ts";
import type { Hook } from "../hooks/record.ts";
import { mentionDueMs } from "../incident/open.ts";
import type { HistoryEntry, Incident } from "../incident/record.ts";
import { doerOf, fromElsewhere, withoutQuoteBlocks } from "./notes.ts";
import { at, isTime, statusOf } from "./status.ts";
import * as texts from "./texts.ts";
import { readableTitle } from "./title.ts";

/** The line below the first one, in mrkdwn: which group, since when, and who has it. A short one has no ages. */
export function statusLine(
  incident: Incident,
  hook: Hook,
  length: "whole" | "short" = "whole",
  { isWhole } = readableTitle(incident.latest),
): string {
  const { latest, severity } = incident;
  const status = statusOf(incident);
  return [
    fromElsewhere(latest.group ?? "", 150),
    ...(isWhole || incident.state === "resolved" ? [] : measureOf(latest)),
    // The first line of a firing alert has it.
    ...(status === "firing" ? [] : [severity ?? ""]),
    ...(length === "short" ? shortTimeParts(incident, hook) : timeParts(incident, hook)),
  ]
    .filter((part) => part !== "")
    .map(withoutQuoteBlocks)
    .join(" · ");
}

function measureOf({ value, threshold }: Incident["latest"]): string[] {
  return [named(texts.facts.value, value), named(texts.facts.limit, threshold)];
}

function named(name: string, text = ""): string {
  const shown = fromElsewhere(text, 60);
  return shown === "" ? "" : `${name.toLowerCase()} ${shown}`;
}

function shortTimeParts(incident: Incident, hook: Hook): string[] {
  const since = texts.sinceOnly(at(incident.openedAtMs));
  return incident.state === "firing" ? [since, whoHasIt(incident, hook)] : [since];
}

function timeParts(incident: Incident, hook: Hook): string[] {
  const { state, latest, openedAtMs, lastSeenAtMs, resolved, acknowledged } = incident;
  if (state === "resolved" && latest.isTest) return [texts.received(at(lastSeenAtMs))];
  if (state === "resolved" && resolved)
    return [
      ...lifeOf(incident, (userId, name) => doerOf({ userId, name }) ?? ""),
      texts.resolvedAt(at(resolved.atMs)),
    ];
  const since = texts.since(at(openedAtMs), ago(openedAtMs));
  if (state === "acknowledged" && acknowledged) return [since, texts.acknowledgedAt(at(acknowledged.atMs))];
  return state === "firing" ? [since, whoHasIt(incident, hook)] : [since];
}

function ago(ms: number): string {
  // To the minute: a reader's clock may be behind, and nothing was “in 4 seconds”.
  return isTime(ms) ? slackDate(new Date(ms - (ms % minuteMs)), { style: "ago" }) : at(ms);
}

function whoHasIt(incident: Incident, hook: Hook): string {
  const { mentionedAtMs } = incident;
  const dueMs = mentionDueMs(incident, hook);
  // The thread mentions the group. A mention here would notify it once more, or too early.
  if (dueMs !== undefined) return texts.escalatesAt(at(dueMs));
  return mentionedAtMs === undefined ? texts.notAcknowledged : texts.escalatedAt(at(mentionedAtMs));
}

/** Names the person of a line of history: by a mention or by name. */
type NameOf = (userId: string | undefined, userName: string | undefined) => string;

/**
 * How long a resolved incident was open, and who acknowledged it after what time. `end` is the line of history that
 * resolved it; without it, the last one does. Nothing if it did not open before.
 */
export function lifeOf(
  { history, openedAtMs, resolved }: Pick<Incident, "history" | "openedAtMs" | "resolved">,
  nameOf: NameOf,
  end?: HistoryEntry,
): string[] {
  const endMs = end?.atMs ?? resolved?.atMs;
  const before = history.filter(({ n }) => end === undefined || n < end.n);
  const start = before.findLastIndex(({ what }) => what === "fired again");
  const begunMs = before[start]?.atMs ?? openedAtMs;
  if (endMs === undefined || !isTime(endMs) || !isTime(begunMs) || endMs <= begunMs) return [];
  const taken = before
    .slice(start + 1)
    .findLast(({ what }) => what === "acknowledged" || what === "released");
  const person = taken && nameOf(taken.userId, taken.userName);
  return [
    texts.openFor(durationOf(endMs - begunMs)),
    ...(taken?.what === "acknowledged"
      ? [texts.acknowledgedAfter(person ?? "", durationOf(taken.atMs - begunMs))]
      : []),
  ];
}

// The clocks of senders and of this app may differ.
function durationOf(ms: number): string {
  return humanDuration(Math.max(0, ms) / 1_000);
}
