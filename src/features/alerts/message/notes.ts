import { humanDuration } from "../../../lib/duration.ts";
import type { Hook } from "../hooks/record.ts";
import type { Incident } from "../incident/record.ts";
import { isOwnTest } from "../senders/test-event.ts";
import { isLongUnheard, isEvaluationInterval } from "../incident/timers.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { cutMrkdwn } from "../../../platform/blocks/limits.ts";
import type { SectionBlock } from "@slack/types";
import { fields } from "../../../platform/blocks/text.ts";
import { at, statusOf } from "./status.ts";

// Escaping makes a character up to five times as long, and the space in a message is small.
const mostGrowth = 1.5;

/** A text from outside on one line of mrkdwn: at most `maxLength` characters, and 1.5 times that after escaping. */
export function fromElsewhere(text: string, maxLength: number): string {
  return cutMrkdwn(escapeName(text, maxLength), maxLength * mostGrowth);
}

/** A title from outside in mrkdwn; "no title" if nothing of it is visible. */
export function titleFromElsewhere(title: string, maxLength = 200): string {
  return fromElsewhere(title, maxLength) || "no title";
}

/** A text from outside in quotation marks, without its final full stop. */
export function quotedFromElsewhere(text: string, maxLength: number): string {
  return `“${fromElsewhere(text, maxLength).replace(/\.$/, "")}”`;
}

/** Keeps Slack from showing lines that begin like "> 10" as quotes. */
export function withoutQuoteBlocks(mrkdwn: string): string {
  return mrkdwn.replace(/^(?=[ \t]*&gt;)/gm, "\u200b");
}

/** Notes on an incident's state beside its first line, each one a line of mrkdwn. */
export function notes(incident: Incident, hook: Hook): string[] {
  return [
    whatItIs(incident),
    snoozeNote(incident),
    acknowledgedNote(incident),
    flappingNote(incident),
    endNote(incident),
    senderNote(incident),
    truthNote(incident),
    mutedNote(incident, hook),
  ].filter((note) => note !== undefined);
}

function whatItIs({ latest }: Incident): string | undefined {
  if (latest.isUnreadable)
    return "Nothing could be read in what the sender posted, so here it is as it came; the thread has all of it as a file.";
  if (!latest.isTest) return undefined;
  return isOwnTest(latest)
    ? "A test that somebody sent from here: nothing is wrong."
    : "A test from the sender: nothing is wrong.";
}

function snoozeNote({ state, snoozed }: Incident): string | undefined {
  if (state !== "snoozed" || !snoozed) return undefined;
  const { atMs, heldBack, reason = "" } = snoozed;
  const why = reason === "" ? "" : `: ${quotedFromElsewhere(reason, 200)}`;
  const held =
    heldBack === 0
      ? "Nothing was held back so far."
      : `Seen ${formatTimes({ times: heldBack })} meanwhile, and held back.`;
  // The first line has the person and the end.
  return `Snoozed ${at(atMs)}${why}. ${held} When it is over, that is told at once.`;
}

function acknowledgedNote({ state, acknowledged }: Incident): string | undefined {
  return state === "acknowledged" && acknowledged ? `Acknowledged ${at(acknowledged.atMs)}.` : undefined;
}

function flappingNote({ state, isFlapping, changedAtMs }: Incident): string | undefined {
  if (!isFlapping) return undefined;
  const now = state === "resolved" ? "Now it is resolved." : "Now it is firing.";
  return `It goes on and off: ${changedAtMs.length} changes of late. ${now}`;
}

function endNote(incident: Incident): string | undefined {
  const { resolved, state, lastSeenAtMs, intervalMs } = incident;
  if (state !== "resolved" || !resolved) return undefined;
  if (resolved.how === "api") return "The API says that it is over; its sender did not.";
  if (resolved.how === "deleted") return "Its alert was deleted in the console, so nothing more will come.";
  if (statusOf(incident) !== "presumed over") return undefined;
  if (isLongUnheard(incident))
    return `Not heard of for 30 days, the last time ${at(lastSeenAtMs)}, so it counts as over. If it fires again, that is a new alert.`;
  const interval =
    intervalMs === undefined || !isEvaluationInterval(intervalMs)
      ? ""
      : ` Its sender looks every ${humanDuration(intervalMs / 1_000)}.`;
  return `Nobody said that it is over, but nothing was heard of it since ${at(lastSeenAtMs)}.${interval}`;
}

function senderNote({ latest }: Incident): string | undefined {
  if (latest.state !== "unclear" || latest.isUnreadable || latest.isTest) return undefined;
  const word = fromElsewhere(latest.stateWord ?? "", 60);
  return word === ""
    ? "Its sender gives no state, so nobody will say that it is over: resolve it here."
    : `Its sender now says “${word}”, which neither begins nor ends it.`;
}

function truthNote({ state, truth }: Incident): string | undefined {
  if (state === "resolved" || !truth || truth.found === "firing") return undefined;
  if (truth.found === "silenced")
    return "*Silenced in the console*: its sender says nothing of it until the silence is over.";
  const said =
    truth.word === undefined
      ? "the API does not know its alert"
      : `the API says “${fromElsewhere(truth.word, 60)}” of its alert`;
  return `*Unverified*: ${said}, so only its sender can say that it is over.`;
}

function mutedNote({ key }: Incident, { muted }: Hook): string | undefined {
  const mute = Object.hasOwn(muted, key) ? muted[key] : undefined;
  return mute
    ? `*Muted here* by <@${mute.userId}> since ${at(Date.parse(mute.at))}: nobody is told when it fires again.`
    : undefined;
}

type Fact = readonly [name: string, value: string];

/** The facts of an incident: group, value, threshold, severity, times and count. */
export function factsBlock(incident: Incident): SectionBlock {
  const { latest, severity, lastSeenAtMs } = incident;
  return fields([
    ...fact("Group", latest.group, 150),
    ...fact("Value", latest.value, 60),
    ...fact("Threshold", latest.threshold, 60),
    ...fact("Severity", severity, 20),
    ...(latest.isTest ? ([["Received", at(lastSeenAtMs)]] satisfies Fact[]) : timeFacts(incident)),
  ]);
}

function timeFacts(incident: Incident): Fact[] {
  const { openedAtMs, state, resolved, lastSeenAtMs } = incident;
  const since: Fact = ["Since", at(openedAtMs)];
  const seen: Fact = ["Seen", formatTimes(incident)];
  return state === "resolved" && resolved
    ? [since, ["Until", at(resolved.atMs)], seen]
    : [since, seen, ["Last seen", at(lastSeenAtMs)]];
}

/** Formats a count as in "once" or "1,200 times". */
export function formatTimes({ times }: Pick<Incident, "times">): string {
  return times === 1 ? "once" : `${times.toLocaleString("en-US")} times`;
}

function fact(name: string, value: string | undefined, maxLength: number): Fact[] {
  const shown = fromElsewhere(value ?? "", maxLength);
  return shown === "" ? [] : [[name, withoutQuoteBlocks(shown)]];
}
