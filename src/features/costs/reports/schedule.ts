import { z } from "zod";
import { DecimalText } from "../../../lib/money.ts";
import { KeptMessageRef } from "../../../platform/jobs/messenger.ts";
import { scheduleFacts } from "../../../platform/jobs/schedules/schedules.ts";
import { type AuditedFacts } from "../../../platform/audit/schedule-changes.ts";

const Day = z.iso.date();

/** A day that may still change, and what its report says it cost. */
export const SaidDay = z.object({ day: Day, said: DecimalText });
export type SaidDay = z.output<typeof SaidDay>;

/** A day that is final now and cost something else than its report says. */
export const ChangedDay = SaidDay.extend({ final: DecimalText });
export type ChangedDay = z.output<typeof ChangedDay>;

/** A report that is not settled: it is being posted, or has days that may still change. */
export const OpenReport = z.object({
  from: Day,
  to: Day,
  /** The periods before it whose reports were never posted. */
  missed: z.object({ from: Day, to: Day, count: z.int().positive() }).optional(),
  /** Where it stands; absent while it is being posted. */
  messageRef: KeptMessageRef.optional(),
  provisional: z.array(SaidDay),
  /** What its thread is being told. */
  changed: z.array(ChangedDay).optional(),
});
export type OpenReport = z.output<typeof OpenReport>;

/** The order to post a cost report, once for each period. */
export const ReportSchedule = z.object({
  ...scheduleFacts,
  kind: z.literal("report"),
  every: z.enum(["daily", "weekly", "monthly"]),
  /** The time of day, as in "09:00", in `timeZone` (an IANA name, or an offset such as "+05:30"). */
  at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  timeZone: z.string(),
  by: z.enum(["service", "metric", "day"]),
  state: z.object({
    /** The last day of the latest period whose report was begun. */
    upTo: Day.optional(),
    /** The oldest first. */
    open: z.array(OpenReport).optional(),
    /** When to look again whether days have changed. */
    recheckAt: z.iso.datetime().optional(),
  }),
});
export type ReportSchedule = z.output<typeof ReportSchedule>;

/** A report as the audit log keeps it. */
export const auditedReport: AuditedFacts<ReportSchedule> = ({
  id,
  channelId,
  connection,
  every,
  at,
  timeZone,
  by,
}) => ({
  facts: { id, channelId, connection, every, at, timeZone, by },
});
