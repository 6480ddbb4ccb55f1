import { lastGoodOf, promiseHolds, type LastGood } from "../judgement/facts.ts";
import { explain, formatUnreadable } from "../../../platform/blocks/explain.ts";
import { listBackups } from "../../../platform/cloud/services/backup.ts";
import type { BackupsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { dayMs, minuteMs } from "../../../lib/duration.ts";
import { survey } from "../../../lib/unreadable.ts";
import { BackupWatchSchedule, type BackupWatchState } from "./schedule.ts";
import type { ScheduleStep, ScheduleKind } from "../../../platform/jobs/schedules/schedules.ts";
import { tellNews, tellOnce } from "./news.ts";
import { gonePost } from "./posts.ts";

/** A step of a watch: tells what was found, and asks the cloud when it is time. */
export async function advanceBackupWatch(
  schedule: BackupWatchSchedule,
  context: BackupsContext,
): Promise<ScheduleStep> {
  const watch = await tellNews(schedule, context);
  if (!watch) return "done";
  const waitMs = Date.parse(watch.state.nextCheckAt ?? "") - context.now().getTime();
  if (waitMs > 0) return { againInMs: waitMs };

  const reading = await readService(watch, context);
  if (reading === "gone") {
    await tellOnce(context, watch, "gone", gonePost(watch));
    await context.schedules.remove(watch.id);
    return "done";
  }
  const now = context.now();
  await context.schedules.change(watch, (present) =>
    // Whoever looked meanwhile, or changed what is promised, knows better.
    present.state.nextCheckAt === watch.state.nextCheckAt && present.maxAgeMs === watch.maxAgeMs
      ? { ...present, state: afterReading(present.state, reading, { maxAgeMs: present.maxAgeMs, now }) }
      : present,
  );
  return { againInMs: 0 };
}

async function readService(
  { connection, maxAgeMs, service: { serviceId } }: BackupWatchSchedule,
  context: BackupsContext,
): Promise<Reading | "gone"> {
  try {
    const { readable, unreadable } = survey(
      await context.cloudOf(connection).call(listBackups, { serviceId }),
    );
    const lastGood = lastGoodOf(readable, context.now());
    // One that cannot be read may be the good one that is missed.
    const isKnown = unreadable.length === 0 || promiseHolds(lastGood, maxAgeMs, context.now());
    return isKnown ? { lastGood } : { unreadable: formatUnreadable("backup", unreadable).join(" ") };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    if (error.kind === "missing" && !error.unserved) return "gone";
    context.log.warn({ err: error, serviceId }, "watched backups cannot be read");
    return { unreadable: explain(error), retryAfterMs: error.retryAfterMs };
  }
}

/** The watches over backups. */
export const backupWatches: ScheduleKind<BackupsContext, BackupWatchSchedule> = {
  kind: "backup-watch",
  record: BackupWatchSchedule,
  advance: advanceBackupWatch,
};

/** What a look at the cloud showed: the newest good backup, or why it cannot be known, in mrkdwn. */
export type Reading = { lastGood: LastGood } | { unreadable: string; retryAfterMs?: number | undefined };

interface Moment {
  maxAgeMs: number;
  now: Date;
}

/** Where the promise does not hold, or nothing is known, the next look comes after so long. */
const troubledWaitMs = 15 * minuteMs;
/** A service that is deleted is missed within a day, however far away the promise's end is. */
const longestWaitMs = dayMs;

/** How a watch stands after a look: what there is to tell from now on, and when to look again. */
function afterReading(state: BackupWatchState, reading: Reading, moment: Moment): BackupWatchState {
  return "unreadable" in reading
    ? afterNone(state, reading, moment)
    : afterOne(state, reading.lastGood, moment);
}

/** Not to know is no breach; it is told once it lasts as long as a backup may be old. */
function afterNone(
  state: BackupWatchState,
  { unreadable: reason, retryAfterMs = troubledWaitMs }: Extract<Reading, { unreadable: string }>,
  { maxAgeMs, now }: Moment,
): BackupWatchState {
  const nextCheckAt = later(now, Math.max(minuteMs, Math.min(retryAfterMs, troubledWaitMs)));
  const before = state.unreadable?.until === undefined ? state.unreadable : undefined;
  const { since, ...told } = before ?? { since: now.toISOString() };
  const isLong = now.getTime() - Date.parse(since) > maxAgeMs;
  return { ...state, nextCheckAt, unreadable: { since, ...(isLong ? { reason } : {}), ...told } };
}

function afterOne(state: BackupWatchState, lastGood: LastGood, moment: Moment): BackupWatchState {
  const { unreadable, ...rest } = state;
  const { maxAgeMs, now } = moment;
  const holds = promiseHolds(lastGood, maxAgeMs, now);
  const breach = holds ? mended(state, lastGood) : (state.breach ?? begun(state, lastGood, maxAgeMs));
  const endsInMs = holds && lastGood.at ? lastGood.at.getTime() + maxAgeMs - now.getTime() : 0;
  // A moment after it ends, as it holds up to then.
  const waitMs = holds ? Math.min(Math.max(endsInMs, minuteMs) + 1_000, longestWaitMs) : troubledWaitMs;
  return {
    ...rest,
    nextCheckAt: later(now, waitMs),
    ...(breach ? { breach, breaches: breach.number } : {}),
    // What the channel was told of, or is about to be, is ended there too.
    ...(unreadable?.reason === undefined
      ? {}
      : { unreadable: { ...unreadable, until: unreadable.until ?? now.toISOString() } }),
  };
}

function begun({ breaches = 0 }: BackupWatchState, { at, failedSince }: LastGood, maxAgeMs: number) {
  const facts = { number: breaches + 1, maxAgeMs, failed: failedSince };
  return at === undefined ? facts : { ...facts, lastGoodAt: at.toISOString() };
}

function mended({ breach }: BackupWatchState, { at }: LastGood): BackupWatchState["breach"] {
  if (!breach || !at) return breach;
  return { ...breach, mended: breach.mended ?? { lastGoodAt: at.toISOString() } };
}

function later(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString();
}
