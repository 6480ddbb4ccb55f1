import { formatAge } from "../judgement/format.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import { plural } from "../../../lib/text.ts";
import type { BackupWatchSchedule, Breach, Unreadable } from "./schedule.ts";

/** The post about a breach. */
export function brokenPost(schedule: BackupWatchSchedule, { lastGoodAt, failed, maxAgeMs }: Breach): Reply {
  const since =
    lastGoodAt === undefined ? "There is none at all." : `The last one began ${date(lastGoodAt)}.`;
  const failures =
    failed === 0
      ? ""
      : ` ${plural(failed, "backup")} ${failed === 1 ? "has" : "have"} failed${lastGoodAt === undefined ? "" : " since"}.`;
  const text = `:warning: *${nameOf(schedule)} has no good backup younger than ${formatAge(maxAgeMs)}.* ${since}${failures} I look again and tell here when there is one.`;
  return withButton(schedule, text);
}

/** The post about the end of a breach. */
export function holdsPost(schedule: BackupWatchSchedule, breach: Breach): Reply {
  const [same, { mended }] = [sameBackup(breach), breach];
  const began = mended ? ` It began ${date(mended.lastGoodAt)}${brokenFor(breach)}.` : "";
  const text =
    same === undefined
      ? `*${nameOf(schedule)} has a good backup again.*${began}`
      : `*The last good backup of ${nameOf(schedule)} is young enough again*, since it may be ${formatAge(schedule.maxAgeMs)} old now. It began ${date(same)}.`;
  return withButton(schedule, `:white_check_mark: ${text}`);
}

/** The post about a breach, redrawn after its end. */
export function mendedPost(schedule: BackupWatchSchedule, breach: Breach): Reply {
  const { lastGoodAt, mended, maxAgeMs } = breach;
  const had = `:white_check_mark: ${nameOf(schedule)} had no good backup younger than ${formatAge(maxAgeMs)}`;
  const same = sameBackup(breach);
  if (same !== undefined) {
    const now = formatAge(schedule.maxAgeMs);
    return say(`${had}. The one that began ${date(same)} is young enough since it may be ${now} old.`);
  }
  const before = lastGoodAt === undefined ? "" : ` The one before began ${date(lastGoodAt)}.`;
  const again = mended ? ` since the one that began ${date(mended.lastGoodAt)}` : "";
  return say(`${had}, and has one again${again}.${before}`);
}

/** When the last good backup began, if the breach ended because a person allowed a greater age. */
function sameBackup({ lastGoodAt, mended }: Breach): string | undefined {
  return mended?.lastGoodAt === lastGoodAt ? lastGoodAt : undefined;
}

/** The post about backups that could not be read for as long as a backup may be old. */
export function unreadablePost(schedule: BackupWatchSchedule, { since, reason }: Unreadable): Reply {
  return say(
    `:grey_question: *The backups of ${nameOf(schedule)} could not be checked since ${date(since)}*, so nobody knows whether one is younger than ${formatAge(schedule.maxAgeMs)}. ${reason} I go on trying.`,
  );
}

/** The same post, redrawn after the backups were read again. */
export function readablePost(schedule: BackupWatchSchedule, { since, until = since }: Unreadable): Reply {
  return say(
    `:white_check_mark: The backups of ${nameOf(schedule)} could not be checked from ${date(since)} to ${date(until)}. They are checked again.`,
  );
}

/** The post about a deleted service. */
export function gonePost(schedule: BackupWatchSchedule): Reply {
  return say(
    `:information_source: *${nameOf(schedule)} is not there any more at the cloud*, so its backups are no longer watched here. If it was deleted by mistake, its backups may be kept for some days: ask the cloud's support.`,
  );
}

function brokenFor({ lastGoodAt, maxAgeMs }: Breach): string {
  if (lastGoodAt === undefined) return "";
  return `; there was none young enough since ${date(new Date(Date.parse(lastGoodAt) + maxAgeMs))}`;
}

function withButton({ service }: BackupWatchSchedule, text: string): Reply {
  const button = commandButton("Show the backups", `backups ${service.serviceId}`);
  return reply(text, [section(text), actions([button])]);
}

function nameOf({ service }: BackupWatchSchedule): string {
  return escapeName(service.name);
}

function date(time: string | Date): string {
  return slackDate(new Date(time));
}
