import { z } from "zod";
import type { Asker, WorkspaceContext } from "../../context.ts";
import type { Schedule } from "./kept-schedules.ts";
import type { JobQueue } from "../queue.ts";
import { code } from "../../blocks/escape.ts";
import { formatChannel } from "../../blocks/link.ts";
import type { MessageRef } from "../messenger.ts";
import { type OncePost, postOnce } from "../post-once.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { say } from "../../blocks/reply.ts";
import { type DaySpan, aroundDay } from "../../../lib/period/spans.ts";
import type { Day } from "../../../lib/day.ts";

/** What every schedule has: who asked for it, where it speaks, and whose cloud it is about. */
export const scheduleFacts = {
  id: z.string(),
  channelId: z.string(),
  connection: z.string(),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
};

/** Where a schedule is to speak, and what its giver should know of that. */
interface ChannelOfSchedule {
  channelId: string;
  notes: string[];
}

/** The channel that was named, or else the one that the order was given in. Fails as user where nothing can be posted there. */
export async function channelOfSchedule(
  named: string | undefined,
  { messenger }: Pick<WorkspaceContext, "messenger">,
  { channelId: present }: Asker,
): Promise<ChannelOfSchedule> {
  const channelId = named ?? present;
  if (channelId === undefined) {
    throw new AppError(
      "user",
      "Say in which channel, as in “in #databases”, or write this in the channel itself.",
    );
  }
  const presence = await messenger.presenceIn(channelId);
  if (presence === "none") {
    throw new AppError(
      "user",
      "I cannot post in that channel: it is private, and I am not in it. Invite me there with `/invite @Quartermaster`, and send the command again.",
    );
  }
  return { channelId, notes: presence === "guest" ? [invitation] : [] };
}

// Who may not look finds no message again whose answer was lost.
const invitation =
  "I am not in that channel. Invite me there with `/invite @Quartermaster`, so that I see what I have posted, and a crash in mid-post makes me post nothing twice.";

/** What a step of a schedule led to: its end, or when to look again. */
export type ScheduleStep = "done" | { againInMs: number };

/** One kind of schedules, as a feature declares it. */
export interface ScheduleKind<Context = WorkspaceContext, S extends Schedule = Schedule> {
  kind: string;
  record: z.ZodType<S>;
  /**
   * One step of a schedule: looks whether something is due, and tells it. It may be repeated after a crash at any
   * line and is taken again every hour at least, so it finds out what was done; failures are tried again.
   */
  advance(schedule: S, context: Context): Promise<ScheduleStep>;
}

/** Looks at an order now instead of when it was going to. */
export async function wakeSchedule(
  { scheduleQueue, workspaceId }: Pick<WorkspaceContext, "scheduleQueue" | "workspaceId">,
  { id }: Schedule,
): Promise<void> {
  await scheduleQueue.wake(itemId(workspaceId, id), { workspaceId, scheduleId: id });
}

/** Sees to it that an order is carried on. */
export async function ensureSchedule(
  scheduleQueue: Pick<JobQueue, "ensure">,
  workspaceId: string,
  scheduleId: string,
): Promise<void> {
  await scheduleQueue.ensure(itemId(workspaceId, scheduleId), { workspaceId, scheduleId });
}

function itemId(workspaceId: string, scheduleId: string): string {
  return `${workspaceId}.${scheduleId}`;
}

/** What a schedule has to say, and what it is called in a sentence of mrkdwn, as in "The daily digest of costs". */
interface Responder extends Pick<OncePost, "key" | "reply" | "threadTs"> {
  scheduleText: string;
  /** The command that asks for it again, as it is typed. */
  toStartAgain: string;
}

/**
 * Posts what an order has to say in its channel, once. Where the channel does not take it any more (archived, gone, or
 * the app is no member), the order ends, the one who gave it is told in direct messages, once, and the answer is undefined.
 */
export async function tellInChannel(
  context: WorkspaceContext,
  schedule: Schedule,
  { scheduleText, toStartAgain, ...post }: Responder,
): Promise<MessageRef | undefined> {
  try {
    return await postOnce(context, { ...post, channelId: schedule.channelId });
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
    context.log.info({ err: error, scheduleId: schedule.id }, "a schedule's channel takes nothing any more");
    const whatNow = `${scheduleText} ${cannotBePosted(schedule)} ${toBegin(toStartAgain)}`;
    // One that was begun again ends anew.
    await tellOwner(context, schedule, { about: `undeliverable:${schedule.createdAt}`, mrkdwn: whatNow });
    await context.schedules.remove(schedule.id);
    return undefined;
  }
}

function cannotBePosted({ channelId }: Schedule): string {
  return `can no longer be posted ${formatChannel({ channelId })}: the channel is archived or gone, or I am not in it. So it has ended.`;
}

function toBegin(command: string): string {
  return `To begin it again, invite me there or choose another channel: ${code(command)}.`;
}

/** Tells the one who gave an order something in direct messages, once for everything that it is `about`. */
export async function tellOwner(
  context: WorkspaceContext,
  { id, createdBy }: Schedule,
  { about, mrkdwn }: { about: string; mrkdwn: string },
): Promise<void> {
  try {
    await postOnce(context, { key: `${id}:${about}`, channelId: createdBy, reply: say(mrkdwn) });
  } catch (error) {
    // They may have left the workspace, and then there is nobody to tell.
    if (!isAppError(error, "forbidden", "missing")) throw error;
    context.log.info({ err: error, scheduleId: id }, "a schedule's owner cannot be told");
  }
}

/** How often something begins anew, in UTC. */
export type Every = "daily" | "weekly" | "monthly";

/** The day, the week from Monday on, or the month that a day is in. */
export function periodOf(every: Every, day: Day): DaySpan {
  if (every === "daily") return { from: day, to: day };
  const { from, to } = aroundDay(every === "weekly" ? "week" : "month", day);
  return { from, to };
}

/** What to say of a zone that was not asked for by name. */
export function zoneNote({ timeZone }: { timeZone?: string }, zone: string | undefined): string[] {
  if (timeZone !== undefined) return [];
  return zone === undefined
    ? ["Slack does not tell your time zone, so it goes by UTC; name another at the end of the command."]
    : [`${zone} is your time zone in Slack; name another at the end of the command.`];
}
