import { lastGoodOf, promiseHolds } from "../judgement/promise.ts";
import { explain, unreadableInWords } from "../../../platform/blocks/explain.ts";
import { listBackups } from "../../../platform/cloud/services/backup.ts";
import type { BackupsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { hourMs } from "../../../lib/duration.ts";
import { survey } from "../../../lib/unreadable.ts";
import { BackupWatchOrder } from "./schedule.ts";
import type { ScheduleStep, ScheduleKind } from "../../../platform/jobs/schedules/schedules.ts";
import { afterLook, type Look } from "./after-read.ts";
import { tellNews, tellOnce } from "./news.ts";
import { gonePost } from "./posts.ts";

/** A step of a watch: tells what was found, and asks the cloud when it is time. */
export async function advanceBackupWatch(
  order: BackupWatchOrder,
  context: BackupsContext,
): Promise<ScheduleStep> {
  const watch = await tellNews(order, context);
  if (!watch) return "done";
  const waitMs = Date.parse(watch.state.nextLookAt ?? "") - context.now().getTime();
  if (waitMs > 0) return { againInMs: waitMs };

  const look = await lookAt(watch, context);
  if (look === "gone") {
    await tellOnce(context, watch, "gone", gonePost(watch));
    await context.schedules.remove(watch.id);
    return "done";
  }
  const now = context.now();
  await context.schedules.change(watch, (present) =>
    // Whoever looked meanwhile, or changed what is promised, knows better.
    present.state.nextLookAt === watch.state.nextLookAt && present.maxAgeMs === watch.maxAgeMs
      ? { ...present, state: afterLook(present.state, look, { maxAgeMs: present.maxAgeMs, now }) }
      : present,
  );
  return { againInMs: 0 };
}

async function lookAt(
  { connection, maxAgeMs, service: { serviceId } }: BackupWatchOrder,
  context: BackupsContext,
): Promise<Look | "gone"> {
  try {
    const { readable, unreadable } = survey(
      await context.cloudOf(connection).call(listBackups, { serviceId }),
    );
    const lastGood = lastGoodOf(readable, context.now());
    // One that cannot be read may be the good one that is missed.
    const isKnown = unreadable.length === 0 || promiseHolds(lastGood, maxAgeMs, context.now());
    return isKnown ? { lastGood } : { unreadable: unreadableInWords("backup", unreadable).join(" ") };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    if (error.kind === "missing" && !error.unserved) return "gone";
    context.log.warn({ err: error, serviceId }, "watched backups cannot be read");
    return { unreadable: explain(error), retryAfterMs: error.retryAfterMs };
  }
}

/** The watches over backups. */
export const backupWatches: ScheduleKind<BackupsContext, BackupWatchOrder> = {
  kind: "backup-watch",
  record: BackupWatchOrder,
  advance: advanceBackupWatch,
  audited: ({ id, channelId, connection, service, maxAgeMs }) => ({
    subject: service.name,
    facts: { id, channelId, connection, service: service.name, maxAgeHours: maxAgeMs / hourMs },
  }),
};
