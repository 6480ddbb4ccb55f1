import type { ThreadEntry, ThreadFile } from "../../../platform/jobs/outbox/source.ts";
import type { HistoryEntry, Incident } from "../incident/record.ts";
import { fromElsewhere, quotedFromElsewhere, formatTimes } from "./notes.ts";
import { shortBody, withoutRepeats } from "./body.ts";
import { at } from "./status.ts";

/** How to name people: by a mention, which notifies them, or by name. */
type Naming = "mention" | "name";

/** A line of an incident's history with its time, in mrkdwn. */
export function historyLine(entry: HistoryEntry, naming: Naming): string {
  return `${at(entry.atMs)}: ${historyTexts[entry.what](entry, naming)}`;
}

const longestNote = 200;

type HistoryText = (entry: HistoryEntry, naming: Naming) => string;

const historyTexts: Record<HistoryEntry["what"], HistoryText> = {
  fired: (entry) => `it fired${inBrackets(entry)}.`,
  "fired again": (entry) => `it fired again${inBrackets(entry)}.`,
  "severity rose": ({ note = "" }) => `its severity rose${note === "" ? "" : ` to ${noteIn(note)}`}.`,
  acknowledged: (entry, naming) => `acknowledged${by(entry, naming)}.`,
  snoozed: (entry, naming) => `snoozed${by(entry, naming)}${until(entry)}${because(entry)}.`,
  "snooze over": ({ heldBack = 0 }) =>
    heldBack === 0
      ? "the snooze is over; nothing was held back."
      : `the snooze is over; seen ${formatTimes({ times: heldBack })} meanwhile, and held back.`,
  released: (entry, naming) => `taken back${by(entry, naming)}; nobody has it now.`,
  resolved: (entry, naming) => `resolved${by(entry, naming)}${inBrackets(entry)}.`,
  flapping: () => "it is flapping: more than 4 changes in 10 minutes.",
  "flapping over": () => "it is no longer flapping.",
  muted: (entry, naming) => `muted${by(entry, naming)}; nobody is told when it fires again.`,
  moved: (entry) =>
    `it goes on in this channel, for the other one takes nothing any more.${ownReason(entry)}`,
  reminded: ({ userId }) =>
    userId === undefined
      ? "it is acknowledged, and not resolved yet."
      : `<@${userId}>, you acknowledged this over 30 minutes ago, and it is not resolved yet.`,
  mentioned: ({ groupId }) =>
    groupId === undefined
      ? "nobody has acknowledged it yet."
      : `<!subteam^${groupId}>, nobody has acknowledged this yet.`,
  "presumed over": ({ note = "" }) =>
    `presumed over: nothing was heard of it ${note === "" ? "any more" : `for ${noteIn(note)}`}.`,
  deleted: () => "its alert was deleted in the console.",
  silenced: () => "it was silenced in the console.",
  unverified: ({ note = "" }) =>
    note === ""
      ? "the API does not know its alert, so it is unverified."
      : `the API says “${noteIn(note)}” of its alert, so it is unverified.`,
  "word changed": ({ note = "" }) => `its sender now says “${noteIn(note)}”.`,
};

function by({ userId, userName }: HistoryEntry, naming: Naming): string {
  if (naming === "mention" && userId !== undefined) return ` by <@${userId}>`;
  const name = fromElsewhere(userName ?? "", 80);
  return name === "" ? "" : ` by ${name}`;
}

function until({ untilMs }: HistoryEntry): string {
  return untilMs === undefined ? "" : ` until ${at(untilMs)}`;
}

function because({ note = "" }: HistoryEntry): string {
  return note === "" ? "" : `: ${quotedFromElsewhere(note, longestNote)}`;
}

/** A reason of our own, which is a whole sentence. */
function ownReason({ note = "" }: HistoryEntry): string {
  return note === "" ? "" : ` ${noteIn(note)}`;
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
  incident: Pick<Incident, "latest" | "history">,
  readWhole = async () => incident.latest.body,
): (ThreadEntry | ThreadFile)[] {
  const { latest, history } = incident;
  const { body, isUnreadable, wholeBody } = latest;
  const hasFile = body.trim() !== "" && (isUnreadable || shortBody(withoutRepeats(latest)).isShortened);
  const title = isUnreadable ? "As it came" : "The whole text";
  const file = { n: 0, name: "alert.txt", title, text: body, ...(wholeBody && { readWhole }) };
  const shown = history.filter(({ isQuiet }) => !isQuiet);
  const entries = shown.map((entry) => ({
    n: entry.n,
    mrkdwn: historyLine(entry, "name"),
    ...(entry.isBroadcast ? { isBroadcast: entry.isBroadcast } : {}),
  }));
  return hasFile ? [file, ...entries] : entries;
}
