import { ageAsTyped } from "../judgement/format.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import type { Reply } from "../../../platform/blocks/reply.ts";
import type { BackupsContext } from "../context.ts";
import type { MessagePlace } from "../../../platform/jobs/messenger.ts";
import { isAppError } from "../../../lib/errors.ts";
import type { BackupWatchOrder } from "./schedule.ts";
import { brokenPost, holdsPost, mendedPost, readablePost, unreadablePost } from "./posts.ts";
import { tellInChannel } from "../../../platform/jobs/schedules/schedules.ts";

/** A watch that goes on, or undefined where it has ended. */
type Watch = BackupWatchOrder | undefined;

/** Tells all that a watch has found and not told yet, each once; answers the watch as it is then, undefined where it has ended. */
export async function tellNews(order: BackupWatchOrder, context: BackupsContext): Promise<Watch> {
  let watch: Watch = order;
  for (const tell of [tellBroken, tellHolds, tellUnreadable, tellReadable]) {
    watch = watch && (await tell(watch, context));
  }
  return watch;
}

async function tellBroken(order: BackupWatchOrder, context: BackupsContext): Promise<Watch> {
  const { breach } = order.state;
  if (!breach || breach.place) return order;
  const place = await tellOnce(context, order, `broken:${breach.number}`, brokenPost(order, breach));
  return place && keepBreach(context, order, place);
}

async function tellHolds(order: BackupWatchOrder, context: BackupsContext): Promise<Watch> {
  const { breach } = order.state;
  if (!breach?.place || !breach.mended) return order;
  const place = await tellOnce(context, order, `holds:${breach.number}`, holdsPost(order, breach));
  if (!place) return undefined;
  await redraw(context, breach.place, mendedPost(order, breach));
  return keepBreach(context, order, undefined);
}

async function tellUnreadable(order: BackupWatchOrder, context: BackupsContext): Promise<Watch> {
  const { unreadable } = order.state;
  if (unreadable?.reason === undefined || unreadable.place) return order;
  const key = `unreadable:${unreadable.since}`;
  const place = await tellOnce(context, order, key, unreadablePost(order, unreadable));
  return place && keepUnreadable(context, order, place);
}

async function tellReadable(order: BackupWatchOrder, context: BackupsContext): Promise<Watch> {
  const { unreadable } = order.state;
  if (unreadable?.until === undefined || !unreadable.place) return order;
  await redraw(context, unreadable.place, readablePost(order, unreadable));
  return keepUnreadable(context, order, undefined);
}

/** Posts in the watch's channel, once under this key of the watch. */
export function tellOnce(
  context: BackupsContext,
  order: BackupWatchOrder,
  key: string,
  reply: Reply,
): Promise<MessagePlace | undefined> {
  const { name } = order.service;
  return tellInChannel(context, order, {
    key: `${order.id}:${key}`,
    reply,
    orderInWords: `The watch over the backups of ${escapeName(name)}`,
    toStartAgain: `/db backups watch ${name} #channel max-age ${ageAsTyped(order.maxAgeMs)}`,
  });
}

/** Draws a message anew; one that somebody deleted, or that can no longer be changed, is left. */
async function redraw({ messenger, log }: BackupsContext, place: MessagePlace, reply: Reply): Promise<void> {
  try {
    await messenger.update(place, reply);
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
    log.info({ err: error }, "a watch's message could not be drawn anew");
  }
}

/** Keeps where a breach was told, or forgets one that is over; another one that began meanwhile stays. */
function keepBreach(
  { schedules }: BackupsContext,
  order: BackupWatchOrder,
  place: MessagePlace | undefined,
): Promise<Watch> {
  return schedules.change(order, (present) => {
    const { breach, ...rest } = present.state;
    if (breach?.number !== order.state.breach?.number) return present;
    return { ...present, state: { ...rest, ...(breach && place ? { breach: { ...breach, place } } : {}) } };
  });
}

/** The same for a time in which the cloud could not be asked. */
function keepUnreadable(
  { schedules }: BackupsContext,
  order: BackupWatchOrder,
  place: MessagePlace | undefined,
): Promise<Watch> {
  return schedules.change(order, (present) => {
    const { unreadable, ...rest } = present.state;
    if (unreadable?.since !== order.state.unreadable?.since) return present;
    return {
      ...present,
      state: { ...rest, ...(unreadable && place ? { unreadable: { ...unreadable, place } } : {}) },
    };
  });
}
