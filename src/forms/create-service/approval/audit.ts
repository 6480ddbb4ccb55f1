import type { WorkspaceContext } from "../../../context.ts";
import type { AuditEntry } from "../../../store/audit.ts";
import { truncate } from "../../../lib/text.ts";

interface Done extends Pick<AuditEntry, "userId" | "result"> {
  act: "ask" | "approve" | "deny" | "expire" | "void" | "withdraw" | "carry-out";
  detail?: string | undefined;
  channelId?: string | undefined;
  /** What the service is to be called. */
  name?: string | undefined;
  requestId?: string | undefined;
}

/** Remembers what was done with a request for approval, or tried. */
export async function recordApproval(
  approvalId: string,
  { act, userId, result, name, ...rest }: Done,
  { audit, now }: Pick<WorkspaceContext, "audit" | "now">,
): Promise<void> {
  await audit.record({
    at: now().toISOString(),
    userId,
    action: `approval.${act}`,
    // An id from a button's value is anybody's text.
    subject: truncate(name ?? approvalId, 300),
    result,
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
  });
}
