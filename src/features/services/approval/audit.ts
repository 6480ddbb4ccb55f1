import type { ServicesContext } from "../context.ts";
import type { AuditEntry } from "../../../platform/audit/log.ts";
import { truncate } from "../../../lib/text.ts";
import { openApproval } from "./record.ts";

interface Done extends Pick<AuditEntry, "userId" | "result"> {
  act: "ask" | "approve" | "deny" | "expire" | "void" | "withdraw" | "carry-out";
  detail?: string | undefined;
  channelId?: string | undefined;
  requestId?: string | undefined;
}

/** Remembers what was done with a request for approval, or tried, under the name of the service that it is for. */
export async function recordApproval(
  approvalId: string,
  { act, userId, result, ...rest }: Done,
  context: Pick<ServicesContext, "approvals" | "audit" | "now" | "sealer">,
): Promise<void> {
  const kept = await context.approvals.find(approvalId);
  const name = kept && openApproval(kept, context)?.content.request.name;
  await context.audit.record({
    at: context.now().toISOString(),
    userId,
    action: `approval.${act}`,
    ...(name === undefined ? {} : { subject: name }),
    result,
    // An id from a button's value is anybody's text.
    requestId: truncate(approvalId, 300),
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
  });
}
