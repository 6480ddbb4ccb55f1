import { dayMs, hourMs } from "../../../lib/duration.ts";
import type { Reply } from "../../../platform/blocks/reply.ts";
import { ifReachable } from "../../../platform/jobs/messenger.ts";
import { aboutService } from "../../services/index.ts";
import { postOnce } from "../../../platform/jobs/post-once.ts";
import type { ScheduleStep, ScheduleSteps } from "../../../platform/jobs/schedules/schedules.ts";
import { changeBySchedule } from "../changes/by-schedule.ts";
import type { Ended } from "../changes/progress.ts";
import type { LifecycleContext } from "../context.ts";
import { lastBackupOf } from "../last-backup.ts";
import { dueOf } from "./due.ts";
import * as posts from "./posts.ts";
import { type ExpirySchedule, type ExpiryState, expiryKind } from "./schedule.ts";
import * as texts from "./texts.ts";

/** Ends services when their time is over. */
export const expiries: ScheduleSteps<LifecycleContext, ExpirySchedule> = {
  ...expiryKind,
  advance: advanceExpiry,
};

/** How soon the outcome of a stop or a deletion is looked for. */
const soonMs = 15_000;
/** How long after a stop that failed the next one is tried. */
const againMs = hourMs;
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
      await tellOwner(expiry, `warn:${due.mark}`, posts.warning(expiry, due.endsAt), context);
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
    await tellAll(expiry, "gone", posts.gone(expiry), context);
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
  await tellAll(expiry, `running:${day}`, posts.stillRuns(expiry, running.why), context);
  await keep(expiry, { running: { ...running, toldDay: day } }, context);
}

/** After the stop: told once, and deleted if a policy says so, after a day's grace. */
async function afterStop(
  expiry: ExpirySchedule,
  stopped: NonNullable<ExpiryState["stopped"]>,
  context: LifecycleContext,
): Promise<ScheduleStep> {
  const { state, role, service } = expiry;
  const now = context.now();
  const days = role && (await context.createLimits.of(role))?.deletesAfterDays;
  if (!stopped.isTold) {
    await tellAll(expiry, "stopped", posts.stopped(expiry, days), context);
    await keep(expiry, { stopped: { ...stopped, isTold: true } }, context);
    return { againInMs: 0 };
  }
  if (state.kept) {
    if (!state.kept.isTold) {
      await tellAll(expiry, "kept", posts.kept(expiry, state.kept.why), context);
      await keep(expiry, { kept: { ...state.kept, isTold: true } }, context);
    }
    return { againInMs: dayMs };
  }
  if (state.deletion) return remove(expiry, context);
  if (days === undefined) return { againInMs: dayMs };
  const { grace } = state;
  if (!grace) {
    const graceAt = Date.parse(stopped.at) + days * dayMs - graceMs;
    if (now.getTime() < graceAt) return { againInMs: Math.min(graceAt - now.getTime(), hourMs) };
    // A whole day from now, however late this is.
    const until = new Date(now.getTime() + graceMs).toISOString();
    await keep(expiry, { grace: { until, isTold: false } }, context);
    return { againInMs: 0 };
  }
  const backup = await lastBackupOf({ ...service, connection: expiry.connection }, context);
  if (!grace.isTold) {
    const until = new Date(Math.max(Date.parse(grace.until), now.getTime() + graceMs)).toISOString();
    await tellAll(expiry, "grace", posts.grace(expiry, new Date(until), backup), context);
    await keep(expiry, { grace: { until, isTold: true } }, context);
    return { againInMs: 0 };
  }
  const leftMs = Date.parse(grace.until) - now.getTime();
  if (leftMs > 0) return { againInMs: leftMs };
  const next = backup.at
    ? { deletion: { at: now.toISOString() } }
    : { kept: { why: texts.noBackup(backup.isRead), isTold: false } };
  await keep(expiry, next, context);
  return { againInMs: 0 };
}

async function remove(expiry: ExpirySchedule, context: LifecycleContext): Promise<ScheduleStep> {
  const end = await follow(expiry, { verb: "delete", what: "delete" }, context);
  if (!end) return { againInMs: soonMs };
  if (end.outcome === "void") return { againInMs: 0 };
  if (end.outcome === "done" || end.outcome === "gone") {
    await tellAll(expiry, "deleted", posts.deleted(expiry), context);
    await context.schedules.remove(expiry.id);
    return "done";
  }
  const why = end.outcome === "unserved" ? texts.deleteUnserved : (end.message ?? texts.failed);
  await keep(expiry, { kept: { why, isTold: false } }, context);
  return { againInMs: 0 };
}

/** Keeps what was done, unless the end was moved meanwhile. */
async function keep(
  expiry: ExpirySchedule,
  state: Partial<ExpiryState>,
  { schedules }: LifecycleContext,
): Promise<void> {
  await schedules.change(expiry, (present) =>
    present.expiresAt === expiry.expiresAt && present.setAt === expiry.setAt
      ? { ...present, state: { ...present.state, ...state } }
      : present,
  );
}

/** The key of a post: each end of each service has its own. */
function keyOf({ id, expiresAt, setAt }: ExpirySchedule, what: string): string {
  return `${id}:${Date.parse(expiresAt)}:${Date.parse(setAt)}:${what}`;
}

/** Tells the owner, once. If they can't be reached, the channel. */
async function tellOwner(
  expiry: ExpirySchedule,
  what: string,
  reply: Reply,
  context: LifecycleContext,
): Promise<void> {
  const key = keyOf(expiry, what);
  const channelId = await ownerOf(expiry, context);
  const about = aboutIt(expiry, what, reply, context);
  const posted = await ifReachable(() => postOnce(context, { key, channelId, reply: about }));
  if (!posted) await tellChannel(expiry, what, reply, context);
}

/** The message with the card of its service, unless that is gone. */
function aboutIt({ service }: ExpirySchedule, what: string, reply: Reply, context: LifecycleContext): Reply {
  const isGone = what === "gone" || what === "deleted";
  return isGone ? reply : aboutService(reply, service, context);
}

async function tellChannel(
  expiry: ExpirySchedule,
  what: string,
  reply: Reply,
  context: LifecycleContext,
): Promise<void> {
  const { channelId } = expiry;
  const posted = await ifReachable(() =>
    postOnce(context, {
      key: keyOf(expiry, `${what}:channel`),
      channelId,
      reply: aboutIt(expiry, what, reply, context),
    }),
  );
  if (!posted)
    context.log.warn({ scheduleId: expiry.id, what }, "no one could be told about a service's end");
}

/** Tells the owner and the channel, each once. */
async function tellAll(
  expiry: ExpirySchedule,
  what: string,
  reply: Reply,
  context: LifecycleContext,
): Promise<void> {
  await tellOwner(expiry, what, reply, context);
  // A direct conversation is the channel of who set it there.
  if (!/^[UWD]/.test(expiry.channelId)) await tellChannel(expiry, what, reply, context);
}

/** The service's owner, or else who set its end. */
async function ownerOf({ service, setBy }: ExpirySchedule, { owners }: LifecycleContext): Promise<string> {
  return (await owners.of(service.serviceId))?.ownerId ?? setBy;
}
