import { explain } from "../../../platform/blocks/explain.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { ServicesContext } from "../context.ts";
import { isAppError } from "../../../lib/errors.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { decide } from "./decide.ts";
import type { OpenedApproval } from "./record.ts";

/** Decides on the denials that were written down, and says in each one's modal what came of it; false where there are none. */
export async function lookAtDenials(
  { id, denials }: OpenedApproval,
  context: ServicesContext,
): Promise<boolean> {
  for (const { userId, reason, viewId } of denials) {
    const refused = await unlessHopeless(
      decide({ approvalId: id, userId }, { act: "deny", reason }, context),
    );
    const said = refused?.text ?? ":no_entry: *Denied.* Its requester is told your reason.";
    await context.messenger.updateModal(viewId, notice(refused ? "Not denied" : "Denied", [section(said)]));
    await context.approvals.dropDenial(id, userId);
  }
  return denials.length > 0;
}

/** What fails in a moment's trouble is tried again with the step; what an admin has to mend is told. */
async function unlessHopeless(deciding: Promise<Reply | undefined>): Promise<Reply | undefined> {
  try {
    return await deciding;
  } catch (error) {
    if (isAppError(error, "auth", "forbidden", "user")) return say(explain(error));
    throw error;
  }
}
