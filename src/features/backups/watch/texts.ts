import { code, escapeName, formatChannel } from "../../../platform/blocks/escape.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { formatList, plural } from "../../../lib/text.ts";
import { spanAsTyped } from "../../../platform/commands/arguments/kinds.ts";
import { formatAge, formatSpan } from "../judgement/format.ts";
import { type BackupWatchSchedule, type Breach, type Unreadable, watchStatus } from "./schedule.ts";

type Watch = Pick<BackupWatchSchedule, "service" | "maxAgeMs" | "channelId">;

function name({ service }: Pick<Watch, "service">): string {
  return escapeName(service.name);
}

function date(time: string | Date): string {
  return slackDate(new Date(time));
}

// Setting a watch.

/** What a watch does: "alert in #databases if no good backup in 26 hours". */
function rule(watch: Watch): string {
  return `alert ${formatChannel(watch)} if no good backup in ${formatAge(watch.maxAgeMs)}`;
}

/** The first line of the confirmation. */
export function outcome(watch: Watch, happened: "set" | "changed" | "there"): string {
  const headlines = { set: "Watching", changed: "Changed the watch on", there: "Already watching" };
  return `*${headlines[happened]} ${name(watch)}:* ${rule(watch)}.`;
}

export const howItPosts =
  "I post once if that happens, and once when there's a good backup again. `max-age` changes the limit.";

export const notCheckedNow = "I couldn't check it yet.";

/** Says that the last good backup is young enough, or that it is not. */
export function lastGoodNow(at: Date, now: Date, holds: boolean): string {
  const started = `the last good backup started ${date(at)}, ${formatSpan(now.getTime() - at.getTime())} ago`;
  return holds
    ? `:white_check_mark: *OK:* ${started}.`
    : `:red_circle: *Too old:* ${started}. I'll post that.`;
}

export const noneNow = ":red_circle: *No good backup.* I'll post that.";

/** Says that the service is younger than its first backup. */
export function firstDueNow(firstDueAt: Date): string {
  return `:hourglass_flowing_sand: *First backup due:* expected by ${date(firstDueAt)}.`;
}

/** A warning if the limit is shorter than the time between two backups. */
export function tooShort(everyMs: number): string {
  const every = formatSpan(everyMs);
  return `:warning: This service's backups usually start every ${every}, so this limit alerts between them. Use more than ${every}.`;
}

export const stoppedMeanwhile = "Someone stopped this watch a moment ago. Send the command again to set it.";

export const labels = {
  stop: "Stop",
  allWatches: "All watches",
  show: "Show backups",
};

// The list of watches.

const howToWatch = `Watch one: ${code("/db backups watch orders prod #databases 26h")}`;

export const noWatches = `No backups are watched. ${howToWatch}`;

export const listHint = `${howToWatch}. Stop one: ${code("/db backups watch stop 2")}`;

/** The first line of the list. */
export function listHeadline(count: number): string {
  return `*${plural(count, "backup watch", "backup watches")}*`;
}

/** A watch in the list, with its status in front. */
export function listLine(watch: BackupWatchSchedule, number: number): string {
  return `${number}. ${status(watch)} · *${name(watch)}*\n${capitalRule(watch)}.`;
}

function capitalRule(watch: Watch): string {
  const said = rule(watch);
  return said.slice(0, 1).toUpperCase() + said.slice(1);
}

function status(watch: BackupWatchSchedule): string {
  const { status: found, lastGoodBackupAt = "", unreadableSince = "" } = watchStatus(watch);
  switch (found) {
    case "unreadable":
      return `:grey_question: *Couldn't check* since ${date(unreadableSince)}`;
    case "not_checked":
      return ":hourglass_flowing_sand: *Not checked yet*";
    case "ok":
      return ":white_check_mark: *OK*";
    case "no_good_backup":
      return ":red_circle: *No good backup*";
    case "too_old":
      return `:red_circle: *Too old:* last good backup ${date(lastGoodBackupAt)}`;
  }
}

// Stopping a watch.

/** Says that a watch was stopped, and how to set it again. */
export function stopped(watch: Watch): string {
  const again = code(`/db backups watch ${watch.service.name} max-age ${spanAsTyped(watch.maxAgeMs)}`);
  return `*Stopped watching ${name(watch)}* ${formatChannel(watch)}. To start again, type this there: ${again}.`;
}

const stopExample =
  "`/db backups watch list` numbers them, and `/db backups watch stop 2` stops the second one.";

export const whichOne = `*Which watch?* Choose it, or type its number: ${code("/db backups watch stop 2")}.`;

/** Several watches fit what was typed. */
export function several(numbers: readonly number[]): string {
  return `${numbers.length} watches match: ${formatList(numbers.map(String))}. Stop one by its number. ${stopExample}`;
}

/** No watch fits what was typed. */
export function notFound(typed: string, near: string | undefined): string {
  const hint = near === undefined ? "" : ` Did you mean “${near}”?`;
  return `I can't find a watch on “${typed}”.${hint} \`/db backups watch list\` shows them all.`;
}

export const chooseService =
  "Add the service to watch, such as `/db backups watch orders prod #databases 26h`.";

// Posts in the channel.

/** The post about a breach. */
export function broken(watch: Watch, { lastGoodAt, failed, maxAgeMs }: Breach, owner?: string): string {
  const last = lastGoodAt === undefined ? "It has none at all." : `The last one started ${date(lastGoodAt)}.`;
  const failures =
    failed === 0 ? "" : ` ${plural(failed, "backup")} failed${lastGoodAt === undefined ? "" : " since"}.`;
  return `:red_circle: *${name(watch)}: no good backup in ${formatAge(maxAgeMs)}.* ${last}${failures} I'll post when there's a good one.${owner === undefined ? "" : ` Owner: ${owner}.`}`;
}

/** The post about a good backup after a breach. */
export function goodAgain(watch: Watch, { mended, lastGoodAt, maxAgeMs }: Breach): string {
  const since =
    lastGoodAt === undefined
      ? ""
      : ` It was overdue since ${date(new Date(Date.parse(lastGoodAt) + maxAgeMs))}.`;
  const started = mended ? ` It started ${date(mended.lastGoodAt)}.${since}` : "";
  return `:white_check_mark: *${name(watch)} has a good backup again.*${started}`;
}

/** The post about a breach that ended because a person raised the limit. */
export function withinLimitAgain(watch: Watch, lastGoodAt: string): string {
  return `:white_check_mark: *${name(watch)} is within its limit again:* the limit is now ${formatAge(watch.maxAgeMs)}. The last good backup started ${date(lastGoodAt)}.`;
}

/** The post about a breach, redrawn after its end. */
export function hadNone(watch: Watch, { lastGoodAt, mended, maxAgeMs }: Breach): string {
  const until = mended ? ` until the one that started ${date(mended.lastGoodAt)}` : "";
  const before = lastGoodAt === undefined ? "" : ` The one before started ${date(lastGoodAt)}.`;
  return `:white_check_mark: ${name(watch)} had no good backup in ${formatAge(maxAgeMs)}${until}.${before}`;
}

/** The same after a person raised the limit. */
export function hadNoneBefore(watch: Watch, { maxAgeMs }: Breach, lastGoodAt: string): string {
  return `:white_check_mark: ${name(watch)} had no good backup in ${formatAge(maxAgeMs)}. The limit is now ${formatAge(watch.maxAgeMs)}, and the last good one started ${date(lastGoodAt)}.`;
}

/** The post about backups that were unreadable for as long as a backup may be old. `reason` is mrkdwn. */
export function unreadable(watch: Watch, { since, reason = "" }: Unreadable): string {
  return `:grey_question: *I haven't been able to check the backups of ${name(watch)} since ${date(since)}*, so I can't tell if one is younger than ${formatAge(watch.maxAgeMs)}. ${reason} I'll keep trying.`;
}

/** The same post, redrawn after the backups were read again. */
export function readable(watch: Watch, { since, until = since }: Unreadable): string {
  return `:white_check_mark: I couldn't check the backups of ${name(watch)} from ${date(since)} to ${date(until)}. Now I can again.`;
}

/** The post about a deleted service. */
export function gone(watch: Watch): string {
  return `:information_source: *${name(watch)} no longer exists in the cloud*, so I stopped watching its backups. If someone deleted it by mistake, ask the cloud's support soon: backups may be kept for some days.`;
}
