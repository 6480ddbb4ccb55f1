import { dayMs, hourMs, minuteMs } from "../../../lib/duration.ts";
import type { Reply } from "../../../platform/blocks/reply.ts";
import { escapeMrkdwn } from "../../../platform/blocks/escape.ts";
import { getService } from "../../../platform/cloud/services/service.ts";
import { isAppError } from "../../../lib/errors.ts";
import { aboutService } from "../../services/index.ts";
import { tellSomeone } from "../../../platform/jobs/tell.ts";
import {
  type ScheduleStep,
  type ScheduleSteps,
  noteUntold,
  keepState,
} from "../../../platform/jobs/schedules/schedules.ts";
import { changeBySchedule } from "../changes/change.ts";
import type { Ended } from "../changes/progress.ts";
import type { LifecycleContext } from "../context.ts";
import { type LastBackup, gapOf, lastBackupOf } from "../last-backup.ts";
import { type ExpirySchedule, type ExpiryState, dueOf, expiryKind } from "./schedule.ts";
import * as posts from "./posts.ts";
import * as texts from "./texts.ts";

/** Ends services when their time is over. */
export const expiries: ScheduleSteps<LifecycleContext, ExpirySchedule> = {
  ...expiryKind,
  advance: advanceExpiry,
};

/** How soon the outcome of a stop or a deletion is looked for. */
const soonMs = 15_000;
/** How long after a stop that failed, or a message that reached no one, the next one is tried. */
const againMs = hourMs;
/** Backups that can't be read for longer keep the service. */
const longestUnreadMs = hourMs;
/** People have this long to keep a service that is to be deleted. */
const graceMs = dayMs;

/** One step of a service's end: warn, stop, tell, and delete if a policy says so. */
export async function advanceExpiry(
  expiry: ExpirySchedule,
  context: LifecycleContext,
): Promise<ScheduleStep> {
  const now = context.now();
  const { state } = expiry;
  // A service that is deleted here is forgotten before people hear of it.
  if (!state.deletion && !(await isKnown(expiry, context))) {
    await context.schedules.remove(expiry.id);
    return "done";
  }
  if (state.stopped) return afterStop(expiry, state.stopped, context);
  const due = dueOf(expiry, now);
  switch (due.what) {
    case "wait":
      return { againInMs: due.until.getTime() - now.getTime() };
    case "warn": {
      const warning = {
        what: `warn:${due.mark}`,
        reply: posts.warning(expiry, due.endsAt),
        isForChannel: false,
      };
      if (!(await tell(expiry, warning, texts.untold.warning, context))) {
        // The time for notice begins with the next warning that reaches someone.
        if (state.warned) await keep(expiry, { warned: undefined }, context);
        return { againInMs: againMs };
      }
      const warned = { firstAt: state.warned?.firstAt ?? context.now().toISOString(), mark: due.mark };
      await keep(expiry, { warned }, context);
      return { againInMs: 0 };
    }
    case "end":
      return stop(expiry, context);
  }
}

async function isKnown({ service }: ExpirySchedule, { services }: LifecycleContext): Promise<boolean> {
  return (await services.list()).some(({ serviceId }) => serviceId === service.serviceId);
}

/** Asks for the stop, once for each attempt, and follows it. */
async function stop(expiry: ExpirySchedule, context: LifecycleContext): Promise<ScheduleStep> {
  const { state } = expiry;
  const now = context.now();
  if (state.running) await tellDaily(expiry, state.running, context);
  const asked = state.stop ?? { attempt: 1, at: now.toISOString() };
  if (!state.stop) {
    // Kept before it is asked for: a successor follows the same one.
    await keep(expiry, { stop: asked }, context);
    return { againInMs: 0 };
  }
  const end = await follow(expiry, { verb: "stop", what: `stop-${asked.attempt}` }, context);
  if (!end) return { againInMs: soonMs };
  if (end.outcome === "done") {
    await keep(expiry, { stopped: { at: now.toISOString(), isTold: false }, running: undefined }, context);
    return { againInMs: 0 };
  }
  if (end.outcome === "gone") {
    await tell(expiry, { what: "gone", reply: posts.gone(expiry) }, undefined, context);
    await context.schedules.remove(expiry.id);
    return "done";
  }
  if (end.outcome === "void") return { againInMs: 0 };
  const running = {
    ...(state.running ?? { since: now.toISOString() }),
    why: end.outcome === "unserved" ? texts.unserved : (end.message ?? texts.failed),
  };
  const isDue = now.getTime() - Date.parse(asked.at) >= againMs;
  const next = isDue ? { attempt: asked.attempt + 1, at: now.toISOString() } : asked;
  await keep(expiry, { running, stop: next }, context);
  return { againInMs: isDue || !state.running ? 0 : againMs };
}

/** Stops or deletes the service for its present end. */
function follow(
  expiry: ExpirySchedule,
  change: { verb: "stop" | "delete"; what: string },
  context: LifecycleContext,
): Promise<Ended | undefined> {
  const asOf = { field: "expiresAt", value: expiry.expiresAt };
  return changeBySchedule(expiry, { ...change, asOf, because: texts.because }, context);
}

/** Still running after its end: told once a day, and only for the present day. */
async function tellDaily(
  expiry: ExpirySchedule,
  running: NonNullable<ExpiryState["running"]>,
  context: LifecycleContext,
): Promise<void> {
  const day = Math.floor((context.now().getTime() - Date.parse(running.since)) / dayMs);
  if (running.toldDay !== undefined && running.toldDay >= day) return;
  const told = { what: `running:${day}`, reply: posts.stillRuns(expiry, running.why) };
  if (await tell(expiry, told, texts.untold.running, context))
    await keep(expiry, { running: { ...running, toldDay: day } }, context);
}

/** After the stop: told once, and deleted if a policy says so, after a day's grace that someone heard of. */
async function afterStop(
  expiry: ExpirySchedule,
  stopped: NonNullable<ExpiryState["stopped"]>,
  context: LifecycleContext,
): Promise<ScheduleStep> {
  const { state, role } = expiry;
  const days = role && (await context.createLimits.of(role))?.deletesAfterDays;
  if (!stopped.isTold) {
    const told = { what: "stopped", reply: posts.stopped(expiry, days) };
    if (!(await tell(expiry, told, texts.untold.stopped, context))) return { againInMs: againMs };
    await keep(expiry, { stopped: { ...stopped, isTold: true } }, context);
    return { againInMs: 0 };
  }
  if (state.deletion) return remove(expiry, context);
  if (days === undefined)
    return state.kept ? afterKept(expiry, state.kept, stopped, context) : { againInMs: dayMs };
  const isStarted = await isStartedAgain(expiry, context);
  if (isStarted !== (stopped.isStarted ?? false) || isStarted) {
    // Its data is as new as this moment, and the days count from the next stop.
    const at = context.now().toISOString();
    await keep(
      expiry,
      { stopped: { ...stopped, at, isStarted }, grace: undefined, kept: undefined },
      context,
    );
    return { againInMs: againMs };
  }
  if (state.kept) return afterKept(expiry, state.kept, stopped, context);
  return afterDays(expiry, stopped, days, context);
}

/** True if the service isn't stopped anymore. What the cloud doesn't tell is as it was. Fails while it doesn't answer. */
async function isStartedAgain(
  { service: { serviceId }, connection, state: { stopped } }: ExpirySchedule,
  context: LifecycleContext,
): Promise<boolean> {
  try {
    const { state } = await context.cloudOf(connection).call(getService, { serviceId });
    return state === undefined ? (stopped?.isStarted ?? false) : state !== "stopped" && state !== "stopping";
  } catch (error) {
    // The deletion says why it isn't possible.
    if (isAppError(error, "missing", "auth", "forbidden", "user")) return stopped?.isStarted ?? false;
    throw error;
  }
}

/** Says once why it is kept. One that lacks a backup goes on when there is one, with a new grace. */
async function afterKept(
  expiry: ExpirySchedule,
  kept: NonNullable<ExpiryState["kept"]>,
  stopped: NonNullable<ExpiryState["stopped"]>,
  context: LifecycleContext,
): Promise<ScheduleStep> {
  if (!kept.isTold) {
    const why = kept.awaitsBackup ? `${kept.why} ${texts.looksAgain}` : kept.why;
    const told = { what: `kept:${expiry.state.grace?.until ?? stopped.at}`, reply: posts.kept(expiry, why) };
    if (!(await tell(expiry, told, texts.untold.kept, context))) return { againInMs: againMs };
    await keep(expiry, { kept: { ...kept, isTold: true } }, context);
    return { againInMs: dayMs };
  }
  if (!kept.awaitsBackup) return { againInMs: dayMs };
  const isProven = gapOf(await backupOf(expiry, context), new Date(stopped.at)) === undefined;
  if (isProven) await keep(expiry, { kept: undefined, grace: undefined }, context);
  return { againInMs: isProven ? 0 : dayMs };
}

/** When its days are nearly over: a day's grace, and then its deletion if a backup has all data. */
async function afterDays(
  expiry: ExpirySchedule,
  stopped: NonNullable<ExpiryState["stopped"]>,
  days: number,
  context: LifecycleContext,
): Promise<ScheduleStep> {
  const now = context.now();
  const { grace } = expiry.state;
  if (!grace) {
    const graceAt = Date.parse(stopped.at) + days * dayMs - graceMs;
    if (now.getTime() < graceAt) return { againInMs: Math.min(graceAt - now.getTime(), hourMs) };
    // A whole day from now, however late this is.
    const until = new Date(now.getTime() + graceMs).toISOString();
    await keep(expiry, { grace: { until, isTold: false } }, context);
    return { againInMs: 0 };
  }
  const ranUntil = new Date(stopped.at);
  const backup = await backupOf(expiry, context);
  if (!grace.isTold) {
    const id = grace.id ?? grace.until;
    let { until } = grace;
    const reply = async (isHeard: boolean) => {
      // Kept before it is posted: after a death, what people read still holds.
      if (!isHeard) {
        until = new Date(Math.max(Date.parse(until), context.now().getTime() + graceMs)).toISOString();
        await keep(expiry, { grace: { id, until, isTold: false } }, context);
      }
      return posts.grace(expiry, new Date(until), backup, ranUntil);
    };
    if (!(await tell(expiry, { what: `grace:${id}`, reply }, texts.untold.deletion, context)))
      return { againInMs: againMs };
    await keep(expiry, { grace: { id, until, isTold: true } }, context);
    return { againInMs: 0 };
  }
  const leftMs = Date.parse(grace.until) - now.getTime();
  if (leftMs > 0) return { againInMs: Math.min(leftMs, hourMs) };
  const gap = gapOf(backup, ranUntil);
  // A cloud that is slow for a moment doesn't put it off by days.
  if (gap === "unread" && leftMs > -longestUnreadMs) return { againInMs: minuteMs };
  const kept = gap && { why: texts.unproven(gap, backup, ranUntil), isTold: false, awaitsBackup: true };
  await keep(expiry, kept ? { kept } : { deletion: { at: now.toISOString() } }, context);
  return { againInMs: 0 };
}

function backupOf({ service, connection }: ExpirySchedule, context: LifecycleContext): Promise<LastBackup> {
  return lastBackupOf({ ...service, connection }, context);
}

async function remove(expiry: ExpirySchedule, context: LifecycleContext): Promise<ScheduleStep> {
  const end = await follow(expiry, { verb: "delete", what: "delete" }, context);
  if (!end) return { againInMs: soonMs };
  if (end.outcome === "void") return { againInMs: 0 };
  if (end.outcome === "done" || end.outcome === "gone") {
    await tell(expiry, { what: "deleted", reply: posts.deleted(expiry) }, undefined, context);
    await context.schedules.remove(expiry.id);
    return "done";
  }
  const why = end.outcome === "unserved" ? texts.deleteUnserved : escapeMrkdwn(end.message ?? texts.failed);
  await keep(expiry, { kept: { why, isTold: false } }, context);
  return { againInMs: 0 };
}

/** Keeps what was done, unless the end was moved meanwhile. */
function keep(
  expiry: ExpirySchedule,
  state: Partial<ExpiryState>,
  context: LifecycleContext,
): Promise<unknown> {
  return keepState(expiry, state, ({ expiresAt, setAt }) => `${expiresAt} ${setAt}`, context);
}

/** The key of a post: each end of each service has its own. */
function keyOf({ id, expiresAt, setAt }: ExpirySchedule, what: string): string {
  return `${id}:${Date.parse(expiresAt)}:${Date.parse(setAt)}:${what}`;
}

/** What to say. The channel hears it too, unless it is for the owner alone. */
interface Said {
  what: string;
  /** Or a function that makes it. See `tellSomeone`. */
  reply: Reply | ((isHeard: boolean) => Promise<Reply>);
  isForChannel?: boolean;
}

/**
 * Tells the owner, and the channel; or else admins; each once. False if no one was reached: that is noted on the schedule
 * as `untold`, unless it is the last that is said.
 */
async function tell(
  expiry: ExpirySchedule,
  { what, reply, isForChannel = true }: Said,
  untold: string | undefined,
  context: LifecycleContext,
): Promise<boolean> {
  const isHeard = await tellSomeone(
    {
      key: keyOf(expiry, what),
      userId: await ownerOf(expiry, context),
      channelId: expiry.channelId,
      isForChannel,
      reply:
        typeof reply === "function"
          ? async (isHeard) => aboutIt(expiry, what, await reply(isHeard), context)
          : aboutIt(expiry, what, reply, context),
    },
    context,
  );
  if (untold !== undefined) await noteUntold(context, expiry, isHeard ? undefined : untold);
  return isHeard;
}

/** The message with the card of its service, unless that is gone. */
function aboutIt({ service }: ExpirySchedule, what: string, reply: Reply, context: LifecycleContext): Reply {
  const isGone = what === "gone" || what === "deleted";
  return isGone ? reply : aboutService(reply, service, context);
}

/** The service's owner, or else who set its end. */
async function ownerOf({ service, setBy }: ExpirySchedule, { owners }: LifecycleContext): Promise<string> {
  return (await owners.of(service.serviceId))?.ownerId ?? setBy;
}
