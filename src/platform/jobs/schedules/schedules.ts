import { z } from "zod";
import type { Day } from "../../../lib/day.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { kept, serviceId, serviceName, unfitText } from "../../../lib/kinds.ts";
import { type DaySpan, aroundDay } from "../../../lib/period/spans.ts";
import type { Asker } from "../../access/asker.ts";
import { code, formatChannel } from "../../blocks/escape.ts";
import { say } from "../../blocks/reply.ts";
import type { ContextOf, WorkspaceContext } from "../../context.ts";
import type { MessageRef } from "../messenger.ts";
import { type OncePost, postOnce } from "../post-once.ts";
import type { JobQueue } from "../queue.ts";
import { type TellingParts, tellSomeone } from "../tell.ts";
import type { Step } from "../worker.ts";
import type { JobDeclaration } from "../workers.ts";
import { type Schedule, type ScheduleKind, scheduleFacts } from "./kept-schedules.ts";

/** The queue of all schedules. */
export const schedulesQueue = "schedules";

/** Where a schedule posts, and its connection. */
export const placeOfSchedule = { channelId: scheduleFacts.channelId, connection: scheduleFacts.connection };

/** The service that a schedule is about. */
export const ServiceOfSchedule = z.object({ serviceId: kept(serviceId), name: kept(serviceName) });

/** How often a period begins, in UTC. */
export const Every = z.enum(["daily", "weekly", "monthly"]);
export type Every = z.output<typeof Every>;

/** The named channel, or else the command's, with notes for its owner. Fails as user if the app cannot post there. */
export async function channelOfSchedule(
  named: string | undefined,
  { messenger }: Pick<WorkspaceContext, "messenger">,
  { channelId: present }: Asker,
): Promise<{ channelId: string; notes: string[] }> {
  const channelId = named ?? present;
  if (channelId === undefined) {
    throw new AppError(
      "user",
      "Which channel? Add it at the end, such as `in #databases`, or run this in the channel itself.",
    );
  }
  const presence = await messenger.presenceIn(channelId);
  if (presence === "none") {
    throw new AppError(
      "user",
      "I can't post in that channel: it's private, and I'm not in it. Invite me there with `/invite @Quartermaster` and run the command again.",
    );
  }
  return { channelId, notes: presence === "guest" ? [invitation] : [] };
}

// Without the right to read, the app cannot find a message again after a lost answer.
const invitation =
  "I'm not in that channel. Invite me with `/invite @Quartermaster`, or a crash might make me post something twice.";

/** A step's outcome: done, or when to take the next one. */
export type ScheduleStep = Exclude<Step, "next">;

/** A kind of schedule that a feature declares. */
export interface ScheduleSteps<
  Context = WorkspaceContext,
  S extends Schedule = Schedule,
> extends ScheduleKind<S> {
  /**
   * Takes a step: posts what is due. It may be repeated after a crash at any line, and runs at least every hour, so
   * it must find out what was done. A failure is retried.
   */
  advance(schedule: S, context: Context): Promise<ScheduleStep>;
}

/** Takes a schedule's next step now. */
export async function wakeSchedule(
  { scheduleQueue, workspaceId }: Pick<WorkspaceContext, "scheduleQueue" | "workspaceId">,
  { id }: Schedule,
): Promise<void> {
  await scheduleQueue.wake(itemId(workspaceId, id), { workspaceId, scheduleId: id });
}

/** Makes sure that a schedule has a job. */
export async function ensureSchedule(
  scheduleQueue: Pick<JobQueue, "ensure">,
  workspaceId: string,
  scheduleId: string,
): Promise<void> {
  await scheduleQueue.ensure(itemId(workspaceId, scheduleId), { workspaceId, scheduleId });
}

/** The id of a schedule's job. */
export function itemId(workspaceId: string, scheduleId: string): string {
  return `${workspaceId}.${scheduleId}`;
}

/**
 * Posts in a schedule's channel, once. If the channel no longer takes it (archived, gone, or the app was removed),
 * the schedule ends, its owner or else an admin gets one direct message, and this returns undefined. If no one can be
 * told, the schedule stays, and is tried again.
 */
export async function postInChannel<S extends Schedule>(
  context: WorkspaceContext,
  kind: ScheduleKind<S>,
  schedule: S,
  post: Pick<OncePost, "key" | "reply">,
): Promise<MessageRef | undefined> {
  try {
    const messageRef = await postOnce(context, { ...post, channelId: schedule.channelId });
    await noteUntold(context, schedule, undefined);
    return messageRef;
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
    context.log.info({ err: error, scheduleId: schedule.id }, "a schedule's channel no longer takes posts");
    const isTold = await notifyOwner(context, schedule, {
      // A schedule that was set again can end again.
      about: `undeliverable:${schedule.createdAt}`,
      mrkdwn: `${kind.subject(schedule)} has ended, because I can no longer post ${formatChannel(schedule)}: the channel is archived or gone, or I'm not in it. To start it again, invite me there or choose another channel: ${code(kind.command(schedule))}`,
    });
    if (isTold) await context.schedules.remove(schedule.id);
    else await noteUntold(context, schedule, untoldChannel);
    return undefined;
  }
}

const untoldChannel = "Its channel no longer takes messages, and I can't reach its owner or an admin.";

/** Notes what no one could be told about a schedule, or with undefined that someone was. App Home shows it. */
export async function noteUntold(
  { schedules, now }: Pick<WorkspaceContext, "schedules" | "now">,
  schedule: Schedule,
  what: string | undefined,
): Promise<void> {
  if (schedule.untold?.what === what) return;
  const since = schedule.untold?.since ?? now().toISOString();
  await schedules.change(schedule, ({ untold: _before, ...present }) => ({
    ...present,
    ...(what !== undefined && { untold: { since, what } }),
  }));
}

/**
 * Keeps how far a schedule is, unless a person set it again meanwhile. `settingOf` says when that was. Returns what there
 * is now; undefined if it is gone.
 */
export function keepState<S extends Schedule & { state: object }>(
  schedule: S,
  state: Partial<S["state"]>,
  settingOf: (one: S) => string | number | undefined,
  { schedules }: Pick<WorkspaceContext, "schedules">,
): Promise<S | undefined> {
  return schedules.change(schedule, (present) =>
    settingOf(present) === settingOf(schedule)
      ? { ...present, state: { ...present.state, ...state } }
      : present,
  );
}

/**
 * Sends a schedule's owner a direct message, once for everything it is `about`. An admin gets it if the owner can't be
 * reached. False if no one was.
 */
export function notifyOwner(
  context: TellingParts,
  { id, createdBy }: Schedule,
  { about, mrkdwn }: { about: string; mrkdwn: string },
): Promise<boolean> {
  return tellSomeone({ key: `${id}:${about}`, userId: createdBy, reply: say(mrkdwn) }, context);
}

/** The schedule with this id, or with this number in the list; undefined if there is none. */
export function scheduleNamed<S extends Schedule>(word: string, all: readonly S[]): S | undefined {
  return /^\d{1,4}$/.test(word) ? all[Number(word) - 1] : all.find(({ id }) => id === word);
}

/** The period of a day: the day, its week from Monday, or its month. */
export function periodOf(every: Every, day: Day): DaySpan {
  if (every === "daily") return { from: day, to: day };
  const { from, to } = aroundDay(every === "weekly" ? "week" : "month", day);
  return { from, to };
}

/** A note about an assumed time zone. */
export function zoneNote({ timeZone }: { timeZone?: string }, zone: string | undefined): string[] {
  if (timeZone !== undefined) return [];
  return zone === undefined
    ? ["I couldn't read your time zone in Slack, so this is in UTC. To change it, add a zone to the command."]
    : [`${zone} is your time zone in Slack. To change it, add another to the command.`];
}

/** A schedule's job: where to find the schedule. */
const Item = z.object({ workspaceId: z.string(), scheduleId: z.string() });

/** Takes a schedule's next step. A removed schedule is done. No wait is longer than `longestWaitMs`. */
export function runSchedule(contextOf: ContextOf, kinds: readonly ScheduleSteps[], longestWaitMs: number) {
  return async (_id: string, item: unknown): Promise<Step> => {
    const { workspaceId, scheduleId } = Item.parse(item);
    const context = contextOf(workspaceId);
    const schedule = await context.schedules.find(scheduleId);
    if (!schedule) return "done";
    const kind = kinds.find((each) => each.kind === schedule.kind);
    if (!kind) throw new AppError("bug", `No feature knows schedules of the kind ${schedule.kind}.`);
    const unfit = unfitText(kind.record, schedule);
    if (unfit !== undefined) throw new AppError("user", unfit);
    const step = await kind.advance(schedule, context);
    return step === "done" ? step : { againInMs: Math.min(Math.max(0, step.againInMs), longestWaitMs) };
  };
}

/** How soon a schedule without a job is found. */
const roundMs = 10 * minuteMs;

/** The queue of all schedules. */
export function schedulesJob(kinds: readonly ScheduleSteps[]): JobDeclaration {
  return {
    name: schedulesQueue,
    subject: "Something that was set up to happen at set times",
    async about(item, _id, context) {
      const schedule = await context.schedules.find(Item.parse(item).scheduleId);
      const kind = kinds.find((each) => each.kind === schedule?.kind);
      return schedule && kind && { subject: kind.subject(schedule), userId: schedule.createdBy };
    },
    waiting: "schedules",
    work: ({ contextOf, store, queueOf, longestWaitMs, isClockLeft }) => ({
      advance: runSchedule(contextOf, kinds, longestWaitMs),
      isLeftToOthers: isClockLeft,
      round: {
        everyMs: roundMs,
        // Every schedule gets a job, even if its job was given up or Redis lost it.
        run: async () => {
          for (const workspaceId of await store.schedulingWorkspaces()) {
            // By id, because an unreadable schedule must not stop the others.
            const ids = await store.workspace(workspaceId).schedules.ids();
            for (const id of ids) await ensureSchedule(queueOf("schedules"), workspaceId, id);
          }
        },
      },
    }),
  };
}
