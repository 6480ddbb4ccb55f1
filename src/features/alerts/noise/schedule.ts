import { z } from "zod";
import { hookName, kept, timeZone } from "../../../lib/kinds.ts";
import { type ScheduleKind, scheduleFacts } from "../../../platform/jobs/schedules/schedules.ts";
import * as texts from "./texts.ts";

/** The most of one workspace. Each reads a week of alerts and posts. */
export const mostReports = 50;

/** The schedule of a channel's noise report on Mondays. It needs no connection. */
export const NoiseSchedule = z.object({
  ...scheduleFacts,
  kind: z.literal("noise"),
  /** The hook that it is about. Absent for all hooks. */
  hookName: kept(hookName).optional(),
  timeZone: kept(timeZone),
  state: z.object({
    /** The Monday, at 9:00, with the latest report. */
    doneAt: z.iso.datetime().optional(),
  }),
});
export type NoiseSchedule = z.output<typeof NoiseSchedule>;

/** Weekly noise reports, as a kind of schedule. */
export const noiseKind: ScheduleKind<NoiseSchedule> = {
  kind: "noise",
  record: NoiseSchedule,
  subject: ({ hookName }) => texts.subject(hookName),
  command: ({ hookName, timeZone }) =>
    ["/db alerts noise", ...(hookName === undefined ? [] : [hookName]), `weekly #channel ${timeZone}`].join(
      " ",
    ),
  audited: ({ id, channelId, hookName, timeZone }) => ({
    subject: hookName ?? "all hooks",
    facts: { id, channelId, hook: hookName, timeZone },
  }),
};
