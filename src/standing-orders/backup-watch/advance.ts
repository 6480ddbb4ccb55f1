import { lastGoodOf } from "../../backups/promise.ts";
import { explain } from "../../blocks/explain.ts";
import { listBackups } from "../../cloud/backup.ts";
import type { WorkspaceContext } from "../../context.ts";
import { AppError } from "../../errors.ts";
import type { BackupWatchOrder } from "../../store/standing-orders/backup-watch.ts";
import type { AdvanceOrder } from "../index.ts";
import { afterLook, type Look } from "./after-look.ts";
import { tellNews, tellOnce } from "./news.ts";
import { gonePost } from "./posts.ts";

/** A step of a watch: tells what was found, and asks the cloud when it is time. */
export const advanceBackupWatch: AdvanceOrder<BackupWatchOrder> = async (order, context) => {
  const watch = await tellNews(order, context);
  if (!watch) return "done";
  const waitMs = Date.parse(watch.state.nextLookAt ?? "") - context.now().getTime();
  if (waitMs > 0) return { againInMs: waitMs };

  const look = await lookAt(watch, context);
  if (look === "gone") {
    await tellOnce(context, watch, "gone", gonePost(watch));
    await context.standingOrders.remove(watch.id);
    return "done";
  }
  const now = context.now();
  await context.standingOrders.change(watch, (present) =>
    // Whoever looked meanwhile, or changed what is promised, knows better.
    present.state.nextLookAt === watch.state.nextLookAt && present.maxAgeMs === watch.maxAgeMs
      ? { ...present, state: afterLook(present.state, look, { maxAgeMs: present.maxAgeMs, now }) }
      : present,
  );
  return { againInMs: 0 };
};

async function lookAt(
  { connection, service: { serviceId } }: BackupWatchOrder,
  context: WorkspaceContext,
): Promise<Look | "gone"> {
  try {
    const backups = await context.cloudOf(connection).call(listBackups, { serviceId });
    return { lastGood: lastGoodOf(backups, context.now()) };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    if (error.kind === "missing" && !error.unserved) return "gone";
    context.log.warn({ err: error, serviceId }, "watched backups cannot be read");
    return { unreadable: explain(error), retryAfterMs: error.retryAfterMs };
  }
}
