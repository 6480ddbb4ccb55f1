import { z } from "zod";
import { hookName, kept, timeZone } from "../../../lib/kinds.ts";
import { declareSchedule, settingsSaidAs } from "../../../platform/as-code/declare-schedule.ts";
import { scheduleFacts } from "../../../platform/jobs/schedules/schedules.ts";
import * as texts from "./texts.ts";

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
    places: { lists: ["alerts_noise"] },
    leftOut: { connection: "it needs none" },
    most: mostReports,
    keyOf: ({ channelId, hook }) => [channelId, hook ?? ""].join(" "),
    label: ({ channelId, hook }) => `${hook ?? "all hooks"} in ${channelId}`,
  },
});
