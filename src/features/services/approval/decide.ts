import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { ServicesContext } from "../context.ts";
import { plural } from "../../../lib/text.ts";
import type { Decided } from "./approvals.ts";
import { type Decidable, type Decider, type Undecidable, decidable } from "./checks.ts";
import { carryOn } from "./end.ts";
import { recordApproval } from "./ask.ts";
import { explain } from "../../../platform/blocks/explain.ts";
import { section } from "../../../platform/blocks/text.ts";
import { isAppError } from "../../../lib/errors.ts";
import { notice } from "../../../platform/forms/notice.ts";
import type { OpenedApproval } from "./record.ts";

/** What somebody decides. */
type Decision = { verb: "approve" } | { verb: "deny"; reason: string };

// The requester's form is saved right after they asked, and keys are rotated.
const mostLooks = 5;

/** Decides for somebody, where they may; answers what there is to tell them, or nothing where the message says it. */
export async function decide(
  decider: Decider,
  decision: Decision,
  context: ServicesContext,
): Promise<Reply | undefined> {
  for (let look = 1; look <= mostLooks; look += 1) {
    const found = await decidable(decider, context);
    if ("told" in found) return refused(decider, decision, found, context);
    const decided = await write(decider, decision, found, context);
    if (decided === "twice") return say("You approved this already, and each person counts once.");
    if (decided === "ended" || decided === "counted") return done(decider, decision, found, decided, context);
  }
  return say("This changed just now. Please look at it again.");
}

async function refused(
  { approvalId, userId }: Decider,
  { verb }: Decision,
  { told, because }: Undecidable,
  context: ServicesContext,
): Promise<Reply> {
  if (because !== undefined)
    await recordApproval(approvalId, { verb, userId, result: "refused", detail: because }, context);
  return say(told);
}

function write(
  { userId }: Decider,
  decision: Decision,
  { approval, draftRevision }: Decidable,
  { approvals, now }: ServicesContext,
): Promise<Decided> {
  const at = now().toISOString();
  const { content, ...kept } = approval;
  if (decision.verb === "deny")
    return approvals.end(kept, { kind: "denied", at, userId, reason: decision.reason });
  const { quorum } = content.policy;
  const formId = content.form?.formId ?? "";
  return approvals.approve({ ...kept, quorum, formId, draftRevision }, { userId, at });
}

async function done(
  { approvalId, userId }: Decider,
  decision: Decision,
  { approval }: Decidable,
  decided: "ended" | "counted",
  context: ServicesContext,
): Promise<Reply | undefined> {
  const detail = decision.verb === "deny" ? decision.reason : undefined;
  // The queue carries it on by itself within a minute, whatever fails from here on.
  await recordApproval(approvalId, { verb: decision.verb, userId, result: "done", detail }, context);
  await carryOn(approvalId, context);
  if (decided === "ended") return undefined;
  const missing = approval.content.policy.quorum - approval.approvedBy.length - 1;
  return say(
    `Your approval counts. ${plural(Math.max(1, missing), "more person", "more people")} must approve it.`,
  );
}

/** Decides on the denials that were written down, and says in each one's modal what came of it; false where there are none. */
export async function lookAtDenials(
  { id, denials }: OpenedApproval,
  context: ServicesContext,
): Promise<boolean> {
  for (const { userId, reason, viewId } of denials) {
    const refused = await unlessHopeless(
      decide({ approvalId: id, userId }, { verb: "deny", reason }, context),
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
