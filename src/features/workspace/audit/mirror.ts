import { z } from "zod";
import type { KeptAuditEntry } from "../../../platform/audit/log.ts";
import type { InstalledContext } from "../context.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { withNames } from "./page.ts";
import { formatEntries } from "../../../platform/audit/format-entry.ts";
import {
  type ScheduleKind,
  type ScheduleStep,
  type ScheduleSteps,
  postInChannel,
  scheduleFacts,
} from "../../../platform/jobs/schedules/schedules.ts";

/** The schedule that posts the audit log. A workspace has at most one. */
export const AuditMirrorSchedule = z.object({
  ...scheduleFacts,
  kind: z.literal("audit-mirror"),
  state: z.object({
    /** The last posted entry, or the newest one when it started. */
    after: z.string(),
    /** The last entry of the post in progress. */
    upTo: z.string().optional(),
  }),
});
export type AuditMirrorSchedule = z.output<typeof AuditMirrorSchedule>;

/** The posts of the audit log, as a kind of schedule. */
export const mirrorKind: ScheduleKind<AuditMirrorSchedule> = {
  kind: "audit-mirror",
  record: AuditMirrorSchedule,
  subject: () => "What comes into the audit log",
  command: () => "/db audit mirror #channel",
  audited: ({ channelId }) => ({ facts: { channelId } }),
};

/** A channel gets at most one post a minute. */
const everyMs = minuteMs;
/** A post counts the entries that it does not show. */
const mostAtOnce = 500;

/** Fixes which entries the next post has, posts them, and goes on after them. */
async function advanceAuditMirror(
  schedule: AuditMirrorSchedule,
  context: InstalledContext,
): Promise<ScheduleStep> {
  const entries = await entriesOf(schedule, context);
  const upTo = entries.at(-1)?.id;
  if (upTo === undefined) return { againInMs: everyMs };
  if (schedule.state.upTo === undefined) {
    // After a crash the next worker posts the same entries, once.
    await change(schedule, context, { after: schedule.state.after, upTo });
    return { againInMs: 0 };
  }
  const messageRef = await postInChannel(context, mirrorKind, schedule, {
    key: `${schedule.id}:${schedule.channelId}:${upTo}`,
    reply: formatEntries(await withNames(entries, context.messenger.people)),
  });
  if (!messageRef) return "done";
  await change(schedule, context, { after: upTo });
  return { againInMs: everyMs };
}

async function entriesOf(
  { state: { after, upTo } }: AuditMirrorSchedule,
  { audit }: InstalledContext,
): Promise<KeptAuditEntry[]> {
  const entries = await audit.following(after, mostAtOnce);
  const last = entries.findIndex(({ id }) => id === upTo);
  return last === -1 ? entries : entries.slice(0, last + 1);
}

/** If an admin chose another channel in the meantime, the mirror started again there. */
async function change(
  schedule: AuditMirrorSchedule,
  { schedules }: InstalledContext,
  state: AuditMirrorSchedule["state"],
): Promise<void> {
  await schedules.change(schedule, (present) =>
    present.channelId === schedule.channelId && present.createdAt === schedule.createdAt
      ? { ...present, state }
      : present,
  );
}

/** The schedule of the audit log's posts. */
export const auditMirrors: ScheduleSteps<InstalledContext, AuditMirrorSchedule> = {
  ...mirrorKind,
  advance: advanceAuditMirror,
};
