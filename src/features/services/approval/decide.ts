import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { ServicesContext } from "../context.ts";
import { plural } from "../../../lib/text.ts";
import type { Decided } from "./approvals.ts";
import { recordApproval } from "./audit.ts";
import { type Decidable, type Decider, type Undecidable, decidable } from "./checks.ts";
import { carryOn } from "./end.ts";

/** What somebody decides. */
export type Decision = { act: "approve" } | { act: "deny"; reason: string };

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
  { act }: Decision,
  { told, because }: Undecidable,
  context: ServicesContext,
): Promise<Reply> {
  if (because !== undefined)
    await recordApproval(approvalId, { act, userId, result: "refused", detail: because }, context);
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
  if (decision.act === "deny")
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
  const detail = decision.act === "deny" ? decision.reason : undefined;
  // The queue carries it on by itself within a minute, whatever fails from here on.
  await recordApproval(approvalId, { act: decision.act, userId, result: "done", detail }, context);
  await carryOn(approvalId, context);
  if (decided === "ended") return undefined;
  const missing = approval.content.policy.quorum - approval.approvedBy.length - 1;
  return say(
    `Your approval counts. ${plural(Math.max(1, missing), "more person", "more people")} must approve it.`,
  );
}
