import { isAppError } from "../../../lib/errors.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";
import { postOnce } from "../../../platform/jobs/post-once.ts";
import type { ScheduleStep, ScheduleSteps } from "../../../platform/jobs/schedules/schedules.ts";
import { concernsMessage } from "../concerns.ts";
import type { OwnersContext } from "../context.ts";
import { mondaysAround } from "../../../lib/mondays.ts";
import { type ConcernsSchedule, concernsKind } from "./schedule.ts";

/** Messages on Mondays at 9:00 in each person's zone. */
export const weeklyOwnerDigest: ScheduleSteps<OwnersContext, ConcernsSchedule> = {
  ...concernsKind,
  advance: advanceConcerns,
};

/** Posts the latest Monday's message, once, also if that is late. Older ones that were missed are not posted. */
async function advanceConcerns(schedule: ConcernsSchedule, context: OwnersContext): Promise<ScheduleStep> {
  const now = context.now();
  const { latest, next } = mondaysAround(now, schedule.timeZone);
  const doneAt = schedule.state.doneAt ?? schedule.createdAt;
  if (latest.toISOString() > doneAt) {
    if (!(await post(schedule, latest, context))) {
      await context.schedules.remove(schedule.id);
      return "done";
    }
    // People move. The zone counts from the next message on.
    const zone = (await zoneOf({ userId: schedule.createdBy }, context)) ?? schedule.timeZone;
    await context.schedules.change(schedule, (present) => ({
      ...present,
      timeZone: zone,
      state: { doneAt: latest.toISOString() },
    }));
    return { againInMs: mondaysAround(now, zone).next.getTime() - now.getTime() };
  }
  return { againInMs: next.getTime() - now.getTime() };
}

/** False if the person has left Slack. */
async function post(schedule: ConcernsSchedule, monday: Date, context: OwnersContext): Promise<boolean> {
  const userId = schedule.createdBy;
  const key = `concerns:${schedule.id}:${monday.toISOString()}`;
  try {
    const message = await concernsMessage(userId, context);
    if (message) await postOnce(context, { key, channelId: userId, reply: message });
    return true;
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
    context.log.info({ err: error, scheduleId: schedule.id }, "a person no longer takes Monday's message");
    return false;
  }
}
