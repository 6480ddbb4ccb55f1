import { plural } from "../../../lib/text.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import type { Gap, LastBackup } from "../last-backup.ts";

/** The subject of a sentence, in mrkdwn. */
export function subject(name: string): string {
  return `The end of *${escapeName(name)}*`;
}

/** As in "2 services that end". */
export function count(services: number): string {
  return plural(services, "service that ends", "services that end");
}

// Names are plain here, and escaped within.

/** The title of a warning. */
export function warning(name: string, endsAt: Date): string {
  return `:hourglass_flowing_sand: *${escapeName(name)} ends ${slackDate(endsAt)}* (${slackDate(endsAt, { style: "ago" })}).`;
}
export const warningMore = "I'll stop it then. Its data stays. Do you still need it?";

/** The ends that are offered for one without an end, by their button. */
export const offered = { "End in 7 days": "7d", "End in 30 days": "30d" } as const;

export const buttons = { day: "Keep 1 day", week: "Keep 7 days", good: "Keep for good" } as const;

/** It was stopped. */
export function stopped(name: string, days: number | undefined): string {
  const then =
    days === undefined
      ? "It's stopped until someone starts it."
      : `It's deleted ${plural(days, "day")} from now, unless someone keeps it. I tell you a day before.`;
  return `:black_square_for_stop: *${escapeName(name)} has ended, so I stopped it.* Its data stays. ${then} ${code(`/db services start ${name}`)} starts it again.`;
}

/** It couldn't be stopped. */
export function stillRuns(name: string, why: string): string {
  return `:warning: *${escapeName(name)} has ended and still runs.* ${why} Stop it in the cloud's console, or keep it.`;
}

/** A day before it is deleted. */
export function grace(name: string, until: Date): string {
  return `:wastebasket: *${escapeName(name)} is deleted ${slackDate(until)}*, with all its data. It ended and has been stopped since.`;
}

/** It was not deleted. */
export function kept(name: string, why: string): string {
  return `:information_source: *I didn't delete ${escapeName(name)}.* ${why}`;
}
export function deleted(name: string): string {
  return `:wastebasket: *I deleted ${escapeName(name)}*, as its policy says.`;
}
export function gone(name: string): string {
  return `:information_source: *${escapeName(name)}* is gone: the cloud doesn't have it anymore, so there is nothing to stop.`;
}

// Reasons. Plain text.

export const because = "Its time was over.";
export const unserved = "This server does not offer to stop a service.";
export const deleteUnserved = "This server does not offer to delete a service.";
export const failed = "The cloud didn't do it.";

/** Why a backup isn't proven to have all data. In mrkdwn. */
export function unproven(gap: Gap, { at }: LastBackup, ranUntil: Date): string {
  const last = at ? slackDate(new Date(at)) : "";
  switch (gap) {
    case "unread":
      return "I couldn't read its backups.";
    case "none":
      return "It has no good backup.";
    case "older":
      return `Its last good backup is of ${last}, and it ran until ${slackDate(ranUntil)}. What changed in between would be lost.`;
    case "failed":
      return `A backup failed after its last good one, of ${last}.`;
    case "unclear":
      return `After its last good backup, of ${last}, there are others that I can't tell to be good.`;
  }
}

/** In the message of the grace, if no backup has all data yet. */
export function unlessBackup(why: string): string {
  return `:warning: ${why} I keep it, unless a good backup of all its data is there by then.`;
}

/** What happens to one that is kept for want of a backup. */
export const looksAgain = "I look again each day, and tell you a day before I delete it.";

// What no one could be told. Plain text.

export const untold = {
  warning: "No one could be told that it ends, so it isn't stopped.",
  running: "It has ended and still runs, and no one could be told.",
  stopped: "It has ended and is stopped, and no one could be told, so it isn't deleted.",
  deletion: "No one could be told that it is to be deleted, so it isn't.",
  kept: "It isn't deleted, and no one could be told why.",
} as const;

// Setting it

export const summary = "Says when services end, warns before, and stops them.";
export const details =
  "I warn the owner 2 days before, 2 hours before and 30 minutes before, with buttons to keep it. At the end I stop it, if the server can, or tell you daily. `/db admin access limit operator expires=7d longest=30d deletes=14d` sets what a role's services begin with, how long they may be kept, and when a stopped one is deleted.";

/** Its end was set. */
export function set(name: string, endsAt: Date): string {
  return `*${escapeName(name)}* ends ${slackDate(endsAt)}. I warn its owner 2 days before, 2 hours before and 30 minutes before, and stop it at the end. Its data stays.`;
}
export function never(name: string): string {
  return `*${escapeName(name)}* is kept for good.`;
}
export function noEnd(name: string): string {
  return `*${escapeName(name)}* has no end, so it is kept for good. For another day than these: ${code(`/db services expires ${name} 2026-12-31`)}.`;
}
export const noneEnds = `No service has an end. Set one with ${code("/db services expires <service> 7d")}.`;

/** One of those that end. */
export function line(name: string, endsAt: Date, ownerId: string, state: string | undefined): string {
  return `• *${escapeName(name)}*, <@${ownerId}>, ${state ?? `ends ${slackDate(endsAt)}`}`;
}
export const states = {
  stopped: "has ended and is stopped",
  started: "has ended, and someone started it again",
  running: "has ended and still runs",
} as const;

/** One that isn't deleted. The reason is mrkdwn. */
export function stateKept(why: string): string {
  return `has ended and is kept. ${why}`;
}

/** One that waits, because no one could be told. */
export function stateUntold(endsAt: Date, what: string): string {
  return `ends ${slackDate(endsAt)}. :warning: ${what} I try again each hour.`;
}

/** A button of an earlier warning. */
export function movedAlready(name: string, endsAt: Date | undefined): string {
  const now = endsAt ? `It ends ${slackDate(endsAt)} now.` : "It's kept for good now.";
  return `Someone moved the end of *${escapeName(name)}* already. ${now} Nothing changed.`;
}

/** Beyond the role's limit, as the end of a sentence. */
export function beyond(role: string, days: number): string {
  return `an ${role} may keep a service ${plural(days, "day")} at most`;
}

/** Plain text, with a way out. */
export function tooLong(role: string, days: number): string {
  return `An ${role} can keep a service ${plural(days, "day")} at most. Choose an earlier end, or ask an admin to set this one.`;
}

/** What approvers read after "wants to". */
export function wish(name: string, until: Date | undefined): string {
  const shown = escapeName(name);
  return until ? `keep *${shown}* until ${slackDate(until)}` : `keep *${shown}* for good`;
}
/** Beside "Ends", for approvers. */
export const noEndYet = "never";

// Problems. Plain text.

export const which = "Which service? Add its name and when it ends, as in `orders dev 7d`.";
export const when =
  "When does it end? Add `7d`, `2 months`, `friday`, `15 december`, `end of month`, `2026-12-31` or `never`.";
export const past = "That is over already. Choose a time that is at least an hour ahead.";
export const tooFar = "That is too far ahead: choose a day within ten years, or `never`.";
export const noLonger = "The service isn't on the list anymore.";
export const notAllowedNow = "Its requester isn't its owner anymore, and isn't an operator.";

/** A file can't end a service at once. Plain text. */
export const isOver = (name: string) => `The end of ${name} is over. Choose a later one, or leave it out.`;
