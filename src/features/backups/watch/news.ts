import { ageAsTyped } from "../judgement/format.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import type { Reply } from "../../../platform/blocks/reply.ts";
import type { BackupsContext } from "../context.ts";
import type { MessageRef } from "../../../platform/jobs/messenger.ts";
import { isAppError } from "../../../lib/errors.ts";
import type { BackupWatchSchedule } from "./schedule.ts";
import { brokenPost, holdsPost, mendedPost, readablePost, unreadablePost } from "./posts.ts";
import { tellInChannel } from "../../../platform/jobs/schedules/schedules.ts";

/** A watch that goes on, or undefined where it has ended. */
type Watch = BackupWatchSchedule | undefined;

/** Tells all that a watch has found and not told yet, each once; answers the watch as it is then, undefined where it has ended. */
export async function tellNews(schedule: BackupWatchSchedule, context: BackupsContext): Promise<Watch> {
  let watch: Watch = schedule;
  for (const tell of [tellBroken, tellHolds, tellUnreadable, tellReadable]) {
    watch = watch && (await tell(watch, context));
  }
  return watch;
}

async function tellBroken(schedule: BackupWatchSchedule, context: BackupsContext): Promise<Watch> {
  const { breach } = schedule.state;
  if (!breach || breach.messageRef) return schedule;
  const messageRef = await tellOnce(
    context,
    schedule,
    `broken:${breach.number}`,
    brokenPost(schedule, breach),
  );
  return messageRef && keepBreach(context, schedule, messageRef);
}

async function tellHolds(schedule: BackupWatchSchedule, context: BackupsContext): Promise<Watch> {
  const { breach } = schedule.state;
  if (!breach?.messageRef || !breach.mended) return schedule;
  const messageRef = await tellOnce(context, schedule, `holds:${breach.number}`, holdsPost(schedule, breach));
  if (!messageRef) return undefined;
  await redraw(context, breach.messageRef, mendedPost(schedule, breach));
  return keepBreach(context, schedule, undefined);
}

async function tellUnreadable(schedule: BackupWatchSchedule, context: BackupsContext): Promise<Watch> {
  const { unreadable } = schedule.state;
  if (unreadable?.reason === undefined || unreadable.messageRef) return schedule;
  const key = `unreadable:${unreadable.since}`;
  const messageRef = await tellOnce(context, schedule, key, unreadablePost(schedule, unreadable));
  return messageRef && keepUnreadable(context, schedule, messageRef);
}

async function tellReadable(schedule: BackupWatchSchedule, context: BackupsContext): Promise<Watch> {
  const { unreadable } = schedule.state;
  if (unreadable?.until === undefined || !unreadable.messageRef) return schedule;
  await redraw(context, unreadable.messageRef, readablePost(schedule, unreadable));
  return keepUnreadable(context, schedule, undefined);
}

/** Posts in the watch's channel, once under this key of the watch. */
export function tellOnce(
  context: BackupsContext,
  schedule: BackupWatchSchedule,
  key: string,
  reply: Reply,
): Promise<MessageRef | undefined> {
  const { name } = schedule.service;
  return tellInChannel(context, schedule, {
    key: `${schedule.id}:${key}`,
    reply,
    scheduleText: `The watch over the backups of ${escapeName(name)}`,
    toStartAgain: `/db backups watch ${name} #channel max-age ${ageAsTyped(schedule.maxAgeMs)}`,
  });
}

/** Draws a message anew; one that somebody deleted, or that can no longer be changed, is left. */
async function redraw(
  { messenger, log }: BackupsContext,
  messageRef: MessageRef,
  reply: Reply,
): Promise<void> {
  try {
    await messenger.update(messageRef, reply);
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
    log.info({ err: error }, "a watch's message could not be drawn anew");
  }
}

/** Keeps where a breach was told, or forgets one that is over; another one that began meanwhile stays. */
function keepBreach(
  { schedules }: BackupsContext,
  schedule: BackupWatchSchedule,
  messageRef: MessageRef | undefined,
): Promise<Watch> {
  return schedules.change(schedule, (present) => {
    const { breach, ...rest } = present.state;
    if (breach?.number !== schedule.state.breach?.number) return present;
    return {
      ...present,
      state: { ...rest, ...(breach && messageRef ? { breach: { ...breach, messageRef } } : {}) },
    };
  });
}

/** The same for a time in which the cloud could not be asked. */
function keepUnreadable(
  { schedules }: BackupsContext,
  schedule: BackupWatchSchedule,
  messageRef: MessageRef | undefined,
): Promise<Watch> {
  return schedules.change(schedule, (present) => {
    const { unreadable, ...rest } = present.state;
    if (unreadable?.since !== schedule.state.unreadable?.since) return present;
    return {
      ...present,
      state: { ...rest, ...(unreadable && messageRef ? { unreadable: { ...unreadable, messageRef } } : {}) },
    };
  });
}
