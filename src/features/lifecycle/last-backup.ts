import { z } from "zod";
import type { FactsOf } from "../../platform/commands/service-facts.ts";
import { factData } from "../../platform/commands/service-facts.ts";
import type { LifecycleContext } from "./context.ts";

/** A service's last good backup. */
export const LastBackupRead = z.object({
  /** ISO 8601; absent if there is none. */
  at: z.string().optional(),
  failedSince: z.int(),
  /** False if its backups couldn't be read. */
  isRead: z.boolean(),
});
export type LastBackup = z.output<typeof LastBackupRead>;

/** The last good backup of a service, as the backups feature judges it. */
export async function lastBackupOf(service: FactsOf, context: LifecycleContext): Promise<LastBackup> {
  const facts = (await context.factsOf([service])).get(service.serviceId) ?? [];
  const { lastGoodBackupAt, failedBackupsSince } = factData(facts);
  return {
    ...(lastGoodBackupAt !== undefined && { at: lastGoodBackupAt }),
    failedSince: failedBackupsSince ?? 0,
    isRead: failedBackupsSince !== undefined,
  };
}
