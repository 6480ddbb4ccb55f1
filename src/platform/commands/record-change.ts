import type { Asker, WorkspaceContext } from "../context.ts";
import type { AuditEntry } from "../audit/log.ts";

/** What somebody changed with a command, and how it was and is. */
export type Change = Pick<AuditEntry, "action" | "subject" | "before" | "after">;

/** Writes into the audit log what somebody changed. */
export async function recordChange(
  change: Change,
  { audit, now }: Pick<WorkspaceContext, "audit" | "now">,
  { userId, channelId }: Asker,
): Promise<void> {
  await audit.record({ at: now().toISOString(), userId, channelId, ...change, result: "done" });
}
