import type { OncallContext } from "../context.ts";
import { code, formatChannel } from "../../../platform/blocks/escape.ts";
import { z } from "zod";
import { hookName, kept, timeZone } from "../../../lib/kinds.ts";
import { declareSchedule, settingsSaidAs } from "../../../platform/as-code/declare-schedule.ts";
import {
  type ScheduleStep,
  type ScheduleSteps,
  notifyOwner,
  postInChannel,
} from "../../../platform/jobs/schedules/schedules.ts";
import { scheduleFacts } from "../../../platform/jobs/schedules/kept-schedules.ts";
import { dayMs } from "../../../lib/duration.ts";
import { mondaysAround } from "../../../lib/mondays.ts";
import { noiseReply } from "./reply.ts";
import { noiseReport, weekOf } from "./report.ts";

/** What people read, in mrkdwn unless noted. Arguments are escaped. */
const texts = {
  /** The subject of a sentence. */
  subject: (hook: string | undefined) =>
    hook === undefined ? "The weekly noise report" : `The weekly noise report of the hook ${hook}`,
  stopHint: `To stop this weekly report: ${code("/db alerts noise off")} here.`,
  hookGone: (hook: string, channel: { channelId: string }) =>
    `The weekly noise report of the hook ${hook} ${formatChannel(channel)} has ended, because the hook is gone.`,
};

/** The most of one workspace. Each reads a week of alerts and posts. */
export const mostReports = 50;

const settings = {
  channelId: scheduleFacts.channelId,
  /** The hook that it is about. Absent for all hooks. */
  hookName: kept(hookName).optional(),
  timeZone: kept(timeZone),
};

/** The schedule of a channel's noise report on Mondays. It needs no connection. */
export const NoiseSchedule = z.object({
  ...scheduleFacts,
  ...settings,
  kind: z.literal("noise"),
  state: z.object({
    /** The Monday, at 9:00, with the latest report. */
    doneAt: z.iso.datetime().optional(),
  }),
});
export type NoiseSchedule = z.output<typeof NoiseSchedule>;

/** Weekly noise reports, as a kind of schedule. */
export const noiseKind = declareSchedule({
  kind: "noise",
  record: NoiseSchedule,
  subject: ({ hookName }) => texts.subject(hookName),
  command: ({ hookName, timeZone }) =>
    ["/db alerts noise", ...(hookName === undefined ? [] : [hookName]), `weekly #channel ${timeZone}`].join(
      " ",
    ),
  settings: settingsSaidAs({
    kept: settings,
    item: { channelId: settings.channelId, hook: settings.hookName, timeZone: settings.timeZone },
    toItem: ({ hookName: hook, ...same }) => ({ ...same, hook }),
    toKept: ({ hook, ...same }) => ({ ...same, hookName: hook }),
  }),
  name: ({ hook }) => hook ?? "all hooks",
  inFile: {
    first: () => ({ connection: "", state: {} }),
    name: "noiseReports",
    noun: "weekly noise report",
    nouns: "weekly noise reports",
    shownIn: { lists: ["alerts_noise"] },
    leftOut: { connection: "it needs none" },
    most: mostReports,
    keyOf: ({ channelId, hook }) => [channelId, hook ?? ""].join(" "),
    label: ({ channelId, hook }) => `${hook ?? "all hooks"} in ${channelId}`,
  },
});

/** Noise reports on Mondays at 9:00, about the week before. */
export const weeklyNoise: ScheduleSteps<OncallContext, NoiseSchedule> = {
  ...noiseKind,
  advance: advanceNoise,
};

/** Older weeks can't be counted any more: alerts are kept for 30 days. */
const mostLateMs = 21 * dayMs;

/** Posts the report of the first Monday without one, once, also if that is late. The next step posts the next one. */
async function advanceNoise(schedule: NoiseSchedule, context: OncallContext): Promise<ScheduleStep> {
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
