import {
  type ScheduleStep,
  type ScheduleSteps,
  notifyOwner,
  postInChannel,
} from "../../../platform/jobs/schedules/schedules.ts";
import { dayMs } from "../../../lib/duration.ts";
import { mondaysAround } from "../../../lib/mondays.ts";
import type { AlertsContext } from "../context.ts";
import { noiseReply } from "./reply.ts";
import { noiseReport } from "./report.ts";
import { type NoiseSchedule, noiseKind } from "./schedule.ts";
import * as texts from "./texts.ts";
import { weekOf } from "./week.ts";

/** Noise reports on Mondays at 9:00, about the week before. */
export const weeklyNoise: ScheduleSteps<AlertsContext, NoiseSchedule> = {
  ...noiseKind,
  advance: advanceNoise,
};

/** Older weeks can't be counted any more: alerts are kept for 30 days. */
const mostLateMs = 21 * dayMs;

/** Posts the report of the first Monday without one, once, also if that is late. The next step posts the next one. */
async function advanceNoise(schedule: NoiseSchedule, context: AlertsContext): Promise<ScheduleStep> {
  const now = context.now();
  const { timeZone, hookName, channelId } = schedule;
  const doneAt = new Date(schedule.state.doneAt ?? schedule.createdAt);
  const earliest = new Date(now.getTime() - mostLateMs);
  const { next: due } = mondaysAround(doneAt > earliest ? doneAt : earliest, timeZone);
  if (due > now) return { againInMs: due.getTime() - now.getTime() };

  const hook = hookName === undefined ? undefined : await context.hooks.findByName(hookName);
  if (hookName !== undefined && !hook) {
    const mrkdwn = texts.hookGone(hookName, { channelId });
    await notifyOwner(context, schedule, { about: `hook-gone:${schedule.createdAt}`, mrkdwn });
    await context.schedules.remove(schedule.id);
    return "done";
  }
  const posted = await postInChannel(context, noiseKind, schedule, {
    key: `noise:${schedule.id}:${due.toISOString()}`,
    async reply() {
      const report = await noiseReport(context, weekOf(due, timeZone, -1), hook);
      return noiseReply(report, { now, notes: [texts.stopHint], buttons: [] }, context);
    },
  });
  if (!posted) return "done";
  const state = { doneAt: due.toISOString() };
  const present = await context.schedules.change(schedule, (one) => {
    // Another process may be further.
    return (one.state.doneAt ?? "") < state.doneAt ? { ...one, state } : one;
  });
  return present ? { againInMs: 0 } : "done";
}
