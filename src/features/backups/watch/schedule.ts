import { z } from "zod";
import { hourMs } from "../../../lib/duration.ts";
import { KeptMessageRef } from "../../../platform/jobs/messenger.ts";
import { scheduleFacts } from "../../../platform/jobs/schedules/schedules.ts";
import { type AuditedFacts } from "../../../platform/audit/schedule-changes.ts";

const Time = z.iso.datetime();

/** A time in which the promise did not hold. */
const Breach = z.object({
  /** Counted from 1, so that each breach has posts of its own. */
  number: z.int().positive(),
  /** How old a backup was allowed to be then. */
  maxAgeMs: z.int().positive(),
  /** Absent where there was no good backup at all. */
  lastGoodAt: Time.optional(),
  /** How many backups failed since, by the time it was found. */
  failed: z.int().nonnegative(),
  /** Where it was told. */
  messageRef: KeptMessageRef.optional(),
  /** The good backup with which the promise held again. */
  mended: z.object({ lastGoodAt: Time }).optional(),
});

/** A time in which the cloud could not be asked. */
const Unreadable = z.object({
  since: Time,
  /** Why, in mrkdwn, once it lasts so long that the channel has to know. */
  reason: z.string().optional(),
  messageRef: KeptMessageRef.optional(),
  until: Time.optional(),
});

const State = z.object({
  /** The cloud is not asked before; absent where it was never asked, or is to be asked at once. */
  nextCheckAt: Time.optional(),
  breaches: z.int().nonnegative().optional(),
  breach: Breach.optional(),
  unreadable: Unreadable.optional(),
});

/** How a watch stands: what was found, and what of it has been told. */
export type BackupWatchState = z.output<typeof State>;

/** The order to tell when a service's last good backup is older than promised, and when the promise holds again. */
export const BackupWatchSchedule = z.object({
  ...scheduleFacts,
  kind: z.literal("backup-watch"),
  service: z.object({ serviceId: z.string(), name: z.string() }),
  maxAgeMs: z.int().positive(),
  state: State,
});
export type BackupWatchSchedule = z.output<typeof BackupWatchSchedule>;

/** A watch as the audit log keeps it. */
export const auditedWatch: AuditedFacts<BackupWatchSchedule> = ({
  id,
  channelId,
  connection,
  service,
  maxAgeMs,
}) => ({
  subject: service.name,
  facts: { id, channelId, connection, service: service.name, maxAgeHours: maxAgeMs / hourMs },
});
