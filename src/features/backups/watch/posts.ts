import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { BackupWatchSchedule, Breach, Unreadable } from "./schedule.ts";
import * as texts from "./texts.ts";

/** The post about a breach. It mentions the service's owner, in mrkdwn. */
export function brokenPost(schedule: BackupWatchSchedule, breach: Breach, owner?: string): Reply {
  return withButton(schedule, texts.broken(schedule, breach, owner));
}

/** The post about the end of a breach. */
export function holdsPost(schedule: BackupWatchSchedule, breach: Breach): Reply {
  const same = sameBackup(breach);
  const text =
    same === undefined ? texts.goodAgain(schedule, breach) : texts.withinLimitAgain(schedule, same);
  return withButton(schedule, text);
}

/** The post about a breach, redrawn after its end. */
export function mendedPost(schedule: BackupWatchSchedule, breach: Breach): Reply {
  const same = sameBackup(breach);
  return say(
    same === undefined ? texts.hadNone(schedule, breach) : texts.hadNoneBefore(schedule, breach, same),
  );
}

/** When the last good backup began, if the breach ended because a person allowed a greater age. */
function sameBackup({ lastGoodAt, mended }: Breach): string | undefined {
  return mended?.lastGoodAt === lastGoodAt ? lastGoodAt : undefined;
}

/** The post about backups that were unreadable for as long as a backup may be old. */
export function unreadablePost(schedule: BackupWatchSchedule, unreadable: Unreadable): Reply {
  return say(texts.unreadable(schedule, unreadable));
}

/** The same post, redrawn after the backups were read again. */
export function readablePost(schedule: BackupWatchSchedule, unreadable: Unreadable): Reply {
  return say(texts.readable(schedule, unreadable));
}

/** The post about a deleted service. */
export function gonePost(schedule: BackupWatchSchedule): Reply {
  return say(texts.gone(schedule));
}

function withButton({ service }: BackupWatchSchedule, text: string): Reply {
  const button = commandButton(texts.labels.show, {
    call: "backups_list",
    args: { service: service.serviceId },
  });
  return reply(text, [section(text), actions([button])]);
}
