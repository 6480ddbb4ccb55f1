import type { Asker, WorkspaceContext } from "../context.ts";
import type { AuditEntry } from "../store/audit.ts";

/** Writes into the audit log what somebody did with a connection. */
export async function recordChange(
  change: Pick<AuditEntry, "subject" | "before" | "after"> & { action: `connection.${string}` },
  { audit, now, log }: Pick<WorkspaceContext, "audit" | "now" | "log">,
  { userId, channelId }: Asker,
): Promise<void> {
  try {
    await audit.record({ at: now().toISOString(), userId, channelId, ...change, result: "done" });
  } catch (error) {
    // It is done, and nothing may say otherwise.
    log.error({ err: error, userId, ...change }, "a connection's audit entry is lost");
  }
}
