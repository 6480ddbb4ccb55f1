import { z } from "zod";
import type { KeptAuditEntry } from "../../../platform/audit/log.ts";
import type { InstalledContext } from "../context.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { withNames } from "./page.ts";
import { formatEntries } from "../../../platform/audit/format-entry.ts";
import {
  type ScheduleStep,
  type ScheduleKind,
  scheduleFacts,
  tellInChannel,
} from "../../../platform/jobs/schedules/schedules.ts";
import { type AuditedFacts } from "../../../platform/audit/schedule-changes.ts";

/** The order to post what comes into the audit log; a workspace has one at most. */
export const AuditMirrorSchedule = z.object({
  ...scheduleFacts,
  kind: z.literal("audit-mirror"),
  state: z.object({
    /** The last entry that was posted, or that was there when it began. */
    after: z.string(),
    /** The last entry of the post that is on its way. */
    upTo: z.string().optional(),
  }),
});
export type AuditMirrorSchedule = z.output<typeof AuditMirrorSchedule>;

/** A channel is told once a minute at most. */
const everyMs = minuteMs;
/** More than a post shows are counted in it. */
const mostAtOnce = 500;

/** A step of the mirror: settles what its next post is of, posts that, and goes on after it. */
async function advanceAuditMirror(
  schedule: AuditMirrorSchedule,
  context: InstalledContext,
): Promise<ScheduleStep> {
  const entries = await entriesOf(schedule, context);
  const upTo = entries.at(-1)?.id;
  if (upTo === undefined) return { againInMs: everyMs };
  if (schedule.state.upTo === undefined) {
    // So that whoever goes on after a crash posts the same, and posts it once.
    await change(schedule, context, { after: schedule.state.after, upTo });
    return { againInMs: 0 };
  }
  const messageRef = await tellInChannel(context, schedule, {
    key: `${schedule.id}:${schedule.channelId}:${upTo}`,
    reply: formatEntries(await withNames(entries, context.messenger.people)),
    scheduleText: "What comes into the audit log",
    toStartAgain: "/db audit mirror #channel",
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

/** Whoever chose another channel meanwhile began anew there. */
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

/** The posts of the audit log. */
export const auditMirrors: ScheduleKind<InstalledContext, AuditMirrorSchedule> = {
  kind: "audit-mirror",
  record: AuditMirrorSchedule,
  advance: advanceAuditMirror,
};

/** A schedule as the audit log keeps it. */
export const auditedMirror: AuditedFacts<AuditMirrorSchedule> = ({ channelId }) => ({ facts: { channelId } });
