import { formatList } from "../../../lib/text.ts";
import { mentionOf } from "../../../platform/access/known-people.ts";
import type { ThreadEntry, ThreadFile } from "../../../platform/jobs/outbox/source.ts";
import type { HistoryEntry, Incident } from "../incident/record.ts";
import { doerOf, fromElsewhere, quotedFromElsewhere } from "./notes.ts";
import { shortBody, withoutRepeats } from "./body.ts";
import { at } from "./status.ts";
import { lifeOf } from "./status-line.ts";
import * as texts from "./texts.ts";

/** How to name people: by a mention, which notifies them, or by name. */
type Naming = "mention" | "name";

/** The lines of an incident's history with their times, in mrkdwn. */
export function historyLines(incident: Incident, naming: Naming): string[] {
  return incident.history.map((entry) => historyLine(entry, incident, naming));
}

function historyLine(entry: HistoryEntry, incident: Life, naming: Naming): string {
  return `${at(entry.atMs)}: ${historyTexts[entry.what](entry, naming, incident)}`;
}

const longestNote = 200;

/** What the line of a resolve counts from. */
type Life = Pick<Incident, "history" | "openedAtMs" | "resolved">;

type HistoryText = (entry: HistoryEntry, naming: Naming, incident: Life) => string;

const { history: said } = texts;
const historyTexts: Record<HistoryEntry["what"], HistoryText> = {
  fired: (entry) => said.fired(inBrackets(entry)),
  "fired again": (entry) => said.firedAgain(inBrackets(entry)),
  "severity rose": ({ note = "" }) => said.severityRose(noteIn(note)),
  acknowledged: (entry, naming) => said.acknowledged(by(entry, naming)),
  snoozed: (entry, naming) => said.snoozed(by(entry, naming), until(entry), because(entry)),
  "snooze over": ({ heldBack = 0 }) => said.snoozeOver(heldBack === 0 ? "" : texts.times(heldBack)),
  released: (entry, naming) => said.released(by(entry, naming)),
  resolved: (entry, naming, incident) =>
    said.resolved(
      by(entry, naming),
      inBrackets(entry),
      lifeOf(incident, (userId, userName) => nameOf({ userId, userName }, naming), entry).join(", "),
    ),
  flapping: () => said.flapping,
  "flapping over": () => said.flappingOver,
  muted: (entry, naming) => said.muted(by(entry, naming)),
  moved: ({ note = "" }) => said.moved(note === "" ? "" : ` ${noteIn(note)}`),
  reminded: ({ userId }) => (userId === undefined ? said.reminded : said.remindedPerson(`<@${userId}>`)),
  mentioned: ({ groupId, userIds, note = "" }) => {
    if (userIds) return said.mentionedOnCall(formatList(userIds.map(mentionOf)));
    return groupId === undefined
      ? said.mentioned
      : said.mentionedGroup(`<!subteam^${groupId}>`, note === "" ? "" : ` (${noteIn(note)})`);
  },
  "presumed over": ({ note = "" }) => said.presumedOver(noteIn(note)),
  deleted: () => said.deleted,
  silenced: () => said.silenced,
  unverified: ({ note = "" }) => said.unverified(noteIn(note)),
  "word changed": ({ note = "" }) => said.wordChanged(noteIn(note)),
};

/** A mention or an escaped name; "" without a name. */
function nameOf({ userId, userName }: Pick<HistoryEntry, "userId" | "userName">, naming: Naming): string {
  return doerOf({ userId: naming === "mention" ? userId : undefined, name: userName }) ?? "";
}

function by(entry: HistoryEntry, naming: Naming): string {
  const name = nameOf(entry, naming);
  return name === "" ? "" : texts.by(name);
}

function until({ untilMs }: HistoryEntry): string {
  return untilMs === undefined ? "" : texts.until(at(untilMs));
}

function because({ note = "" }: HistoryEntry): string {
  return note === "" ? "" : `: ${quotedFromElsewhere(note, longestNote)}`;
}

function inBrackets({ note = "" }: HistoryEntry): string {
  return note === "" ? "" : ` (${noteIn(note)})`;
}

function noteIn(note: string): string {
  return fromElsewhere(note, longestNote);
}

/**
 * The entries of an incident's thread in their order. The first is the whole text, if the message shortens it;
 * `readWhole` reads it if the incident has only its beginning.
 */
export function threadEntries(
  incident: Life & Pick<Incident, "latest">,
  readWhole = async () => incident.latest.body,
): (ThreadEntry | ThreadFile)[] {
  const { latest, history } = incident;
  const { body, isUnreadable, wholeBody } = latest;
  const hasFile = body.trim() !== "" && (isUnreadable || shortBody(withoutRepeats(latest)).isShortened);
  const title = isUnreadable ? texts.rawTextFile : texts.wholeTextFile;
  const file = { n: 0, name: "alert.txt", title, text: body, ...(wholeBody && { readWhole }) };
  const shown = history.filter(({ isQuiet }) => !isQuiet);
  const entries = shown.map((entry) => ({
    n: entry.n,
    mrkdwn: historyLine(entry, incident, "name"),
    ...(entry.isBroadcast ? { isBroadcast: entry.isBroadcast } : {}),
  }));
  return hasFile ? [file, ...entries] : entries;
}
