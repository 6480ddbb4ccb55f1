import type { KnownService } from "../../connections/index.ts";
import { factsOf } from "../judgement/facts.ts";
import { lastGoodOf, promiseHolds } from "../judgement/promise.ts";
import { rhythmOf } from "../judgement/rhythm.ts";
import type { Reply } from "../../../platform/blocks/reply.ts";
import { listBackups } from "../../../platform/cloud/services/backup.ts";
import type { BackupsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { plural } from "../../../lib/text.ts";
import { survey } from "../../../lib/unreadable.ts";
import { BackupWatchOrder } from "./schedule.ts";
import { type Happened, type Standing, confirmation } from "./confirmation.ts";
import type { WatchWords } from "./read-words.ts";
import { channelOfOrder, startOrder, wakeOrder } from "../../../platform/jobs/schedules/schedules.ts";

type Wish = Extract<WatchWords, { act: "set" }>;

/** Sets a watch, or changes the age of the one that this channel has over the service; says what is promised and whether it holds now. */
export async function setWatch(wish: Wish, context: BackupsContext, asker: Asker): Promise<Reply> {
  const service = await context.services.find(wish.service);
  const { channelId, notes } = await channelOfOrder(wish.channelId, context, asker);
  const watches = await context.schedules.list(BackupWatchOrder);
  const present = watches.find(
    (order) => order.channelId === channelId && order.service.serviceId === service.serviceId,
  );
  // Without an age, a watch that is there keeps its own.
  const maxAgeMs = present && wish.isDefault ? present.maxAgeMs : wish.maxAgeMs;
  const standing = await standingOf(service, maxAgeMs, context);
  const order = present ?? newOrder(service, { channelId, maxAgeMs }, context, asker);
  const happened = await keep(order, present, maxAgeMs, context);
  return confirmation(
    { ...order, maxAgeMs },
    { happened, standing, isDefault: wish.isDefault && !present, notes },
  );
}

function newOrder(
  { serviceId, name, connection }: KnownService,
  { channelId, maxAgeMs }: { channelId: string; maxAgeMs: number },
  { newId, now }: BackupsContext,
  { userId }: Asker,
): BackupWatchOrder {
  return {
    kind: "backup-watch",
    id: newId(),
    service: { serviceId, name },
    connection,
    channelId,
    maxAgeMs,
    createdBy: userId,
    createdAt: now().toISOString(),
    state: {},
  };
}

async function keep(
  order: BackupWatchOrder,
  present: BackupWatchOrder | undefined,
  maxAgeMs: number,
  context: BackupsContext,
): Promise<Happened> {
  if (!present) {
    await startOrder(context, order);
    return "set";
  }
  if (present.maxAgeMs === maxAgeMs) return "there";
  const changed = await context.schedules.change(present, (watch) => {
    const { nextLookAt: _, ...state } = watch.state;
    return { ...watch, maxAgeMs, state };
  });
  if (!changed) {
    throw new AppError("conflict", "Somebody just stopped this watch. Send the command again to have it.");
  }
  await wakeOrder(context, present);
  return "changed";
}

/** How the promise stands now; a cloud that cannot be asked just now keeps nobody from setting a watch. */
async function standingOf(
  { serviceId, connection }: KnownService,
  maxAgeMs: number,
  context: BackupsContext,
): Promise<Standing> {
  try {
    const listed = await context.cloudOf(connection).call(listBackups, { serviceId });
    const { readable, unreadable } = survey(listed);
    const now = context.now();
    const everyMs = rhythmOf(factsOf(readable, now));
    const lastGood = lastGoodOf(readable, now);
    // One that cannot be read may be the good one that is missed.
    if (unreadable.length > 0 && !promiseHolds(lastGood, maxAgeMs, now))
      throw new AppError("upstream", `${plural(unreadable.length, "backup")} could not be read.`);
    return { lastGood, maxAgeMs, everyMs, now };
  } catch (error) {
    if (!isAppError(error, "auth", "forbidden", "limited", "upstream")) throw error;
    return { error };
  }
}
