import { humanDuration } from "../../../lib/time.ts";
import type { Hook } from "../hooks/record.ts";
import type { Incident } from "../incident/record.ts";
import { isLongUnheard, isTelling } from "../incident/presumed-over.ts";
import { isOwnTest } from "../senders/test-event.ts";
import { at } from "./at.ts";
import { timesInWords } from "./facts.ts";
import { fromElsewhere, quotedFromElsewhere } from "./from-elsewhere.ts";
import { statusOf } from "./status.ts";

/** What there is to know of how an incident stands beyond its first line, each a line of mrkdwn. */
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
  const { atMs, heldBack } = snoozed;
  const { reason = "" } = snoozed;
  const why = reason === "" ? "" : `: ${quotedFromElsewhere(reason, 200)}`;
  const held =
    heldBack === 0
      ? "Nothing was held back so far."
      : `Seen ${timesInWords({ times: heldBack })} meanwhile, and held back.`;
  // By whom and until when stands in the first line.
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
  const looks =
    intervalMs === undefined || !isTelling(intervalMs)
      ? ""
      : ` Its sender looks every ${humanDuration(intervalMs / 1_000)}.`;
  return `Nobody said that it is over, but nothing was heard of it since ${at(lastSeenAtMs)}.${looks}`;
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
