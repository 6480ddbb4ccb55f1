import type { WorkspaceContext } from "../../../context.ts";
import type { AuditEntry } from "../../../store/audit.ts";
import { truncate } from "../../../lib/text.ts";

interface Done extends Pick<AuditEntry, "userId" | "result"> {
  act: "ask" | "approve" | "deny" | "expire" | "void" | "withdraw" | "carry-out";
  detail?: string | undefined;
}

/** Remembers what was done with a request for approval, or tried. */
export async function recordApproval(
  approvalId: string,
  { act, detail, ...who }: Done,
  { audit, now }: Pick<WorkspaceContext, "audit" | "now">,
): Promise<void> {
  await audit.record({
    at: now().toISOString(),
    ...who,
    action: `approval.${act}`,
    // From a button's value, and so anybody's text.
    subject: truncate(approvalId, 100),
    ...(detail === undefined ? {} : { detail: truncate(detail, 1_000) }),
  });
}
