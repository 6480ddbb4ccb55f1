import { z } from "zod";
import type { FactsOf } from "../../platform/commands/service-facts.ts";
import { factData } from "../../platform/commands/service-facts.ts";
import type { LifecycleContext } from "./context.ts";

/** A service's last good backup. */
export const LastBackupRead = z.object({
  /** ISO 8601; absent if there is none. */
  at: z.string().optional(),
  failedSince: z.int(),
  /** Later ones that may have failed: in a state that isn't known, unreadable, or without a time. */
  unclearSince: z.int().default(0),
  /** False if its backups couldn't be read. */
  isRead: z.boolean(),
});
export type LastBackup = z.output<typeof LastBackupRead>;

/** The last good backup of a service, as the backups feature judges it. */
export async function lastBackupOf(service: FactsOf, context: LifecycleContext): Promise<LastBackup> {
  const facts = (await context.factsOf([service])).get(service.serviceId) ?? [];
  const { lastGoodBackupAt, failedBackupsSince, unclearBackupsSince = 0 } = factData(facts);
  return {
    ...(lastGoodBackupAt !== undefined && { at: lastGoodBackupAt }),
    failedSince: failedBackupsSince ?? 0,
    unclearSince: unclearBackupsSince,
    isRead: failedBackupsSince !== undefined,
  };
}

/** Why a backup isn't proven to have all data of its service. */
export type Gap = "unread" | "none" | "older" | "failed" | "unclear";

/**
 * Why the last good backup isn't proven to have all data. It is if it started when the service ran no more, and no later
 * backup failed or may have failed. Without `ranUntil`, the service runs, or it isn't known when it last ran.
 */
export function gapOf(backup: LastBackup, ranUntil: Date | undefined): Gap | undefined {
  if (!backup.isRead) return "unread";
  if (backup.at === undefined) return "none";
  if (backup.failedSince > 0) return "failed";
  if (backup.unclearSince > 0) return "unclear";
  return ranUntil !== undefined && Date.parse(backup.at) >= ranUntil.getTime() ? undefined : "older";
}
