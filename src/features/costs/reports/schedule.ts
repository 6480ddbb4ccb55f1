import { type CostView, costViews } from "../arguments.ts";
import { plural } from "../../../lib/text.ts";
import { declareSchedule, settingsSaidAs } from "../../../platform/as-code/declare-schedule.ts";
import { z } from "zod";
import { clockTime, kept, timeZone } from "../../../lib/kinds.ts";
import { DecimalText } from "../../../lib/money.ts";
import { KeptMessageRef } from "../../../platform/jobs/messenger.ts";
import { focusVersions } from "../focus/rows.ts";
import { placeOfSchedule } from "../../../platform/jobs/schedules/schedules.ts";
import { scheduleFacts } from "../../../platform/jobs/schedules/kept-schedules.ts";

const Day = z.iso.date();

/** How often a report comes. On weekdays it comes from Monday to Friday. */
export const Rhythm = z.enum(["daily", "weekdays", "weekly", "monthly"]);
export type Rhythm = z.output<typeof Rhythm>;

export const Weekday = z.enum(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]);
export type Weekday = z.output<typeof Weekday>;

/** A provisional day, and the costs that its report shows for it. */
export const SaidDay = z.object({ day: Day, said: DecimalText });
export type SaidDay = z.output<typeof SaidDay>;

/** A day with final costs that differ from those that its report shows. */
export const ChangedDay = SaidDay.extend({ final: DecimalText });
export type ChangedDay = z.output<typeof ChangedDay>;

/** A report that is being posted, or that shows days that may still change. */
export const OpenReport = z.object({
  from: Day,
  to: Day,
  /** The periods before it that have no report. */
  missed: z.object({ from: Day, to: Day, count: z.int().positive() }).optional(),
  /** Absent while it is being posted. */
  messageRef: KeptMessageRef.optional(),
  provisional: z.array(SaidDay),
  /** True until its file is in its thread. */
  isFileDue: z.literal(true).optional(),
  /** The changes that are being posted in its thread. */
  changed: z.array(ChangedDay).optional(),
});
export type OpenReport = z.output<typeof OpenReport>;

/** The most of one workspace. Each reads costs and posts. */
export const mostReports = 50;

/** The most of one person's own, and of all people together. */
export const mostOwn = { each: 3, together: 100 };

/** True for a person's own report: it comes in their direct messages, by their id. */
export function isOwn({ channelId }: { channelId: string }): boolean {
  return /^[UW]/.test(channelId);
}

/** The settings that are the same in the record and elsewhere. */
const settings = {
  ...placeOfSchedule,
  every: Rhythm,
  /** The day of a weekly report, which has the seven days before it. Absent for one when the week from Monday is over. */
  on: Weekday.optional(),
  /** The time of day, as in "09:00", in `timeZone` (an IANA name, or an offset such as "+05:30"). */
  at: kept(clockTime),
  timeZone: kept(timeZone),
  /** True for a monthly report that is a month's page. */
  isPage: z.boolean().optional(),
  /** The version of a monthly report that is a FOCUS file. */
  focus: z.enum(focusVersions).optional(),
};

/** What it lists costs by. */
const view = {
  by: z.enum(["service", "metric", "day"]),
  /** True for costs by team. An earlier version shows them by service, which is `by` then. */
  isByTeam: z.literal(true).optional(),
};

/** The schedule of cost reports: one report for each period. */
export const ReportSchedule = z.object({
  ...scheduleFacts,
  ...settings,
  ...view,
  kind: z.literal("report"),
  state: z.object({
    /** The last day of the latest period with a report. */
    upTo: Day.optional(),
    /** Oldest first. */
    open: z.array(OpenReport).optional(),
    /** When to check the open reports' days again. */
    recheckAt: z.iso.datetime().optional(),
  }),
});
export type ReportSchedule = z.output<typeof ReportSchedule>;

/** What a report lists costs by. */
export function viewOf({ by, isByTeam }: Pick<ReportSchedule, "by" | "isByTeam">): CostView {
  return isByTeam ? "team" : by;
}

/** A view as a report keeps it. */
export function keptView(view: CostView): Pick<ReportSchedule, "by" | "isByTeam"> {
  return view === "team" ? { by: "service", isByTeam: true } : { by: view, isByTeam: undefined };
}

/** A rhythm in front of “report”. */
export const adjectives: Record<Rhythm, string> = {
  daily: "daily",
  weekdays: "weekday",
  weekly: "weekly",
  monthly: "monthly",
};

/** The words that schedule it. They may have a place: " in #channel". */
export function everyOf(
  {
    every,
    on,
    at,
    timeZone,
    isPage,
    focus,
    ...view
  }: Pick<ReportSchedule, "every" | "on" | "at" | "timeZone" | "by" | "isByTeam" | "isPage" | "focus">,
  place = "",
): string {
  const rhythm = on === undefined ? every : `every ${on}`;
  const content = focus ? ` focus ${focus}` : isPage ? " page" : "";
  return `${rhythm}${content} at ${at}${place} by ${viewOf(view)} ${timeZone}`;
}

/** Cost reports, as a kind of schedule. */
export const reportKind = declareSchedule({
  kind: "report",
  record: ReportSchedule,
  subject: ({ every }) => `The ${adjectives[every]} cost report`,
  command: (schedule) =>
    `/db costs schedule ${everyOf(schedule, isOwn(schedule) ? " to me" : " in #channel")}`,
  count: (count) => plural(count, "cost report"),
  settings: settingsSaidAs({
    kept: { ...settings, ...view },
    item: { ...settings, by: z.enum(costViews) },
    toItem: ({ by, isByTeam, ...same }) => ({ ...same, by: viewOf({ by, isByTeam }) }),
    toKept: ({ by, ...same }) => ({ ...same, ...keptView(by) }),
  }),
  inFile: {
    first: () => ({ state: {} }),
    name: "reports",
    noun: "cost report",
    nouns: "cost reports",
    shownIn: { lists: ["cost_reports_list"] },
    includes: (item) => !isOwn(item),
    rule: (item) =>
      item
        .refine((one) => !isOwn(one), { path: ["channelId"], message: "is for a channel only" })
        .refine(({ every, on }) => on === undefined || every === "weekly", {
          path: ["on"],
          message: "is for a weekly report only",
        })
        .refine(({ every, isPage }) => !isPage || every === "monthly", {
          path: ["isPage"],
          message: "is for a monthly report only",
        })
        .refine(({ every, focus }) => !focus || every === "monthly", {
          path: ["focus"],
          message: "is for a monthly report only",
        }),
    most: mostReports,
    // A file may come beside another report.
    keyOf: ({ connection, every, channelId, focus }) =>
      [connection, every, channelId, focus ? "focus" : ""].join(" "),
    label: ({ every, channelId }) => `${every} in ${channelId}`,
  },
});
