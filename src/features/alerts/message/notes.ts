import { humanDuration } from "../../../lib/duration.ts";
import { formatList, plural } from "../../../lib/text.ts";
import { mentionOf } from "../../../platform/access/known-people.ts";
import { type Hook, muteOf } from "../hooks/record.ts";
import type { Doer, Incident } from "../incident/record.ts";
import { subscriptionSender } from "../senders/sns.ts";
import { isOwnTest } from "../senders/test-event.ts";
import { flappingWindowMs, isLongUnheard, isEvaluationInterval } from "../incident/timers.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { cutMrkdwn } from "../../../platform/blocks/limits.ts";
import type { SectionBlock } from "@slack/types";
import { fields } from "../../../platform/blocks/text.ts";
import { at, statusOf } from "./status.ts";
import * as texts from "./texts.ts";

// Escaping makes a character up to five times as long, and the space in a message is small.
const mostGrowth = 1.5;

/** A text from outside on one line of mrkdwn: at most `maxLength` characters, and 1.5 times that after escaping. */
export function fromElsewhere(text: string, maxLength: number): string {
  return cutMrkdwn(escapeName(text, maxLength), maxLength * mostGrowth);
}

/** A title from outside in mrkdwn; “No title” if nothing of it is visible. */
export function titleFromElsewhere(title: string, maxLength = 200): string {
  return fromElsewhere(title, maxLength) || texts.untitled;
}

/** Who did something, in mrkdwn: a mention, or the name of someone elsewhere. Undefined if it isn't known. */
export function doerOf({ userId, name = "" }: Doer): string | undefined {
  return userId === undefined ? fromElsewhere(name, 80) || undefined : `<@${userId}>`;
}

/** A text from outside in quotation marks, without its final full stop. */
export function quotedFromElsewhere(text: string, maxLength: number): string {
  return `“${fromElsewhere(text, maxLength).replace(/\.$/, "")}”`;
}

/** Keeps Slack from showing lines that begin like "> 10" as quotes. */
export function withoutQuoteBlocks(mrkdwn: string): string {
  // Most texts have none, and this test costs a fraction of the replacement.
  return mrkdwn.includes("&gt;") ? mrkdwn.replace(/^(?=[ \t]*&gt;)/gm, "\u200b") : mrkdwn;
}

/** Notes on an incident's state beside its first lines, each one a line of mrkdwn. */
export function notes(incident: Incident, hook: Hook): string[] {
  return [
    whatItIs(incident),
    snoozeNote(incident),
    flappingNote(incident),
    endNote(incident),
    senderNote(incident),
    truthNote(incident),
    heldNote(incident),
    mutedNote(incident, hook),
  ].filter((note) => note !== undefined);
}

function whatItIs({ latest }: Incident): string | undefined {
  if (latest.isUnreadable) return texts.unreadableNote;
  if (!latest.isTest) return undefined;
  if (latest.sender === subscriptionSender) return texts.subscriptionNote;
  return isOwnTest(latest) ? texts.ownTestNote : texts.senderTestNote;
}

function snoozeNote({ state, snoozed }: Incident): string | undefined {
  if (state !== "snoozed" || !snoozed) return undefined;
  const { atMs, heldBack, reason = "" } = snoozed;
  const why = reason === "" ? "" : quotedFromElsewhere(reason, 200);
  const held = heldBack === 0 ? texts.nothingSuppressed : texts.suppressed(texts.times(heldBack));
  // The first line has the person and the end.
  return `${texts.snoozedSince(at(atMs), why)} ${held} ${texts.postsAnyway}`;
}

function flappingNote({ state, isFlapping, changedAtMs }: Incident): string | undefined {
  if (!isFlapping) return undefined;
  const lastMs = changedAtMs.at(-1) ?? 0;
  const recent = changedAtMs.filter((atMs) => lastMs - atMs <= flappingWindowMs);
  return texts.flapping(plural(recent.length, "change"), state === "resolved");
}

function endNote(incident: Incident): string | undefined {
  const { resolved, state, lastSeenAtMs, intervalMs } = incident;
  if (state !== "resolved" || !resolved) return undefined;
  if (resolved.how === "api") return texts.overByApi;
  if (resolved.how === "deleted") return texts.ruleDeleted;
  if (statusOf(incident) !== "presumed over") return undefined;
  if (isLongUnheard(incident)) return texts.longUnheard(at(lastSeenAtMs));
  const isKnown = intervalMs !== undefined && isEvaluationInterval(intervalMs);
  return texts.unheard(at(lastSeenAtMs), isKnown ? humanDuration(intervalMs / 1_000) : "");
}

function senderNote({ latest }: Incident): string | undefined {
  if (latest.state !== "unclear" || latest.isUnreadable || latest.isTest) return undefined;
  const word = fromElsewhere(latest.stateWord ?? "", 60);
  return word === "" ? texts.noState : texts.unclearState(word);
}

function truthNote({ state, truth }: Incident): string | undefined {
  if (state === "resolved" || !truth || truth.found === "firing") return undefined;
  if (truth.found === "silenced") return texts.silenced;
  return texts.unverified(truth.word === undefined ? undefined : fromElsewhere(truth.word, 60));
}

function heldNote({ held }: Incident): string | undefined {
  return held?.untilMs === undefined ? undefined : texts.heldUntil(at(held.untilMs));
}

function mutedNote({ key, latest }: Incident, hook: Hook): string | undefined {
  const mute = muteOf(hook, { key, alertName: latest.alertName });
  return mute && texts.mutedHere(`<@${mute.userId}>`, at(Date.parse(mute.at)), mute.isRule);
}

type Fact = readonly [name: string, value: string];

/** The facts of an incident: group, value, limit, severity, times, count, and whom it escalated to. */
export function factsBlock(incident: Incident, hook: Hook): SectionBlock {
  const { latest, severity, lastSeenAtMs } = incident;
  const escalated = escalatedTo(incident, hook);
  return fields([
    ...fact(texts.facts.group, latest.group, 150),
    ...fact(texts.facts.value, latest.value, 60),
    ...fact(texts.facts.limit, latest.threshold, 60),
    ...fact(texts.facts.severity, severity, 20),
    ...(latest.isTest ? ([[texts.facts.received, at(lastSeenAtMs)]] satisfies Fact[]) : timeFacts(incident)),
    ...(escalated === undefined ? [] : ([[texts.facts.escalated, escalated]] satisfies Fact[])),
  ]);
}

/** Who was mentioned last: a user group, or who was on call. */
function escalatedTo({ history, mentionedAtMs }: Incident, { escalation }: Hook): string | undefined {
  const last = history.findLast(({ what }) => what === "mentioned");
  if (last?.userIds) return formatList(last.userIds.map(mentionOf));
  const groupId = last?.groupId ?? (mentionedAtMs === undefined ? undefined : escalation?.groupId);
  return groupId === undefined ? undefined : `<!subteam^${groupId}>`;
}

function timeFacts(incident: Incident): Fact[] {
  const { openedAtMs, state, resolved, lastSeenAtMs, times } = incident;
  const since: Fact = [texts.facts.since, at(openedAtMs)];
  const seen: Fact = [texts.facts.seen, texts.times(times)];
  return state === "resolved" && resolved
    ? [since, [texts.facts.until, at(resolved.atMs)], seen]
    : [since, seen, [texts.facts.lastSeen, at(lastSeenAtMs)]];
}

function fact(name: string, value: string | undefined, maxLength: number): Fact[] {
  const shown = fromElsewhere(value ?? "", maxLength);
  return shown === "" ? [] : [[name, withoutQuoteBlocks(shown)]];
}
