import { dayMs, minuteMs } from "../../../lib/duration.ts";
import { AppError } from "../../../lib/errors.ts";
import { survey } from "../../../lib/json.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { explain, formatUnreadable } from "../../../platform/blocks/explain.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import { type Backup, listBackups } from "../../../platform/cloud/services/backup.ts";
import { type MessageRef, redraw } from "../../../platform/jobs/messenger.ts";
import {
  type ScheduleStep,
  type ScheduleSteps,
  postInChannel,
} from "../../../platform/jobs/schedules/schedules.ts";
import { ownerText } from "../../owners/index.ts";
import { aboutService } from "../../services/index.ts";
import type { BackupsContext } from "../context.ts";
import { type LastGood, factsOf, lastGoodOf, promiseHolds } from "../judgement/facts.ts";
import { firstDueOf, isFirstDue } from "../judgement/judge.ts";
import {
  type BackupWatchSchedule,
  type BackupWatchState,
  type Breach,
  type Unreadable,
  watchKind,
} from "./schedule.ts";
import * as texts from "./texts.ts";

/** Watches over backups. */
export const backupWatches: ScheduleSteps<BackupsContext, BackupWatchSchedule> = {
  ...watchKind,
  advance: advanceBackupWatch,
};

/** Posts what was found, and reads the backups when a check is due. */
export async function advanceBackupWatch(
  schedule: BackupWatchSchedule,
  context: BackupsContext,
): Promise<ScheduleStep> {
  const watch = await postNews(schedule, context);
  if (!watch) return "done";
  const waitMs = Date.parse(watch.state.nextCheckAt ?? "") - context.now().getTime();
  if (waitMs > 0) return { againInMs: waitMs };

  const reading = await readService(watch, context);
  if (reading === "gone") {
    await post(context, watch, "gone", gonePost(watch));
    await context.schedules.remove(watch.id);
    return "done";
  }
  const now = context.now();
  await context.schedules.change(watch, (present) =>
    // Unless another process checked meanwhile, or a person changed the age.
    present.state.nextCheckAt === watch.state.nextCheckAt && present.maxAgeMs === watch.maxAgeMs
      ? { ...present, state: afterReading(present, reading, now) }
      : present,
  );
  return { againInMs: 0 };
}

/**
 * The newest good backup, or why it is not known, in mrkdwn. `firstDueAt` is set if the service is younger than its first
 * backup.
 */
type Reading = { lastGood: LastGood; firstDueAt?: Date | undefined } | Unread;
type Unread = { unreadable: string; retryAfterMs?: number };

async function readService(
  { connection, maxAgeMs, service: { serviceId } }: BackupWatchSchedule,
  context: BackupsContext,
): Promise<Reading | "gone"> {
  try {
    const { readable, unreadable } = survey(
      await context.cloudOf(connection).call(listBackups, { serviceId }),
    );
    const lastGood = lastGoodOf(readable, context.now());
    // An unreadable backup may be the good one that seems to be missing.
    const isKnown = unreadable.length === 0 || promiseHolds(lastGood, maxAgeMs, context.now());
    if (!isKnown) return { unreadable: formatUnreadable("backup", unreadable).join(" ") };
    return { lastGood, firstDueAt: lastGood.at ? undefined : await dueOf(serviceId, readable, context) };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    if (error.kind === "missing" && !error.unserved) return "gone";
    context.log.warn({ err: error, serviceId }, "couldn't read watched backups");
    return { unreadable: explain(error), retryAfterMs: error.retryAfterMs };
  }
}

/** When the service's first backup is due; undefined if it should be there, or if the service was forgotten. */
async function dueOf(
  serviceId: string,
  backups: readonly Backup[],
  context: BackupsContext,
): Promise<Date | undefined> {
  const service = (await context.services.list()).find((known) => known.serviceId === serviceId);
  const dueAt = service && (await firstDueOf(service, context));
  const now = context.now();
  return isFirstDue(factsOf(backups, now), now, dueAt) ? dueAt : undefined;
}

/** The time to the next check during a breach, or if the backups cannot be read. */
const troubledWaitMs = 15 * minuteMs;
/** A deleted service must be noticed within a day, even if its last backup may be much older. */
const longestWaitMs = dayMs;

/** The state after a reading: what to post, and when to check again. */
function afterReading(
  { state, maxAgeMs }: BackupWatchSchedule,
  reading: Reading,
  now: Date,
): BackupWatchState {
  return "unreadable" in reading
    ? afterNone(state, reading, { maxAgeMs, now })
    : afterOne(state, reading, { maxAgeMs, now });
}

interface Moment {
  maxAgeMs: number;
  now: Date;
}

/** Unreadable backups are not a breach. They are posted once they last as long as a backup may be old. */
function afterNone(
  state: BackupWatchState,
  { unreadable: reason, retryAfterMs = troubledWaitMs }: Unread,
  { maxAgeMs, now }: Moment,
): BackupWatchState {
  const nextCheckAt = later(now, Math.max(minuteMs, Math.min(retryAfterMs, troubledWaitMs)));
  const before = state.unreadable?.until === undefined ? state.unreadable : undefined;
  const { since, ...posted } = before ?? { since: now.toISOString() };
  const isLong = now.getTime() - Date.parse(since) > maxAgeMs;
  return { ...state, nextCheckAt, unreadable: { since, ...(isLong ? { reason } : {}), ...posted } };
}

function afterOne(
  state: BackupWatchState,
  { lastGood, firstDueAt }: Exclude<Reading, Unread>,
  { maxAgeMs, now }: Moment,
): BackupWatchState {
  const { unreadable } = state;
  const holds = firstDueAt !== undefined || promiseHolds(lastGood, maxAgeMs, now);
  const breach = holds ? mended(state, lastGood) : (state.breach ?? startedBreach(state, lastGood, maxAgeMs));
  const endsAtMs = lastGood.at ? lastGood.at.getTime() + maxAgeMs : firstDueAt?.getTime();
  const endsInMs = (endsAtMs ?? 0) - now.getTime();
  // A second later, because the backup is young enough up to its last moment.
  const waitMs = holds ? Math.min(Math.max(endsInMs, minuteMs) + 1_000, longestWaitMs) : troubledWaitMs;
  return {
    nextCheckAt: later(now, waitMs),
    breach,
    breaches: breach?.number ?? state.breaches,
    // Kept until its post says that it is over.
    unreadable:
      unreadable?.reason === undefined
        ? undefined
        : { ...unreadable, until: unreadable.until ?? now.toISOString() },
  };
}

function startedBreach({ breaches = 0 }: BackupWatchState, { at, failedSince }: LastGood, maxAgeMs: number) {
  return { number: breaches + 1, maxAgeMs, failed: failedSince, lastGoodAt: at?.toISOString() };
}

function mended({ breach }: BackupWatchState, { at }: LastGood): BackupWatchState["breach"] {
  if (!breach || !at) return breach;
  return { ...breach, mended: breach.mended ?? { lastGoodAt: at.toISOString() } };
}

function later(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString();
}

/** A watch that goes on, or undefined if it has ended. */
type Watch = BackupWatchSchedule | undefined;

/** Posts each finding once. Returns the watch after that; undefined if it has ended. */
async function postNews(schedule: BackupWatchSchedule, context: BackupsContext): Promise<Watch> {
  let watch: Watch = schedule;
  for (const step of [postBroken, postHolds, postUnreadable, postReadable]) {
    watch = watch && (await step(watch, context));
  }
  return watch;
}

async function postBroken(schedule: BackupWatchSchedule, context: BackupsContext): Promise<Watch> {
  const { breach } = schedule.state;
  if (!breach || breach.messageRef) return schedule;
  const owner = ownerText(await context.owners.of(schedule.service.serviceId));
  const message = brokenPost(schedule, breach, owner);
  const about = aboutService(message, schedule.service, context);
  const messageRef = await post(context, schedule, `broken:${breach.number}`, about);
  return messageRef && keep(context, schedule, "breach", messageRef);
}

async function postHolds(schedule: BackupWatchSchedule, context: BackupsContext): Promise<Watch> {
  const { breach } = schedule.state;
  if (!breach?.messageRef || !breach.mended) return schedule;
  const messageRef = await post(context, schedule, `holds:${breach.number}`, holdsPost(schedule, breach));
  if (!messageRef) return undefined;
  await redraw(context.messenger, breach.messageRef, mendedPost(schedule, breach));
  return keep(context, schedule, "breach");
}

async function postUnreadable(schedule: BackupWatchSchedule, context: BackupsContext): Promise<Watch> {
  const { unreadable } = schedule.state;
  if (unreadable?.reason === undefined || unreadable.messageRef) return schedule;
  const key = `unreadable:${unreadable.since}`;
  const messageRef = await post(context, schedule, key, unreadablePost(schedule, unreadable));
  return messageRef && keep(context, schedule, "unreadable", messageRef);
}

async function postReadable(schedule: BackupWatchSchedule, context: BackupsContext): Promise<Watch> {
  const { unreadable } = schedule.state;
  if (unreadable?.until === undefined || !unreadable.messageRef) return schedule;
  await redraw(context.messenger, unreadable.messageRef, readablePost(schedule, unreadable));
  return keep(context, schedule, "unreadable");
}

/** Posts in the watch's channel, once for each key of the watch. */
function post(
  context: BackupsContext,
  schedule: BackupWatchSchedule,
  key: string,
  reply: Reply,
): Promise<MessageRef | undefined> {
  return postInChannel(context, watchKind, schedule, { key: `${schedule.id}:${key}`, reply });
}

/** Keeps a finding's post, or forgets the finding without one. Another finding that began meanwhile stays. */
function keep(
  { schedules }: BackupsContext,
  schedule: BackupWatchSchedule,
  finding: "breach" | "unreadable",
  messageRef?: MessageRef,
): Promise<Watch> {
  return schedules.change(schedule, (present) => {
    if (beginOf(present, finding) !== beginOf(schedule, finding)) return present;
    const found = present.state[finding];
    const kept = found && messageRef ? { ...found, messageRef } : undefined;
    return { ...present, state: { ...present.state, [finding]: kept } };
  });
}

function beginOf({ state: { breach, unreadable } }: BackupWatchSchedule, finding: "breach" | "unreadable") {
  return finding === "breach" ? breach?.number : unreadable?.since;
}

/** The post about a breach. It mentions the service's owner, in mrkdwn. */
function brokenPost(schedule: BackupWatchSchedule, breach: Breach, owner?: string): Reply {
  return withButton(schedule, texts.broken(schedule, breach, owner));
}

/** The post about the end of a breach. */
function holdsPost(schedule: BackupWatchSchedule, breach: Breach): Reply {
  const same = sameBackup(breach);
  const text =
    same === undefined ? texts.goodAgain(schedule, breach) : texts.withinLimitAgain(schedule, same);
  return withButton(schedule, text);
}

/** The post about a breach, redrawn after its end. */
function mendedPost(schedule: BackupWatchSchedule, breach: Breach): Reply {
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
function unreadablePost(schedule: BackupWatchSchedule, unreadable: Unreadable): Reply {
  return say(texts.unreadable(schedule, unreadable));
}

/** The same post, redrawn after the backups were read again. */
function readablePost(schedule: BackupWatchSchedule, unreadable: Unreadable): Reply {
  return say(texts.readable(schedule, unreadable));
}

/** The post about a deleted service. */
function gonePost(schedule: BackupWatchSchedule): Reply {
  return say(texts.gone(schedule));
}

function withButton({ service }: BackupWatchSchedule, text: string): Reply {
  const button = commandButton(texts.labels.show, {
    call: "backups_list",
    args: { service: service.serviceId },
  });
  return reply(text, [section(text), actions([button])]);
}
