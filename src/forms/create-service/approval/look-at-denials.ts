import { section } from "../../../blocks/text.ts";
import type { WorkspaceContext } from "../../../context.ts";
import { notice } from "../../notice.ts";
import { decide } from "./decide.ts";
import type { OpenedApproval } from "./record.ts";

/** Decides on the denials that were written down, and says in each one's modal what came of it; false where there are none. */
export async function lookAtDenials(
  { id, denials }: OpenedApproval,
  context: WorkspaceContext,
): Promise<boolean> {
  for (const { userId, reason, viewId } of denials) {
    const refused = await decide({ approvalId: id, userId }, { act: "deny", reason }, context);
    const said = refused?.text ?? ":no_entry: *Denied.* Its requester is told your reason.";
    await context.messenger.updateModal(viewId, notice(refused ? "Not denied" : "Denied", [section(said)]));
    await context.approvals.dropDenial(id, userId);
  }
  return denials.length > 0;
}
